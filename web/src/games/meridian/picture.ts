/** The picture in the lobby: a row that climbs from seven, one that descends from six, and the line between them. */
import { at, type Picture } from '@/parts/pictures'

export const picture: Picture = {
  near: '#8b5fbf',
  far: '#37205c',
  weave: '#2f5f6b',
  behind: [{
    tag: 'path',
    attributes: { d: 'M20 100h280M292 92l10 8-10 8M28 92l-10 8 10 8', fill: 'none', stroke: '#ffe8b0', 'stroke-width': 2.5, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
  }],
  cards: [
    ...['7H', '8C', '9D', 'TS'].map((code, index) => at(76 + index * 56, 58 - index * 5, code, -4 + index * 3)),
    ...['6S', '5D', '4C', '3H'].map((code, index) => at(76 + index * 56, 142 + index * 5, code, 4 - index * 3)),
  ],
}
