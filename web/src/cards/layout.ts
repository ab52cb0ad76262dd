/** Where the parts of a card's face are, in units: a card is 90 wide and 120 high. */
import { glyphOf } from './glyphs'

export const FACE = { width: 90, height: 120 } as const

/** Two ways to print a card: with pips and whole figures, or with an index that is as large as it can be. */
export type FaceStyle = 'classic' | 'large'

/** Which parts of a covered card can be seen: 1 is all; below 0 the part at its right. */
export interface Seen {
  readonly across: number
  readonly down: number
}

export const UNCOVERED: Seen = { across: 1, down: 1 }

/** The rank and its suit in a corner. `size` is the height of both. */
export interface Index {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly suitX: number
  readonly suitY: number
}

const SIZES = {
  classic: { left: 5, top: 4.5, size: 15, gap: 1.6, below: 2 },
  large: { left: 7, top: 8, size: 36, gap: 4, below: 4 },
} as const

/** A suit is a little narrower than high. */
const SUIT = 0.92

/** Rank and suit side by side, as large as the visible part of the card allows; below each other in a narrow strip. */
export function indexOf(text: string, style: FaceStyle, seen: Seen = UNCOVERED): Index {
  const { left, top, size, gap, below } = SIZES[style]
  const { width } = glyphOf(text)
  const strip = Math.min(1, Math.abs(seen.across)) * FACE.width
  const scale = Math.min(1, (seen.down * FACE.height) / (top + size + below))
  const wide = (size * (width / 100 + SUIT) + gap) * scale
  const isSide = left * scale + wide + 1 <= strip
  const narrow = isSide ? scale : Math.min(scale, (strip - 2) / (left + size * Math.max(width / 100, SUIT)))
  const across = isSide ? wide : size * narrow * Math.max(width / 100, SUIT)
  const x = seen.across < 0 ? FACE.width - left * narrow - across : left * narrow
  const y = top * narrow
  return {
    x, y, size: size * narrow,
    suitX: isSide ? x + (size * (width / 100) + gap) * narrow : x,
    suitY: isSide ? y : y + (size + gap) * narrow,
  }
}

export const suitWidth = (index: Index) => index.size * SUIT

/** The right and lower edge of an index. */
export const endOf = (index: Index, text: string) => ({
  x: Math.max(index.suitX + suitWidth(index), index.x + (index.size * glyphOf(text).width) / 100),
  y: Math.max(index.y, index.suitY) + index.size,
})

export const PIP = 17
const FIELD = { left: 13.4, top: 27.9, width: 63.2, height: 64.2 } as const

/** Where a pip is, given its position in hundredths of the pip field. */
export const pipAt = ([x, y]: readonly [number, number]) => ({
  x: FIELD.left + (FIELD.width * x) / 100,
  y: FIELD.top + (FIELD.height * y) / 100,
})
