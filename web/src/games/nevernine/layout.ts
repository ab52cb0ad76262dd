/** Where everything is on the Never Nine table. It depends on the size of the table alone, so bidding and play look alike. */
import { RATIO } from '@/games/grid'
import type { Box } from '@/table/model'
import type { Point, Rect } from '@/table/places'

export interface Layout {
  readonly card: { readonly width: number; readonly height: number }
  /** How high the table is: it scrolls if there is less room. */
  readonly height: number
  /** The size of text, in pixels; plates and buttons grow with it. */
  readonly font: number
  /** How large a back is, compared to a card; what does not look out is hidden by the plate. */
  readonly backScale: number
  /** Upper left corners of the cards of a trick: the own one, then clockwise. */
  readonly trick: readonly Point[]
  /** The plates of the seats: the own one, then clockwise. */
  readonly plates: readonly (Rect & { readonly narrow: boolean })[]
  /** What is said about the turn, beside the own plate. */
  readonly status: Rect
  /** The buttons to bid with. On a low table they cover the trick, which is empty then. */
  readonly bids: Rect & { readonly rows: 1 | 2; readonly overTrick: boolean }
  /** Where the summary of a round may be: over the trick, off the hand and the bids. */
  readonly summary: Rect
  /** The upper left corner of each card of a hand of this size. */
  hand(cards: number): readonly Point[]
}

/** How far a card that may be played is raised, compared to its height. */
export const RAISED = 0.14
/** How much of the backs looks out above a plate, compared to a card's height. */
export const BACKS = 0.16
const BACK_SCALE = 0.4

const EDGE = 6
const SMALLEST_CARD = 40
const HAND = 9
/** Below this width the hand has two rows, so that cards are large enough for a finger. */
const TWO_ROWS_BELOW = 600
/** Below this height a wide table has no room for a trick in a cross and for bids below it. */
const LOW = 420
/** How high a table is at least, one that is as narrow as a phone and any other. */
const LEAST_HEIGHT = { narrow: 360, wide: 260 }
const PHONE = 480
/** Below this width a low table has no room for the own plate beside the hand; from this height on it has some above. */
const NARROW = 640
const STRIP_FROM = 290
/** How large the button for the scores is, in the upper left corner: its width in letters and its height in pixels. */
const SCORES = { letters: 7, height: 46 }
/** How much of a card in the upper row is seen: its rank and suit. */
const UPPER_ROW = 0.5
/** From one card of a row to the next, compared to a card's width. */
const STEP = 1.04

/** Cards of a trick from its middle, in card widths and heights: the own one, then clockwise. */
const CROSS = { x: [0, -1.06, 0, 1.06], y: [1, 0, -1, 0] }
const ROW = { x: [0.54, -1.62, -0.54, 1.62], y: [1, 0, -1, 0] }

interface Measures {
  readonly font: number
  readonly gap: number
  readonly plate: { readonly width: number; readonly height: number }
  /** A plate where there is little room beside. */
  readonly narrow: { readonly width: number; readonly height: number }
  readonly bidHeight: number
  /** How high own plate and bids are together, between trick and hand. */
  readonly strip: number
  readonly shape: 'tall' | 'low' | 'wide'
  /** How far one's own card of a trick and the one opposite are from its middle, in card heights. */
  readonly spread: number
}

function measuresOf({ width, height }: Box): Measures {
  const font = Math.min(44, Math.max(12, 8 + Math.min(width, height) / 70))
  const shape = height < LOW && width > height ? 'low' : width < Math.max(TWO_ROWS_BELOW, height * 0.95) ? 'tall' : 'wide'
  const plate = { width: font * 11.6, height: font * 3.1 }
  const bidHeight = shape === 'wide' ? font * 2.7 : Math.max(38, font * 3)
  const strip = { tall: plate.height + 2 * bidHeight + 8, low: width < NARROW && height >= STRIP_FROM ? plate.height : 0, wide: Math.max(plate.height, bidHeight) }
  return {
    font, shape, plate, bidHeight,
    gap: Math.max(4, font * 0.4),
    narrow: { width: Math.max(60, font * 5.6), height: font * 4.9 },
    strip: strip[shape],
    spread: shape === 'low' ? 0.1 : height < LOW ? 0.3 : shape === 'tall' && height < 560 ? 0.43 : 0.53,
  }
}

/** The width of a card that lets plates, trick, bids and hand fit below each other, and the hand beside itself. */
function cardWidth(box: Box, { font, gap, plate, narrow, strip, shape, spread }: Measures): number {
  const inner = box.width - 2 * EDGE
  const hand = RAISED + (shape === 'tall' ? 1 + UPPER_ROW : 1)
  const down = (box.height - 2 * EDGE - plate.height - strip - (strip ? 3 : 2) * gap) / (RATIO * (BACKS + 1 + 2 * spread + hand))
  const across = {
    tall: Math.min(inner / 5.2, (inner - 2 * gap - 2 * narrow.width) / 3.12),
    low: (strip ? inner : inner - 2 * (narrow.width + font * 2)) / (HAND * STEP),
    wide: inner / (HAND * STEP),
  }
  return Math.max(SMALLEST_CARD, Math.min(across[shape], down))
}

