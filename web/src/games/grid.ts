/** Rows and columns of card places that fit the room there is, from which games lay out their tables. */
import { closedFan, ground } from '@/table/places'
import type { Arrangement, Box, Pile, Spot } from '@/table/model'

export const RATIO = 4 / 3
export const GAP = 0.14
const USUAL_FAN = 0.32
const WIDEST_FAN = 0.5
/** Small cards have larger figures, of which more must be seen. */
const SMALL_CARD = 83
const SMALL_FAN = 0.4
const FINGER = 16
const RANK = 0.17
const MARGIN = 8
/** On a phone held upright every pixel of width is a pixel for the cards. */
const NARROW = 500
const NARROW_GAP = 0.09
const NARROW_MARGIN = 5
/** Columns move apart where there is more width than the cards can use. */
const WIDEST_GAP = 0.3
/** How much wider than high a table is on which piles are beside the columns, not above them. */
const LOW = 2
/** A table that is higher than this is never low. */
const HIGH = 500

/** Whether a table is so low, as on a phone on its side, that columns need all of its height. */
export const isLow = ({ width, height }: Box) => height < HIGH && width > height * LOW

export interface Grid {
  readonly width: number
  readonly height: number
  /** The left edge of a column, counted from 0; parts of a column are fine. */
  x(column: number): number
  /** The upper edge of a row. */
  y(row: number): number
}

/** A grid of a number of columns, as large as the box allows, its cards no higher than a share of the box. */
export function grid(box: Box, columns: number, rows: number, margin = MARGIN): Grid {
  const isNarrow = box.width < NARROW
  const gap = isNarrow ? NARROW_GAP : GAP
  const side = isNarrow ? Math.min(margin, NARROW_MARGIN) : margin
  const across = (box.width - 2 * side) / (columns + (columns - 1) * gap)
  const down = (box.height - 2 * margin) / rows / RATIO
  const width = Math.max(24, Math.min(across, down))
  const height = width * RATIO
  const left = (box.width - width * (columns + (columns - 1) * gap)) / 2
  return {
    width,
    height,
    x: (column) => left + column * width * (1 + gap),
    y: (row) => margin + row * height * (1 + GAP),
  }
}

/** The same grid with its columns apart as far as the box allows and still looks like one board. */
export function spreadGrid(box: Box, columns: number, rows: number): Grid {
  const close = grid(box, columns, rows)
  const { width } = close
  const step = close.x(1) - close.x(0)
  const wide = Math.max(step, Math.min(width * (1 + WIDEST_GAP), (box.width - 2 * MARGIN - width) / (columns - 1)))
  const left = (box.width - width - wide * (columns - 1)) / 2
  return { ...close, x: (column) => left + column * wide }
}

export const flat = (x: number, y: number, scale = 1): Spot => ({ x, y, scale, fan: { x: 0, y: 0 } })

/** A stock is drawn slightly thick. */
export const thick = (x: number, y: number, scale = 1): Spot => ({ x, y, scale, fan: { x: 1.5 * scale, y: -1.5 * scale } })

/** How much of a card must be seen from the side, as a share of its width, so that rank and suit can be read. */
export const STRIP = 0.42

/** A waste shows its last three cards. */
export const strip = (x: number, y: number, by: number, scale = 1): Spot => ({ x, y, scale, fan: { x: by, y: 0 }, spread: 3 })

/** A waste beside low columns: its last three cards hang down. */
export const hanging = (x: number, y: number, by: number): Spot => ({ x, y, scale: 1, fan: { x: 0, y: by }, spread: 3 })

/** How much of a covered card must be seen, so that its rank can be read and a finger finds it. */
export const readable = (cardHeight: number) => Math.max(FINGER, cardHeight * RANK)

/** A table that is as high as the box, or higher if a pile would not fit. */
export function laidOut(piles: readonly Pile[], card: Arrangement['card'], spots: Arrangement['spots'], box: Box): Arrangement {
  const arranged = { card, spots, height: box.height }
  const feet = piles.map((pile) => ground(pile, arranged)).map(({ y, height }) => y + height + MARGIN)
  return { ...arranged, height: Math.max(box.height, ...feet) }
}

export interface Columns {
  readonly piles: readonly Pile[]
  readonly x: (index: number) => number
  readonly y: number
  readonly bottom: number
  readonly cardHeight: number
  readonly scale?: number
  /** How far faces may close. */
  readonly closest?: number
}

/** Columns that are spread downwards and close up before they leave the table. */
export function columns({ piles, x, y, bottom, cardHeight, scale = 1, closest = 0 }: Columns): [string, Spot][] {
  const high = cardHeight * scale
  const room = bottom - y - high
  const least = cardHeight * scale < SMALL_CARD ? SMALL_FAN : USUAL_FAN
  const wide = Math.min(WIDEST_FAN, Math.max(least, room / high / 12))
  const fan = closedFan(piles.map((pile) => pile.cards), high * wide, (high * wide) / 2, room, closest)
  return piles.map((pile, index) => [pile.id, { x: x(index), y, scale, fan: { x: 0, y: fan.y, backY: fan.backY } }])
}

export const ofKind = (piles: readonly Pile[], kind: Pile['kind']) => piles.filter((pile) => pile.kind === kind)
