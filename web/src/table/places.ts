/** The position of each card on the table, from the arrangement of the game. */
import type { Arrangement, Laid, Pile, Spot } from './model'

export interface Point {
  readonly x: number
  readonly y: number
}

/** How far the cards of a pile are from its spot, one by one. */
export function offsets(cards: readonly Laid[], spot: Spot): readonly Point[] {
  const firstSpread = spot.spread === undefined ? 0 : Math.max(0, cards.length - spot.spread)
  let [x, y] = [0, 0]
  return cards.map((_, index) => {
    const below = cards[index - 1]
    if (below && index > firstSpread) {
      x += spot.fan.x
      y += below.face ? spot.fan.y : (spot.fan.backY ?? spot.fan.y)
    }
    return { x, y }
  })
}

export interface Rect extends Point {
  readonly width: number
  readonly height: number
}

/** A card that is, or is about to be, at a point. */
export interface Lying extends Point {
  readonly pile: string
  readonly index: number
  readonly scale: number
  /** Which of two cards is on top. */
  readonly z: number
}

const covers = ({ x, y, width, height }: Rect, point: Point) =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height

/** What is at a point: the top card, or the empty place of a pile.
 *
 * Cards count where they will be, not where they are seen: one that flies over a pile must not catch a tap on it.
 */
export function at(point: Point, cards: readonly Lying[], { card, spots }: Arrangement): { pile: string; index: number } | null {
  const size = (scale: number) => ({ width: card.width * scale, height: card.height * scale })
  const top = cards
    .filter((one) => covers({ ...one, ...size(one.scale) }, point))
    .reduce<Lying | null>((highest, one) => (highest !== null && highest.z > one.z ? highest : one), null)
  if (top) return { pile: top.pile, index: top.index }
  const empty = [...spots].find(([, spot]) => covers({ ...spot, ...size(spot.scale) }, point))
  return empty ? { pile: empty[0], index: -1 } : null
}

/** The ground that a pile covers, cards and empty place alike. */
export function ground(pile: Pile, arrangement: Arrangement): Rect {
  const spot = arrangement.spots.get(pile.id)
  if (!spot) return { x: 0, y: 0, width: 0, height: 0 }
  const last = offsets(pile.cards, spot).at(-1) ?? { x: 0, y: 0 }
  const [width, height] = [arrangement.card.width * spot.scale, arrangement.card.height * spot.scale]
  return {
    x: spot.x + Math.min(0, last.x),
    y: spot.y + Math.min(0, last.y),
    width: width + Math.abs(last.x),
    height: height + Math.abs(last.y),
  }
}

/** How much two grounds share, in square pixels. */
export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** A back need only be counted, a face be read. */
const BACK_TO_FACE = 1 / 5

/** Fans that let the highest of some columns end above `room`, closing up as far as needed.
 *
 * Faces close no further than `least`; what they keep the backs give, and if that is not enough the table gets higher.
 */
export function closedFan(columns: readonly (readonly Laid[])[], face: number, back: number, room: number, least = 0): { y: number; backY: number } {
  const heights = columns.map((cards) => {
    const ups = cards.slice(0, -1).filter((card) => card.face).length
    return { ups, downs: Math.max(0, cards.length - 1 - ups) }
  })
  const needed = Math.max(0, ...heights.map(({ ups, downs }) => ups * face + downs * back))
  const share = needed > room ? Math.max(0, room) / needed : 1
  const y = Math.max(face * share, Math.min(face, least))
  const left = heights.filter(({ downs }) => downs > 0).map(({ ups, downs }) => (room - ups * y) / downs)
  return { y, backY: Math.max(Math.min(back, y, ...left), Math.min(back, least * BACK_TO_FACE)) }
}

/** The same arrangement for the other hand: left and right change places. */
export function mirrored(arrangement: Arrangement, width: number): Arrangement {
  const spots = new Map(
    [...arrangement.spots].map(([id, spot]) => [
      id,
      { ...spot, x: width - spot.x - arrangement.card.width * spot.scale, fan: { ...spot.fan, x: -spot.fan.x } },
    ]),
  )
  return { ...arrangement, spots }
}