export function layout({ width: across, height: high }: Box): Layout {
  const box = { width: across, height: Math.max(high, across < PHONE ? LEAST_HEIGHT.narrow : LEAST_HEIGHT.wide) }
  const measures = measuresOf(box)
  const { gap, plate, narrow, strip, shape, spread } = measures
  const width = cardWidth(box, measures)
  const height = width * RATIO
  const middle = box.width / 2
  const handTop = box.height - EDGE - height * (shape === 'tall' ? 1 + UPPER_ROW : 1)
  const stripTop = handTop - height * RAISED - gap - strip
  const top = { x: middle - plate.width / 2, y: EDGE + height * BACKS, ...plate, narrow: false }
  const trickTop = top.y + plate.height + gap
  const spare = stripTop - (strip ? gap : 0) - trickTop - height * (1 + 2 * spread)
  const centre = trickTop + Math.max(0, spare / 2) + height * (0.5 + spread)
  const form = shape === 'low' ? ROW : CROSS
  const side = shape === 'tall' ? { ...narrow, narrow: true } : { ...plate, narrow: false }
  const edge = middle - EDGE - side.width
  const reach = shape === 'tall' ? edge : Math.min(edge, width * (0.5 + (form.x[3] ?? 0)) + measures.font * 2.5)
  const besideTrick = centre - side.height / 2 + (height * BACKS) / 2
  const belowScores = middle - reach - side.width < EDGE + measures.font * SCORES.letters ? EDGE + SCORES.height + height * BACKS : 0
  const sideY = shape === 'low' ? Math.max(trickTop - plate.height / 2, belowScores) : besideTrick
  const own = ownPlace(box, measures, { width, height, handTop, stripTop })
  return {
    card: { width, height },
    height: box.height,
    font: measures.font,
    backScale: Math.min(BACK_SCALE, BACKS + (plate.height * 0.9) / height),
    trick: form.x.map((x, index) => ({ x: middle - width / 2 + x * width, y: centre - height / 2 + (form.y[index] ?? 0) * spread * height })),
    plates: [own.plate, { x: middle - reach - side.width, y: sideY, ...side }, top, { x: middle + reach, y: sideY, ...side }],
    status: own.status,
    bids: own.bids,
    summary: { x: EDGE, y: EDGE, width: box.width - 2 * EDGE, height: own.bids.y - gap - EDGE - (shape === 'tall' ? plate.height : 0) },
    hand: (cards) => handPoints(cards, box.width, { width, height, top: handTop, rows: shape === 'tall' ? 2 : 1 }),
  }
}

/** Own plate, status and bids: above the hand, or at its ends where the table is low. */
function ownPlace(
  box: Box,
  { font, gap, plate, narrow, bidHeight, strip, shape }: Measures,
  at: { readonly width: number; readonly height: number; readonly handTop: number; readonly stripTop: number },
): Pick<Layout, 'status' | 'bids'> & { readonly plate: Layout['plates'][number] } {
  const { stripTop, handTop, height } = at
  if (shape === 'tall') {
    return {
      ...aboveHand(box, { gap, plate, stripTop }),
      bids: { x: EDGE, y: stripTop + plate.height + 4, width: box.width - 2 * EDGE, height: 2 * bidHeight + 4, rows: 2, overTrick: false },
    }
  }
  if (shape === 'low') {
    const hand = at.width * STEP * HAND
    const beside = (box.width - hand) / 2 - gap
    const y = handTop + (height - narrow.height) / 2
    const bids = Math.min(box.width - 2 * EDGE, bidHeight * 11.5)
    const pad = { x: (box.width - bids) / 2, width: bids, height: bidHeight, rows: 1, overTrick: true } as const
    if (strip) return { ...aboveHand(box, { gap, plate, stripTop }), bids: { ...pad, y: stripTop - gap - bidHeight } }
    return {
      plate: { x: beside - narrow.width, y, ...narrow, narrow: true },
      status: { x: box.width - beside, y: handTop, width: beside - EDGE, height },
      bids: { ...pad, y: handTop - height * RAISED - gap - bidHeight },
    }
  }
  const room = Math.min(box.width - 2 * EDGE, plate.width + bidHeight * 11 + font * 18)
  const left = (box.width - room) / 2
  const text = font * 15
  const bids = left + plate.width + 2 * gap
  const end = left + room - text
  return {
    plate: { x: left, y: stripTop + (strip - plate.height) / 2, ...plate, narrow: false },
    status: { x: end, y: stripTop, width: text, height: strip },
    bids: { x: bids, y: stripTop + (strip - bidHeight) / 2, width: end - 2 * gap - bids, height: bidHeight, rows: 1, overTrick: false },
  }
}

/** Own plate and status in a row above the hand. */
function aboveHand(box: Box, { gap, plate, stripTop }: Pick<Measures, 'gap' | 'plate'> & { readonly stripTop: number }) {
  const beside = EDGE + plate.width + 2 * gap
  return {
    plate: { x: EDGE, y: stripTop, ...plate, narrow: false },
    status: { x: beside, y: stripTop, width: box.width - EDGE - beside, height: plate.height },
  }
}

function handPoints(cards: number, tableWidth: number, at: { width: number; height: number; top: number; rows: 1 | 2 }): readonly Point[] {
  const step = at.width * STEP
  const row = (count: number, y: number) => {
    const left = (tableWidth - step * (count - 1) - at.width) / 2
    return Array.from({ length: count }, (_, index) => ({ x: left + index * step, y }))
  }
  if (at.rows === 1) return row(cards, at.top)
  const lower = cards > 5 ? Math.ceil(cards / 2) : cards
  return [...row(cards - lower, at.top), ...row(lower, at.top + at.height * UPPER_ROW)]
}
