/** The twelve court figures as symbols, drawn once for the whole page; faces refer to them as `#court-13-S`. */
import { SUITS, type Suit } from '../faces'

import { jack } from './jack'
import { king } from './king'
import { LIVERIES } from './parts'
import { queen } from './queen'

/** The upper half of a figure: its middle, around which a whole card is symmetric, is at (78, 106). */
export const COURT = { left: 0, top: -6, width: 156, height: 124 } as const

const FIGURES: Readonly<Record<number, (suit: Suit) => string>> = { 11: jack, 12: queen, 13: king }

/** What is woven into the robes of a suit. */
const WEAVES: Readonly<Record<Suit, string>> = {
  S: 'M0 4l5 5 5-5',
  H: 'M0 2a5 5 0 0 0 10 0',
  C: 'M5 2v6M2 5h6',
  D: 'M5 1l4 4-4 4-4-4z',
}

const weave = (suit: Suit) =>
  `<pattern id="weave-${suit}" width="10" height="10" patternUnits="userSpaceOnUse"><path d="${WEAVES[suit]}" fill="none" stroke="${LIVERIES[suit].trim}" stroke-width="1.4" opacity=".55"/></pattern>`

const symbol = (rank: number, suit: Suit) =>
  `<symbol id="court-${rank}-${suit}" viewBox="${COURT.left} ${COURT.top} ${COURT.width} ${COURT.height}"><g clip-path="url(#court-half)">${FIGURES[rank]?.(suit) ?? ''}</g></symbol>`

/** Halves meet in a line that rises to the right. */
const HALF = '<clipPath id="court-half"><path d="M0-6h156V96L0 116z"/></clipPath>'

export const courtShapes = () =>
  `<defs>${HALF}${SUITS.map(weave).join('')}</defs>${SUITS.flatMap((suit) => [11, 12, 13].map((rank) => symbol(rank, suit))).join('')}`
