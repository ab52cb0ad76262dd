/** What pictures of rules are made of besides cards: empty places, arrows, and signs for right and wrong. */
import type { Picture, Shape } from '@/parts/pictures'

const LIGHT = '#fff3c9'
const LINE = { fill: 'none', stroke: LIGHT, 'stroke-width': 3, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }

/** An empty place for a card, by its middle. */
export const place = (x: number, y: number): Shape => ({
  tag: 'path',
  attributes: { ...LINE, 'stroke-width': 2, 'stroke-dasharray': '5 4', d: `M${x - 22} ${y - 29}h44v58h-44z`, opacity: 0.8 },
})

/** An arrow that is bent to its left by some pixels. */
export function arrow(x: number, y: number, toX: number, toY: number, bend = 18): Shape {
  const length = Math.hypot(toX - x, toY - y)
  const [aside, along] = [(toY - y) / length, -(toX - x) / length]
  const [midX, midY] = [(x + toX) / 2 + aside * bend, (y + toY) / 2 + along * bend]
  const angle = Math.atan2(toY - midY, toX - midX)
  const wing = (turn: number) => `${(toX - 10 * Math.cos(angle + turn)).toFixed(1)} ${(toY - 10 * Math.sin(angle + turn)).toFixed(1)}`
  return { tag: 'path', attributes: { ...LINE, 'stroke-width': 4, d: `M${x} ${y}Q${midX.toFixed(1)} ${midY.toFixed(1)} ${toX} ${toY}M${wing(0.5)}L${toX} ${toY}L${wing(-0.5)}` } }
}

const disc = (x: number, y: number, fill: string): Shape => ({ tag: 'circle', attributes: { cx: x, cy: y, r: 13, fill, stroke: '#fff', 'stroke-width': 2 } })
const stroke = (d: string): Shape => ({ tag: 'path', attributes: { ...LINE, stroke: '#fff', 'stroke-width': 3.5, d } })

/** Such a move is allowed. */
export const right = (x: number, y: number): readonly Shape[] => [disc(x, y, '#15803d'), stroke(`M${x - 6} ${y}l4.500 5 7.500-9`)]

/** Such a move is not allowed. */
export const wrong = (x: number, y: number): readonly Shape[] => [disc(x, y, '#b91c1c'), stroke(`M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`)]

/** A sign or a number, such as the badge of a column. */
export const sign = (x: number, y: number, text: string, size = 18): Shape => ({
  tag: 'text',
  attributes: { x, y, fill: LIGHT, 'font-size': size, 'font-weight': 700, 'text-anchor': 'middle', 'font-family': 'system-ui, sans-serif' },
  text,
})

/** The pictures of a game's rules, all on the felt of its picture in the lobby. */
export const onFeltOf = ({ near, far, weave }: Picture, pictures: Readonly<Record<string, Picture>>): Readonly<Record<string, Picture>> =>
  Object.fromEntries(Object.entries(pictures).map(([id, picture]) => [id, { ...picture, ...(near && { near }), ...(far && { far }), ...(weave && { weave }) }]))
