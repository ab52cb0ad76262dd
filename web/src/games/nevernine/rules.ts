/** The pictures of Never Nine's rules. */
import { arrow, onFeltOf, right, sign, wrong } from '@/guide/drawing'
import { at, fan } from '@/parts/pictures'

import { picture } from './picture'

export const pictures = onFeltOf(picture, {
  goal: {
    cards: fan(160, 330, 220, ['6C', 'TC', 'KC', '8D', 'AD', 'JH', '7S', '9S', 'AS'], 8),
    before: [sign(160, 48, '2 ?', 30)],
  },
  bid: {
    cards: [],
    before: [
      ...[2, 2, 1].map((bid, index) => sign(64 + index * 56, 84, String(bid), 30)),
      ...[1, 2].map((_, index) => sign(92 + index * 56, 84, '+', 22)),
      sign(204, 84, '+', 22), sign(232, 84, '4', 30), sign(282, 84, '= 9', 24),
      ...wrong(232, 116),
    ],
  },
  follow: {
    cards: [at(70, 66, '8C'), ...['6C', 'KC', 'AD', '7S'].map((code, index) => at(96 + index * 52, 144, code))],
    before: [arrow(96, 66, 148, 106, -14), ...right(96, 186), ...right(148, 186), ...wrong(200, 186), ...wrong(252, 186)],
  },
  trick: {
    cards: [at(90, 100, '8C'), at(140, 100, 'QC'), at(190, 100, 'AD'), at(240, 100, 'JC')],
    before: [...right(140, 154), sign(140, 58, '★', 24)],
  },
  score: {
    cards: [],
    before: [
      ...[['3', '3', '0'], ['2', '4', '+2'], ['4', '1', '+3']].flatMap(([bid = '', taken = '', points = ''], index) => [
        sign(76, 66 + index * 46, bid, 28), sign(160, 66 + index * 46, taken, 28), sign(244, 66 + index * 46, points, 28),
      ]),
      arrow(98, 56, 136, 56, 0), arrow(98, 102, 136, 102, 0), arrow(98, 148, 136, 148, 0),
    ],
  },
})
