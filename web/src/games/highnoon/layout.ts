/** Where everything is on the HighNoon table: one's own board large, the opponent's smaller, the foundations next to both.
 *
 * There are three arrangements, for high, wide and very wide tables; the one with the largest cards is taken.
 */
import { flat, RATIO, strip, thick, columns, ofKind } from '@/games/grid'
import type { Arrangement, Box, Pile, Spot } from '@/table/model'
import type { Rect } from '@/table/places'

export type Side = 'you' | 'opp'

export interface Layout extends Arrangement {
  /** The figures of each player, beside their board. */
  readonly plates: Readonly<Record<Side, Rect>>
  /** The size of text on the plates, in pixels. */
  readonly font: Readonly<Record<Side, number>>
}

const COLUMNS = 7
const FOUNDATIONS = 8
/** On a phone held upright every pixel of width is a pixel for the cards. */
const NARROW = 500
/** How many rows of cards, as wide as the table allows, are the least height of such a table: it scrolls if it is lower. */
const LEAST_ROWS = 6.4
/** How much smaller the other board is, how large a foundation is, and how far they are from the own board, in card widths. */
const WIDE = { opp: 0.5, foundation: 0.82, between: 0.35, rows: 3.8 }
const BESIDE = { opp: 0.52, foundation: 0.88, between: 0.4, rows: 3.8 }
const TALL = { opp: 0.56, rows: 8, oppRows: 3.1 }
/** The other board's share of what a high table has to spare. */
const SPARE = 0.4
/** The own plate begins after stock and waste. */
const PLATE_FROM = 3.05
/** How high a plate with three lines is at least, in pixels. */
const LEAST_PLATE = 52
/** How much larger the text on the own plate may be than on the other one. */
const OWN_TEXT = 1.4

/** From one column to the next, and the width of seven, in card widths; the margin of the table in pixels. */
interface Measures {
  readonly step: number
  readonly board: number
  readonly edge: number
}

interface Board {
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly scale: number
}

type Arranging = (piles: readonly Pile[], box: Box, measures: Measures, width: number) => Layout

/** The arrangement in which the own cards are largest. */
export function layout(piles: readonly Pile[], { width: across, height }: Box): Layout {
  const isNarrow = across < NARROW
  const step = isNarrow ? 1.09 : 1.14
  const measures = { step, board: COLUMNS + (COLUMNS - 1) * (step - 1), edge: isNarrow ? 5 : 8 }
  const box = { width: across, height: isNarrow ? Math.max(height, (across / measures.board) * RATIO * LEAST_ROWS) : height }
  const inner = { width: box.width - 2 * measures.edge, height: box.height - 2 * measures.edge }
  const ways: readonly (readonly [number, Arranging])[] = [[tallWidth(inner, measures), tall], [wideWidth(inner, measures), wide], [besideWidth(inner, measures), beside]]
  const [width, arrange] = ways.reduce((best, way) => (way[0] > best[0] ? way : best))
  return arrange(piles, box, measures, width)
}

const wideWidth = (inner: Box, { step, board }: Measures) =>
  Math.min(inner.width / (board * (1 + WIDE.opp) + 2 * WIDE.between + WIDE.foundation * (1 + step)), inner.height / WIDE.rows / RATIO)

/** Side by side: the own board, two columns of foundations, the other board below its plate. */
function wide(piles: readonly Pile[], box: Box, { step, board, edge }: Measures, width: number): Layout {
  const card = { width, height: width * RATIO }
  const across = board * (1 + WIDE.opp) + 2 * WIDE.between + WIDE.foundation * (1 + step)
  const left = (box.width - across * width) / 2
  const foundations = left + (board + WIDE.between) * width
  const you = { left, top: edge, bottom: box.height - edge, scale: 1 }
  const plate = { x: foundations + (WIDE.foundation * (1 + step) + WIDE.between) * width, y: edge, width: board * width * WIDE.opp, height: Math.max(LEAST_PLATE, card.height * WIDE.opp) }
  const opp = { left: plate.x, top: plate.y + plate.height + edge, bottom: box.height - edge, scale: WIDE.opp }
  const down = Math.min(card.height * WIDE.foundation * step, (box.height - 2 * edge - card.height * WIDE.foundation) / 3)
  const spots = new Map<string, Spot>([
    ...ofKind(piles, 'foundation').map((pile, index) =>
      [pile.id, flat(foundations + (index % 2) * width * WIDE.foundation * step, edge + Math.floor(index / 2) * down, WIDE.foundation)] as const),
    ...boardSpots(piles, 'you', you, card, step),
    ...boardSpots(piles, 'opp', opp, card, step),
  ])
  return finish({ card, spots, height: box.height }, { you: rowPlate(you, card, step), opp: plate })
}

/** The height of two rows of foundations and of the space below them, in card widths. */
const foundationRows = (step: number) => BESIDE.foundation * RATIO * 2 * step

