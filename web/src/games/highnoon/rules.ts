/** The pictures of HighNoon's rules. */
import { arrow, onFeltOf, place, right, sign, wrong } from '@/guide/drawing'
import { at, column } from '@/parts/pictures'

import { picture } from './picture'

export const pictures = onFeltOf(picture, {
  goal: {
    cards: [at(60, 144), at(110, 144, 'QH'), at(160, 144, '7C'), at(60, 56), at(110, 56, '9S'), at(160, 56, '4D'), at(250, 70, 'AC'), at(250, 130, '2H')],
    before: [arrow(184, 140, 222, 132, 8), arrow(184, 60, 222, 68, -8)],
  },
  build: {
    cards: [at(90, 70, '7H'), at(90, 118, '6C'), at(230, 70, '7H'), at(230, 118, '6D')],
    before: [...right(136, 150), ...wrong(276, 150)],
  },
  race: {
    behind: [place(160, 100)],
    cards: [at(160, 100, '4S'), at(54, 140, '5S', -12), at(266, 60, '5S', 12)],
    before: [arrow(80, 130, 130, 108, 12), arrow(240, 68, 190, 92, 12), ...right(54, 94), ...wrong(266, 108)],
  },
  empty: {
    behind: [place(230, 100)],
    cards: [...column(90, 84, 24, 'KC', 'QD')],
    before: [arrow(116, 84, 204, 84, 22), ...right(262, 140)],
  },
  stock: {
    cards: [at(88, 100), at(92, 98), at(200, 100, '4C'), at(216, 100, 'QD'), at(232, 100, '9S')],
    before: [arrow(118, 86, 174, 86, 16)],
  },
  score: {
    cards: [at(80, 90, 'AH'), at(160, 90, '8C'), at(240, 90, 'KD')],
    before: [sign(80, 152, '+1'), sign(160, 152, '+8'), sign(240, 152, '+13')],
  },
})
