/** Cards that can never be needed on the tableau again, for games that build down there in alternating colours. */
import { isRed, SUITS, type Face } from '@/cards/faces'
import type { ShownCard } from '@/protocol/types'

/** How far each suit is built up. */
export function heights(foundations: readonly (readonly ShownCard[])[]): ReadonlyMap<string, number> {
  return new Map(foundations.flatMap((pile) => pile.slice(-1).flatMap(({ suit, rank }) => (suit && rank ? [[suit, rank] as const] : []))))
}

/**
 * Whether a card that fits its foundation can never be useful on the tableau again.
 *
 * Only cards one rank lower of the other colour go onto it. If those two are home and every card below them too, nothing
 * that is still in play could ever go on it or on a run that it begins, even if cards come back from the foundations.
 * Aces and twos are always safe: what goes onto a two is an ace, which goes home instead.
 */
export function isSafe({ rank, suit }: Face, home: ReadonlyMap<string, number>): boolean {
  return rank <= 2 || SUITS.every((other) => (home.get(other) ?? 0) >= (isRed(other) === isRed(suit) ? rank - 2 : rank - 1))
}
