/** The picture in the lobby: eight piles. */
import { column, type Picture } from '@/parts/pictures'

export const picture: Picture = {
  near: '#3d7fbf',
  far: '#14365d',
  weave: '#a8642a',
  cards: ['KS QD', '9C 8D 7C', 'JH', 'QS JD TS', '5H 4S 3D 2C', '8C', 'TH 9S 8H', '6D'].flatMap((codes, index) =>
    column(34 + index * 36, 54 + (index % 2) * 7, 19, undefined, ...codes.split(' ')),
  ),
}
