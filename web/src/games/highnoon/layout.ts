/** Where everything is on the HighNoon table: one's own board large, the opponent's smaller, the foundations between them. */
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

const EDGE = 8
const COLUMNS = 7
const FOUNDATIONS = 8
/** From one column to the next, and the width of seven, in card widths. */
const STEP = 1.14
const BOARD = COLUMNS + (COLUMNS - 1) * (STEP - 1)
const WIDE = { opp: 0.5, foundation: 0.82, between: 0.35, rows: 3.8 }
const TALL = { opp: 0.56, rows: 8 }
/** The own plate begins after stock and waste. */
const PLATE_FROM = 3.05
/** How high a plate with three lines is at least, in pixels. */
const LEAST_PLATE = 52

interface Board {
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly scale: number
}

export function layout(piles: readonly Pile[], box: Box): Layout {
  return box.width > box.height * 1.1 ? wide(piles, box) : tall(piles, box)
}

/** Side by side: the own board, two columns of foundations, the other board below its plate. */
function wide(piles: readonly Pile[], box: Box): Layout {
  const units = BOARD * (1 + WIDE.opp) + 2 * WIDE.between + WIDE.foundation * (1 + STEP)
  const width = Math.min((box.width - 2 * EDGE) / units, (box.height - 2 * EDGE) / WIDE.rows / RATIO)
  const card = { width, height: width * RATIO }
  const left = (box.width - units * width) / 2
  const foundations = left + (BOARD + WIDE.between) * width
  const you = { left, top: EDGE, bottom: box.height - EDGE, scale: 1 }
  const plate = { x: foundations + (WIDE.foundation * (1 + STEP) + WIDE.between) * width, y: EDGE, width: BOARD * width * WIDE.opp, height: Math.max(LEAST_PLATE, card.height * WIDE.opp) }
  const opp = { left: plate.x, top: plate.y + plate.height + EDGE, bottom: box.height - EDGE, scale: WIDE.opp }
  const down = Math.min(card.height * WIDE.foundation * STEP, (box.height - 2 * EDGE - card.height * WIDE.foundation) / 3)
  const spots = new Map<string, Spot>([
    ...ofKind(piles, 'foundation').map((pile, index) =>
      [pile.id, flat(foundations + (index % 2) * width * WIDE.foundation * STEP, EDGE + Math.floor(index / 2) * down, WIDE.foundation)] as const),
    ...boardSpots(piles, 'you', you, card),
    ...boardSpots(piles, 'opp', opp, card),
  ])
  return finish({ card, spots, height: box.height }, { you: rowPlate(you, card), opp: plate })
}

/** One above the other: the other board with its plate beside it, the foundations in a row, the own board. */
function tall(piles: readonly Pile[], box: Box): Layout {
  const width = Math.min((box.width - 2 * EDGE) / BOARD, (box.height - 2 * EDGE) / TALL.rows / RATIO)
  const card = { width, height: width * RATIO }
  const left = (box.width - BOARD * width) / 2
  const foundation = BOARD / (FOUNDATIONS + (FOUNDATIONS - 1) * (STEP - 1))
  const opp = { left, top: EDGE, bottom: EDGE + card.height * TALL.opp * 3.1, scale: TALL.opp }
  const between = opp.bottom + card.height * 0.12
  const you = { left, top: between + card.height * (foundation + 0.14), bottom: box.height - EDGE, scale: 1 }
  const spots = new Map<string, Spot>([
    ...boardSpots(piles, 'opp', opp, card),
    ...ofKind(piles, 'foundation').map((pile, index) => [pile.id, flat(left + index * width * foundation * STEP, between, foundation)] as const),
    ...boardSpots(piles, 'you', you, card),
  ])
  const beside = left + BOARD * width * TALL.opp + EDGE
  const plate = { x: beside, y: EDGE, width: left + BOARD * width - beside, height: opp.bottom - EDGE }
  return finish({ card, spots, height: box.height }, { you: rowPlate(you, card), opp: plate })
}

function boardSpots(piles: readonly Pile[], side: Side, { left, top, bottom, scale }: Board, card: Arrangement['card']): [string, Spot][] {
  const x = (column: number) => left + column * card.width * scale * STEP
  const tableau = ofKind(piles, 'tableau').filter((pile) => pile.id.startsWith(side))
  return [
    [`${side}-stock`, thick(x(0), top, scale)],
    [`${side}-waste`, strip(x(1), top, card.width * scale * 0.3, scale)],
    ...columns({ piles: tableau, x, y: top + card.height * scale * STEP, bottom, cardHeight: card.height, scale }),
  ]
}

/** The plate of a board right of its waste. */
function rowPlate({ left, top, scale }: Board, card: Arrangement['card']): Rect {
  const x = left + PLATE_FROM * card.width * scale * STEP
  return { x, y: top, width: left + BOARD * card.width * scale - x, height: card.height * scale }
}

/** The middles of the plates are spots too: a table for the left hand mirrors them as they are. */
function finish(arranged: Arrangement, plates: Layout['plates']): Layout {
  const points = (['you', 'opp'] as const).map((side) => {
    const { x, y, width, height } = plates[side]
    return [`plate-${side}`, flat(x + width / 2, y + height / 2, 0)] as const
  })
  const size = ({ width, height }: Rect) => Math.min(64, Math.max(10.5, Math.min(width / 12, height / 4)))
  return { ...arranged, spots: new Map([...arranged.spots, ...points]), plates, font: { you: size(plates.you), opp: size(plates.opp) } }
}