/** This needs less width and more height; a small table has no room for the plate in the other board. */
function besideWidth(inner: Box, { step, board }: Measures): number {
  const high = Math.max(BESIDE.rows * RATIO, foundationRows(step) + BESIDE.rows * RATIO * BESIDE.opp)
  const width = Math.min(inner.width / (board * (1 + BESIDE.opp) + BESIDE.between), inner.height / high)
  return width * RATIO * BESIDE.opp < LEAST_PLATE ? 0 : width
}

/** The own board, and beside it two rows of foundations above the other board. */
function beside(piles: readonly Pile[], box: Box, { step, board, edge }: Measures, width: number): Layout {
  const card = { width, height: width * RATIO }
  const left = (box.width - (board * (1 + BESIDE.opp) + BESIDE.between) * width) / 2
  const right = left + (board + BESIDE.between) * width
  const you = { left, top: edge, bottom: box.height - edge, scale: 1 }
  const opp = { left: right, top: edge + foundationRows(step) * width, bottom: box.height - edge, scale: BESIDE.opp }
  const across = ((board * BESIDE.opp - BESIDE.foundation) / 3) * width
  const spots = new Map<string, Spot>([
    ...ofKind(piles, 'foundation').map((pile, index) =>
      [pile.id, flat(right + Math.floor(index / 2) * across, edge + (index % 2) * card.height * BESIDE.foundation * step, BESIDE.foundation)] as const),
    ...boardSpots(piles, 'you', you, card, step),
    ...boardSpots(piles, 'opp', opp, card, step),
  ])
  return finish({ card, spots, height: box.height }, { you: rowPlate(you, card, step), opp: rowPlate(opp, card, step) })
}

const tallWidth = (inner: Box, { board }: Measures) => Math.min(inner.width / board, inner.height / TALL.rows / RATIO)

/** One above the other: the other board with its plate beside it, the foundations in a row, the own board. */
function tall(piles: readonly Pile[], box: Box, { step, board, edge }: Measures, width: number): Layout {
  const card = { width, height: width * RATIO }
  const left = (box.width - board * width) / 2
  const foundation = board / (FOUNDATIONS + (FOUNDATIONS - 1) * (step - 1))
  const spare = Math.max(0, box.height - 2 * edge - TALL.rows * card.height)
  const opp = { left, top: edge, bottom: edge + card.height * TALL.opp * TALL.oppRows + spare * SPARE, scale: TALL.opp }
  const between = opp.bottom + card.height * 0.12
  const you = { left, top: between + card.height * (foundation + 0.14), bottom: box.height - edge, scale: 1 }
  const spots = new Map<string, Spot>([
    ...boardSpots(piles, 'opp', opp, card, step),
    ...ofKind(piles, 'foundation').map((pile, index) => [pile.id, flat(left + index * width * foundation * step, between, foundation)] as const),
    ...boardSpots(piles, 'you', you, card, step),
  ])
  const x = left + board * width * TALL.opp + edge
  const plate = { x, y: edge, width: left + board * width - x, height: opp.bottom - edge }
  return finish({ card, spots, height: box.height }, { you: rowPlate(you, card, step), opp: plate })
}

function boardSpots(piles: readonly Pile[], side: Side, { left, top, bottom, scale }: Board, card: Arrangement['card'], step: number): [string, Spot][] {
  const x = (column: number) => left + column * card.width * scale * step
  const tableau = ofKind(piles, 'tableau').filter((pile) => pile.id.startsWith(side))
  return [
    [`${side}-stock`, thick(x(0), top, scale)],
    [`${side}-waste`, strip(x(1), top, card.width * scale * 0.3, scale)],
    ...columns({ piles: tableau, x, y: top + card.height * scale * step, bottom, cardHeight: card.height, scale }),
  ]
}

/** The plate of a board right of its waste. */
function rowPlate({ left, top, scale }: Board, card: Arrangement['card'], step: number): Rect {
  const x = left + PLATE_FROM * card.width * scale * step
  const right = left + ((COLUMNS - 1) * step + 1) * card.width * scale
  return { x, y: top, width: right - x, height: card.height * scale }
}

/** The middles of the plates are spots too: a table for the left hand mirrors them as they are. */
function finish(arranged: Arrangement, plates: Layout['plates']): Layout {
  const points = (['you', 'opp'] as const).map((side) => {
    const { x, y, width, height } = plates[side]
    return [`plate-${side}`, flat(x + width / 2, y + height / 2, 0)] as const
  })
  const size = ({ width, height }: Rect) => Math.min(64, Math.max(10.5, Math.min(width / 12, height / 4)))
  const opp = size(plates.opp)
  return { ...arranged, spots: new Map([...arranged.spots, ...points]), plates, font: { you: Math.min(size(plates.you), opp * OWN_TEXT), opp } }
}
