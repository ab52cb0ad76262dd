/** The picture in the lobby: columns, stock, waste and two foundations. */
import { at, column, type Picture } from '@/parts/pictures'

export const picture: Picture = {
  cards: [
    ...column(46, 104, 12, 'KS'),
    ...column(103, 104, 12, undefined, 'QH', 'JC'),
    ...column(160, 104, 12, undefined, undefined, '7D'),
    ...column(217, 104, 12, undefined, undefined, undefined, 'TS', '9H'),
    ...column(274, 104, 12, undefined, undefined, undefined, undefined, '4C'),
    at(46, 42), at(103, 42, '5D'), at(217, 42, 'AS'), at(274, 42, '2H'),
  ],
}
