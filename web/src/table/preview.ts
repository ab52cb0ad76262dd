/** The table as it would look if an action were accepted, shown while the answer is on its way. */
import type { Move, Pile } from './model'

export function previewed(piles: readonly Pile[], moves: readonly Move[]): readonly Pile[] {
  return moves.reduce(moved, piles)
}

function moved(piles: readonly Pile[], move: Move): readonly Pile[] {
  const from = piles.find((pile) => pile.id === move.from)
  if (!from || move.count === 0 || move.count > from.cards.length || move.from === move.to) return piles
  const carried = from.cards.slice(-move.count)
  return piles.map((pile) => {
    if (pile.id === move.from) return { ...pile, cards: pile.cards.slice(0, -move.count) }
    return pile.id === move.to ? { ...pile, cards: [...pile.cards, ...carried] } : pile
  })
}
