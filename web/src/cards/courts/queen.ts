/** The four queens: long hair under a round tiara, pearls at the neck; each holds a flower or a mirror. */
import type { Suit } from '../faces'
import { disc, discs, face, GOLD, GOLD_DARK, hand, IVORY, line, LIVERIES, shape, sign, type Livery } from './parts'

const LEAF = '#3f8f4f'
const stem = line('M134 100C133 80 136 62 134 40', LEAF, 3) + shape('M134 74c8-2 14-8 15-14-8 0-14 5-15 14zM134 64c-7-2-12-6-14-12 8 0 12 5 14 12z', LEAF)

const HELD: Readonly<Record<Suit, string>> = {
  // a lily
  S: stem + shape('M134 44c-12-4-16-16-15-28 6 3 9 6 11 11 0-8 1-14 4-21 3 7 4 13 4 21 2-5 5-8 11-11 1 12-3 24-15 28z', '#d9d3f5')
    + shape('M134 44c-5-12-4-26 0-38 4 12 5 26 0 38z', '#8d7fd0') + line('M134 40V24', GOLD, 2),
  // a rose
  H: stem + disc(134, 28, 17, '#c8243f') + shape('M134 11a17 17 0 0 1 0 34c8-8 8-26 0-34z', '#8f1430', 'opacity=".6"')
    + line('M126 24q8-10 15 0t-6 11-9-7 8-6', '#f5a3a8', 2) + shape('M120 40q14 12 28 0-4 10-14 10t-14-10z', LEAF),
  // a daisy
  C: stem + Array.from({ length: 8 }, (_, index) => `<ellipse cx="134" cy="15" rx="5" ry="10" fill="#fff" stroke="#cfd8c8" stroke-width=".8" transform="rotate(${index * 45} 134 26)"/>`).join('')
    + disc(134, 26, 7, GOLD) + disc(136, 28, 4, GOLD_DARK, 'opacity=".4"'),
  // a mirror
  D: shape('M131 48h6v54h-6z', GOLD) + disc(134, 28, 21, GOLD, `stroke="${GOLD_DARK}" stroke-width="1"`) + disc(134, 28, 16, '#cfe6f2') + shape('M124 36 140 16l5 5-16 20z', '#fff', 'opacity=".7"')
    + discs([[134, 5], [134, 51]], 3.2, '#d2671d'),
}

const tiara = (suit: Suit, { dark, lining }: Livery) => [
  shape('M66 33C64 16 74 4 88 2c14 2 24 14 22 31-12-8-32-8-44 0z', GOLD),
  shape('M88 2c14 2 24 14 22 31-6-4-14-6-22-6z', GOLD_DARK, 'opacity=".35"'),
  line('M71 25c4-8 10-13 17-15 7 2 13 7 17 15', IVORY, 1.4),
  discs([[66, 19], [72, 9], [80, 3], [88, 0], [96, 3], [104, 9], [110, 19]], 3, IVORY, `stroke="${GOLD_DARK}" stroke-width=".8"`),
  discs([[74, 26.5], [102, 26.5]], 2.2, lining),
  sign(suit, 81, 11, 14, dark),
].join('')

/** Each wears her hair in her own way. */
const HAIR: Readonly<Record<Suit, string>> = {
  S: 'M66 36c-8 16-4 34-14 58 12 6 20-2 22-16l28-2c2 14 12 22 22 14-8-20-6-38-14-54-8-12-36-12-44 0z',
  H: 'M66 36c-12 8-12 18-6 24-12 6-10 16-2 20-8 6-6 14 2 18 10-2 14-10 16-22h24c2 12 6 20 16 21 8-5 10-13 2-18 8-4 10-14-2-20 6-6 6-15-6-23-8-12-36-12-44 0z',
  C: 'M64 36c-18 2-24 24-14 34-4 12 8 22 20 14l6-8h24l6 8c12 8 24-2 20-14 10-10 4-32-14-34-12-14-36-14-48 0z',
  D: 'M66 36c-6 14-4 26-2 36-12 2-14 14-6 18-6 6-4 12 2 14 10-2 14-14 14-28h28c0 14 4 24 13 25 7-3 8-9 2-14 8-5 6-15-6-17 2-10 4-21-2-34-8-12-35-12-43 0z',
}

export function queen(suit: Suit): string {
  const livery = LIVERIES[suit]
  const { robe, dark, lining, trim, skin, shade, hair } = livery
  const light = { S: '#6b5142', H: '#f3c76a', C: '#4c372b', D: '#c46a3a' }[suit]
  return [
    shape(HAIR[suit], hair),
    line('M64 48q-4 18-6 34M112 48q4 18 6 30', light, 1.5),
    shape('M0 116v-8c4-14 22-20 40-22 10-2 18-4 26-4h44c18 0 40 2 46 14z', robe),
    shape('M0 116v-8c4-14 22-20 40-22 10-2 18-4 26-4h44c18 0 40 2 46 14z', `url(#weave-${suit})`),
    shape('M24 88c-14 4-22 12-24 20v8l36-4.600c2-10-2-18-12-23.400z', lining),
    line('M6 100q14-6 28 0M2 108q16-6 34-1', trim, 1.6),
    line('M24 88q13 8 12 23.5', GOLD, 2.4),
    shape('M60 82c8-1 18-3 20-8V62h16v12c2 5 12 7 20 8-4 12-14 20-28 23-14-1-24-10-28-23z', skin),
    shape('M88 72c5-1 8-4 8-8v10c2 5 12 7 20 8-4 12-14 20-28 23z', shade, 'opacity=".45"'),
    line('M60 82c4 13 14 22 28 23 14-3 24-11 28-23', IVORY, 4),
    line('M60 82c4 13 14 22 28 23 14-3 24-11 28-23', GOLD, 1.6),
    discs([[72, 82], [77.5, 86.5], [83, 89], [93, 89], [98.5, 86.5], [104, 82]], 2.1, IVORY, 'stroke="#cdbf9f" stroke-width=".6"'),
    disc(88, 92, 4, dark, `stroke="${GOLD}" stroke-width="1.6"`),
    face(livery, { lips: '#c03a4a', soft: true }),
    discs([[76, 58], [100, 58]], 4, '#d8605a', 'opacity=".28"'),
    shape('M69 47c-1-14 8-20 19-20s20 6 19 20c-6-4-14-8-19-14-5 6-13 10-19 14z', hair),
    line('M88 33q-8 8-17 11M88 33q8 8 17 11', light, 1.2),
    discs([[69, 60], [107, 60]], 2.6, GOLD, `stroke="${GOLD_DARK}" stroke-width=".6"`),
    tiara(suit, livery),
    HELD[suit],
    hand(livery, 134, 86),
  ].join('')
}
