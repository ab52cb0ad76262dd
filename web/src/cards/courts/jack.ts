/** The four jacks: young, in a doublet, with a feather on a flat cap; each carries the tool of his trade. */
import type { Suit } from '../faces'
import { discs, face, GOLD, GOLD_DARK, hand, IVORY, line, LIVERIES, shape, sign, STEEL, STEEL_DARK, type Livery } from './parts'

const WOOD = '#7a4a22'
const pole = shape('M138 24h4.5v84h-4.5z', WOOD)

const HELD: Readonly<Record<Suit, string>> = {
  // a halberd
  S: pole + shape('M140 2l4 14v18h-8V16z', STEEL) + shape('M143 20c6-2 9-5 11-8 2 10 2 18 0 26-3-4-6-6-11-7zM137 22l-7 4 7 5z', STEEL) + line('M140 4v28', STEEL_DARK, 1.2),
  // an arrow
  H: pole + shape('M140 6l8 18h-16z', STEEL) + shape('M140 6l8 18h-8z', STEEL_DARK, 'opacity=".6"') + shape('M136 24h9v4h-9z', GOLD),
  // a banner
  C: pole + shape('M140 26h-24v30l12-7 12 7z', '#6b2f72') + sign('C', 119.5, 29, 16, '#9fd8b4') + shape('M135 20h11v6h-11z', GOLD),
  // a herald's trumpet
  D: shape('M137 30h6v76h-6z', GOLD) + shape('M137 34c-1-12-6-18-11-24h28c-5 6-10 12-11 24z', GOLD) + shape('M140 10h14c-5 6-10 12-11 24h-3z', GOLD_DARK, 'opacity=".45"')
    + shape('M126 10q14-5 28 0-14 5-28 0z', GOLD_DARK),
}

const cap = (suit: Suit, { robe, dark, lining, trim }: Livery) => [
  shape('M63 33c-6-10 4-22 24-23 20-1 32 8 28 22-14-6-38-6-52 1z', robe),
  shape('M92 10c17 0 26 9 23 22-6-3-14-4-22-5 4-5 4-11-1-17z', dark, 'opacity=".6"'),
  shape('M64 33q24-9 51-1l-1 6q-25-8-49 1z', GOLD),
  shape('M97 22C98 5 113-5 130 0c-4 2-6 5-8 8 3 0 4 0 6 1-4 3-6 6-8 9 2 0 3 1 4 2-9 8-18 9-27 2z', lining === '#b4233c' ? '#d94a5c' : trim),
  line('M98 23C104 12 113 5 124 2', IVORY, 1.4),
  sign(suit, 72, 15, 14, GOLD),
].join('')

export function jack(suit: Suit): string {
  const livery = LIVERIES[suit]
  const { robe, dark, lining, trim, skin, hair } = livery
  const light = { S: '#6b5142', H: '#f3c76a', C: '#4c372b', D: '#c46a3a' }[suit]
  return [
    shape('M67 34c-8 12-8 26-5 36 6 6 14 4 14-6h24c0 10 8 12 14 6 3-10 3-24-5-36z', hair),
    shape('M0 116v-14c4-12 20-18 44-20l20-4h48l20 3c14 2 22 7 24 15z', robe),
    shape('M0 116v-14c4-12 20-18 44-20l-2 29.600zM156 96c-2-8-10-13-24-15l2 17.800z', lining),
    line('M10 96l1 18M19 90l2 23M28 86l3 26M144 84l3 13', trim, 2.2),
    shape('M58 80h60l8 19-60 8z', `url(#weave-${suit})`),
    shape('M44 82l14-2 10 27-26 4.5z', dark, 'opacity=".35"'),
    line('M44 82l-2 29.5M132 81l2 18', GOLD, 2.4),
    shape('M79 62h18v18H79z', skin),
    shape('M64 76l16-4 8 8 8-8 16 4-10 15-14-7-14 7z', IVORY, 'stroke="#d9cdb4" stroke-width="1"'),
    discs([[88, 91], [88, 99]], 2.4, GOLD, `stroke="${GOLD_DARK}" stroke-width=".7"`),
    face(livery, { lips: '#c0655a' }),
    suit === 'S' || suit === 'D' ? line('M80 60.5q4-2.5 8-.5 4-2 8 .5', hair, 1.8) : '',
    shape('M69 46c0-12 6-17 19-17s19 5 19 17c-5-7-11-8-19-8s-14 1-19 8z', hair),
    line('M72 42q6-8 16-8t16 8', light, 1.2),
    line('M66 46q-3 12-1 22M110 46q3 12 1 22', light, 1.4),
    cap(suit, livery),
    HELD[suit],
    hand(livery, 140, 88),
  ].join('')
}
