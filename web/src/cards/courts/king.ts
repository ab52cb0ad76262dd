/** The four kings: bearded, in ermine, under a crown with three tall points; each holds what rules his suit. */
import type { Suit } from '../faces'
import { disc, discs, face, GOLD, GOLD_DARK, hand, INK, IVORY, line, LIVERIES, shape, sign, STEEL, STEEL_DARK, type Livery } from './parts'

const HELD: Readonly<Record<Suit, string>> = {
  // a sword
  S: shape('M134 0l5 9v62h-10V9z', STEEL) + shape('M134 0l5 9v62h-5z', STEEL_DARK, 'opacity=".6"') + shape('M118 70h32v5h-32z', GOLD)
    + discs([[118, 72.5], [150, 72.5]], 3.5, GOLD) + shape('M131 75h6v26h-6z', '#7a4a22'),
  // a sceptre
  H: shape('M131.5 20h5v84h-5z', GOLD) + discs([[134, 26], [134, 70]], 4.5, GOLD) + disc(134, 11, 11, GOLD) + sign('H', 127.5, 4.5, 13, '#b8223a'),
  // an orb with a cross
  C: shape('M131 34h6v7h7v6h-7v9h-6v-9h-7v-6h7z', GOLD) + disc(134, 72, 17, GOLD) + shape('M134 55a17 17 0 0 1 0 34 26 26 0 0 0 0-34z', GOLD_DARK, 'opacity=".5"')
    + line('M117.5 68q16.5 7 33 0M134 56v12', '#1f7a55', 3),
  // an axe
  D: shape('M131.5 6h5v98h-5z', '#7a4a22') + shape('M136 12c8-8 16-8 19-8-3 8-3 20 0 28-8 0-14-2-19-8z', STEEL) + shape('M132 14q-9-2-13-7 1 11 0 18 6-4 13-4z', STEEL)
    + line('M154 5c-3 8-3 18 0 26', STEEL_DARK, 1.6),
}

const crown = (suit: Suit, { lining, dark }: Livery) => [
  shape('M65 27C66 8 110 8 111 27z', lining),
  shape('M64 28 61 6l14 11L88 0l13 17 14-11-3 22z', GOLD),
  shape('M88 0l13 17 14-11-3 22H88z', GOLD_DARK, 'opacity=".35"'),
  shape('M63 26q25-6 50 0v9q-25-6-50 0z', GOLD, `stroke="${GOLD_DARK}" stroke-width="1"`),
  discs([[61.5, 5], [88, -1], [114.5, 5]], 3.4, IVORY, `stroke="${GOLD_DARK}" stroke-width="1"`),
  discs([[72, 28.5], [104, 28.5]], 2.3, lining),
  sign(suit, 81, 10, 14, dark),
].join('')

const beard = (suit: Suit, colour: string, light: string) => {
  const cut: Readonly<Record<Suit, string>> = {
    S: 'M70 49c-2 20 4 38 18 50 14-12 20-30 18-50-2 8-7 11-12 9-4-2-8-2-12 0-5 2-10-1-12-9z',
    H: 'M70 49c-3 18-2 36 8 46 3-3 4-6 4-10 2 4 4 6 6 7 2-1 4-3 6-7 0 4 1 7 4 10 10-10 11-28 8-46-2 8-7 11-12 9-4-2-8-2-12 0-5 2-10-1-12-9z',
    C: 'M70 49c-2 14 0 28 4 34 5 6 9 8 14 8s9-2 14-8c4-6 6-20 4-34-2 8-7 11-12 9-4-2-8-2-12 0-5 2-10-1-12-9z',
    D: 'M70 49c-1 16 3 26 8 32l10 15 10-15c5-6 9-16 8-32-2 8-7 11-12 9-4-2-8-2-12 0-5 2-10-1-12-9z',
  }
  return [
    shape(cut[suit], colour),
    line('M80 74q2 8 5 13M96 74q-2 8-5 13M88 76v10', light, 1.3),
    shape('M88 58c-6-4-13-1-17 7 7 2 14 0 17-4 3 4 10 6 17 4-4-8-11-11-17-7z', light),
    line('M84 66.5q4 1.5 8 0', '#9b3a32', 1.8),
  ].join('')
}

export function king(suit: Suit): string {
  const livery = LIVERIES[suit]
  const { robe, dark, skin } = livery
  const [hair, light] = suit === 'S' ? ['#8d8f98', '#c7c9cf'] : suit === 'C' ? [livery.hair, '#4c372b'] : [livery.hair, '#f0c777']
  return [
    shape('M66 32c-9 12-10 30-5 46 8 4 14-2 15-14h24c1 12 7 18 15 14 5-16 4-34-5-46z', hair),
    line('M65 42q-4 14 0 30M111 42q4 14 0 30', light, 1.4),
    shape('M0 116V100C6 88 26 80 60 74h56c26 5 38 12 40 22z', robe),
    shape('M0 116V100C6 88 26 80 60 74h56c26 5 38 12 40 22z', `url(#weave-${suit})`),
    shape('M0 116V100c2-4 6-8 11-11 8 8 10 16 10 24.5zM156 96c-1-5-5-9-11-12-4 5-6 9-6 14z', dark),
    line('M11 89c8 8 10 16 10 24.5M145 84c-4 5-6 9-6 14', GOLD, 2.4),
    shape('M78 62h20v18H78z', skin),
    shape('M46 77c6 16 22 26 36 29.5L98 104c16-4 28-14 32-28l-20-6c-4 12-12 20-22 22-10-2-18-10-22-22z', IVORY, 'stroke="#d9cdb4" stroke-width="1"'),
    [[58, 82], [68, 92], [80, 99], [96, 98], [108, 91], [119, 82]].map(([x = 0, y = 0]) => shape(`M${x} ${y}l2 6-2-1.5-2 1.5z`, INK)).join(''),
    face(livery, { lips: '#b0524a' }),
    beard(suit, hair, light),
    crown(suit, livery),
    HELD[suit],
    hand(livery, 134, 90),
  ].join('')
}
