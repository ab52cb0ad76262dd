/** Best places: the legal moves of a tapped card, in the order in which taps make them. */
import type { Move, Pile } from './model'
import { longest, type Hold } from './reach'

/** What a move is good for, from the best to the worst. */
const HOME = 0
/** It exposes a hidden card, empties a column, or brings a card into play. */
const GAIN = 1
/** The same, but more cards move than were tapped. */
const GAIN_OF_MORE = 2
const ACROSS = 3
const ACROSS_OF_MORE = 4
/** To an empty column, which another card may need. */
const EMPTY = 5
/** To a pocket, which is worth more while it is free. */
const POCKET = 6

interface Rated {
  readonly move: Move
  readonly worth: number
  /** How long a run is moved, or built on. */
  readonly run: number
}

/**
 * Return the moves that a tap on the first card of `hold` may make, the best first.
 *
 * Longer runs of the same column count too, since the tapped card is part of them. A whole column is not moved to an
 * empty one: that gains nothing.
 */
export function ranked(hold: Hold, piles: readonly Pile[], movesFrom: (hold: Hold) => readonly Move[]): readonly Move[] {
  const from = piles.find((pile) => pile.id === hold.pile)
  if (!from) return []
  return [hold.count, ...longerRuns(from, hold.count)]
    .flatMap((count) => movesFrom({ pile: from.id, count }))
    .flatMap((move) => rate(move, from, hold.count, piles))
    .sort((a, b) => a.worth - b.worth || b.run - a.run)
    .map(({ move }) => move)
}

function longerRuns(from: Pile, count: number): readonly number[] {
  const more = from.kind === 'tableau' ? longest(from) - count : 0
  return Array.from({ length: Math.max(0, more) }, (_, index) => count + index + 1)
}

function rate(move: Move, from: Pile, tapped: number, piles: readonly Pile[]): Rated[] {
  const to = piles.find((pile) => pile.id === move.to)
  const isMore = move.count > tapped
  const worth = to ? worthOf(move, from, to, isMore) : null
  if (!to || worth === null || (isMore && worth >= EMPTY)) return []
  return [{ move, worth, run: isMore ? move.count : longest(to) }]
}

function worthOf(move: Move, from: Pile, to: Pile, isMore: boolean): number | null {
  const left = from.cards.length - move.count
  if (to.kind === 'foundation') return HOME
  if (to.kind === 'pocket') return POCKET
  if (to.cards.length === 0 && to.kind === 'tableau') return from.kind === 'tableau' && left === 0 ? null : EMPTY
  const gains = from.kind === 'tableau' ? left === 0 || !from.cards[left - 1]?.face : from.kind !== 'foundation'
  if (gains) return isMore ? GAIN_OF_MORE : GAIN
  return isMore ? ACROSS_OF_MORE : ACROSS
}

/** Remembers where taps have put one card, so that the next tap on it finds another place. */
export class Cycle {
  private card: string | undefined
  private visited: readonly string[] = []

  /** Whether this card is where the last tap put it. */
  has(card: string | undefined, pile: string): boolean {
    return card !== undefined && card === this.card && this.visited.at(-1) === pile
  }

  /** Of the moves of the card, the best to a place where it has not been; else to the one that it left first. */
  next(moves: readonly Move[]): Move | undefined {
    const since = (move: Move) => this.visited.indexOf(move.to)
    return moves.find((move) => since(move) < 0) ?? [...moves].sort((a, b) => since(a) - since(b))[0]
  }

  went(card: string | undefined, move: Move): void {
    const before = this.has(card, move.from) ? this.visited.filter((pile) => pile !== move.to) : [move.from]
    this.card = card
    this.visited = [...before, move.to]
  }

  end(): void {
    this.card = undefined
  }
}
