/** The pictures of Klondike's rules. */
import { arrow, onFeltOf, place, right, sign, wrong } from '@/guide/drawing'
import { at, column } from '@/parts/pictures'

import { picture } from './picture'

export const pictures = onFeltOf(picture, {
  goal: {
    cards: [at(70, 120, 'KS'), at(130, 120, '7H'), at(190, 120, '2C'), at(250, 120, 'AD')],
    before: [sign(160, 50, 'A  2  3  …  K'), arrow(90, 66, 230, 66, 0)],
  },
  build: {
    cards: [...column(90, 70, 26, 'JC'), at(90, 118, 'TH'), ...column(230, 70, 26, 'JC'), at(230, 118, 'TS')],
    before: [...right(136, 150), ...wrong(276, 150)],
  },
  run: {
    cards: [...column(90, 60, 24, 'TD', '9S', '8H'), ...column(230, 70, 24, 'JC')],
    before: [arrow(116, 80, 204, 80, 22)],
  },
  empty: {
    behind: [place(230, 100)],
    cards: [at(90, 100, 'KH')],
    before: [arrow(116, 84, 204, 84, 22), ...right(262, 140)],
  },
  stock: {
    cards: [at(88, 100), at(92, 98), at(200, 100, '4C'), at(216, 100, 'QD'), at(232, 100, '9S')],
    before: [arrow(118, 86, 174, 86, 16)],
  },
})
