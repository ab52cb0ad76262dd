/** The pictures of Meridian Master's rules. */
import { arrow, onFeltOf, place, right, sign, wrong } from '@/guide/drawing'
import { at, column } from '@/parts/pictures'

import { picture } from './picture'

export const pictures = onFeltOf(picture, {
  goal: {
    cards: [...['7H', '8H', '9H', 'TH'].map((code, index) => at(90 + index * 34, 56, code)), ...['6H', '5H', '4H', '3H'].map((code, index) => at(90 + index * 34, 144, code))],
    before: [sign(268, 62, '… K'), sign(268, 150, '… A'), sign(44, 62, '▲'), sign(44, 150, '▼')],
  },
  typed: {
    cards: [...column(100, 66, 26, 'AS', '2H', '3C', '4D'), ...column(220, 66, 26, 'KS', 'QD', 'JC', 'TH')],
    before: [sign(100, 28, 'A ▲'), sign(220, 28, 'K ▼')],
  },
  open: {
    cards: [at(160, 92, '8S'), at(70, 130, '9D'), at(250, 130, '7H')],
    before: [sign(160, 52, '▲ ?  ▼ ?'), arrow(94, 116, 134, 96, 10), arrow(226, 116, 186, 96, -10)],
  },
  decided: {
    cards: [...column(100, 76, 26, '8S', '7H'), at(190, 76, '6C'), at(260, 76, '8C')],
    before: [sign(100, 38, '▼'), ...right(190, 128), ...wrong(260, 128)],
  },
  pocket: {
    behind: [place(230, 100), sign(230, 108, '◔', 26)],
    cards: [...column(90, 60, 26, '7D', 'JC', '4S')],
    before: [arrow(116, 92, 204, 92, 22)],
  },
  empty: {
    behind: [place(160, 100)],
    cards: [at(70, 100, 'AC'), at(250, 100, 'KD')],
    before: [arrow(96, 88, 134, 88, 14), arrow(224, 88, 186, 88, -14)],
  },
})
