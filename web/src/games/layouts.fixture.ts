/** Tables of the sizes that windows leave for them, and what may be wrong with an arrangement on them. */
import type { Arrangement, Box, Pile } from '@/table/model'
import { ground, overlap } from '@/table/places'

/** By the size of the window: what its bars leave for the table. */
export const BOXES: Readonly<Record<string, Box>> = {
  '320×568': { width: 320, height: 402 },
  '390×844': { width: 390, height: 694 },
  '844×390': { width: 844, height: 278 },
  '820×1180': { width: 820, height: 1068 },
  '1440×900': { width: 1440, height: 796 },
  '3840×2160': { width: 3840, height: 2050 },
}

/** The piles that lie on each other or beyond the sides of the table, by name. */
export function clashes(piles: readonly Pile[], arrangement: Arrangement, box: Box): readonly string[] {
  const grounds = piles.map((pile) => ({ pile: pile.id, ...ground(pile, arrangement) }))
  const outside = grounds.filter((one) => one.x < 0 || one.y < 0 || one.x + one.width > box.width + 0.01 || one.y + one.height > arrangement.height)
  const touching = grounds.flatMap((one, index) => grounds.slice(index + 1).filter((other) => overlap(one, other) > 0.01).map((other) => `${one.pile} on ${other.pile}`))
  return [...outside.map(({ pile }) => `${pile} outside`), ...touching]
}
