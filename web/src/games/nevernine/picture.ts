/** The picture in the lobby: a hand of nine, and a nine that is crossed out. */
import { fan, type Picture } from '@/parts/pictures'

const DARK = '#2b0a13'

export const picture: Picture = {
  near: '#b3485c',
  far: '#561426',
  cards: fan(160, 330, 218, ['6C', '9C', 'QC', '7D', 'JD', 'TS', 'AS', '8H', 'KH'], 8.5),
  before: [
    { tag: 'circle', attributes: { cx: 268, cy: 50, r: 24, fill: '#fffdf8', stroke: DARK, 'stroke-width': 2 } },
    {
      tag: 'text',
      text: '9',
      attributes: { x: 268, y: 61, fill: DARK, 'text-anchor': 'middle', 'font-family': "Georgia, 'DejaVu Serif', 'Times New Roman', serif", 'font-size': 32, 'font-weight': 700 },
    },
    { tag: 'path', attributes: { d: 'M251 67 285 33', stroke: '#c81e1e', 'stroke-width': 6, 'stroke-linecap': 'round' } },
  ],
}
