/** The pictures of the rules of Cards. */
import { arrow, onFeltOf, place, right, wrong } from '@/guide/drawing'
import { at, column } from '@/parts/pictures'

import { picture } from './picture'

export const pictures = onFeltOf(picture, {
  goal: {
    behind: [place(250, 60)],
    cards: [at(70, 60, '3S'), at(130, 60, 'AH'), at(190, 60, '2C'), at(160, 140, 'AD')],
    before: [arrow(186, 134, 244, 94, 16)],
  },
  table: {
    cards: [...[60, 126, 192, 258].flatMap((x, index) => [...column(x, 50, 12, ...Array.from({ length: index + 1 }, () => undefined)), ...column(x, 62 + index * 12, 22, ['9D', '7C', 'JC', '5H'][index], ['TC', '8S', '2C', 'TS'][index], ['9S', '6S', '5S', '4S'][index])])],
  },
  build: {
    cards: [at(90, 70, 'TD'), at(90, 118, '9S'), at(230, 70, 'TD'), at(230, 118, '9H')],
    before: [...right(136, 150), ...wrong(276, 150)],
  },
  group: {
    cards: [...column(90, 56, 24, '5H', 'TS', '4S'), at(230, 70, '6S')],
    before: [arrow(116, 76, 204, 76, 22)],
  },
  empty: {
    behind: [place(230, 100)],
    cards: [...column(90, 76, 24, 'KH', '6H', 'AS')],
    before: [arrow(116, 84, 204, 84, 22), ...right(262, 140)],
  },
})
