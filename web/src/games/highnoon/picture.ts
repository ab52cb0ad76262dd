/** The picture in the lobby: two hands that face each other under the sun. */
import { fan, type Picture } from '@/parts/pictures'

const SUN = '#fff3c9'

export const picture: Picture = {
  near: '#f3b265',
  far: '#b9521f',
  weave: '#1e3a5f',
  behind: [
    { tag: 'circle', attributes: { cx: 160, cy: 68, r: 32, fill: SUN } },
    {
      tag: 'path',
      attributes: {
        d: 'M160 18v10M160 108v10M110 68h10M200 68h10M124.600 32.600l7 7M188.300 96.300l7 7M195.400 32.600l-7 7M131.700 96.300l-7 7',
        fill: 'none', stroke: SUN, 'stroke-width': 4, 'stroke-linecap': 'round',
      },
    },
    { tag: 'path', attributes: { d: 'M-900 176C-300 150 100 158 160 158s460-8 1060 18v200H-900z', fill: '#6f2c10', opacity: 0.75 } },
  ],
  cards: [...fan(34, 172, 92, [undefined, undefined, 'KS', 'QH'], 17, 34), ...fan(286, 172, 92, ['JC', 'TD', undefined, undefined], 17, -34)],
}
