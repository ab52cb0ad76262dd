/** The legal moves, looked up by where they begin. */
import type { Move, Pile } from './model'

export interface Hold {
  readonly pile: string
  readonly count: number
}

export const DOUBLE_CLICK = 300

export class Reach {
  private readonly byStart = new Map<string, Move[]>()

  constructor(readonly moves: readonly Move[]) {
    for (const move of moves) {
      const start = `${move.from} ${move.count}`
      this.byStart.set(start, [...(this.byStart.get(start) ?? []), move])
    }
  }

  from(hold: Hold): readonly Move[] {
    return this.byStart.get(`${hold.pile} ${hold.count}`) ?? []
  }

  /** What a tap on a pile does without picking anything up, such as a draw. */
  tap(pile: string): Move | undefined {
    return this.byStart.get(`${pile} 0`)?.[0]
  }

  /** The move to a pile; any foundation will do, since a card fits only one. */
  to(hold: Hold, target: Pile, piles: readonly Pile[]): Move | undefined {
    const moves = this.from(hold)
    const direct = moves.find((move) => move.to === target.id)
    return direct ?? (target.kind === 'foundation' ? this.home(hold, piles) : undefined)
  }

  /** The move to a foundation. */
  home(hold: Hold, piles: readonly Pile[]): Move | undefined {
    const homes = new Set(piles.filter((pile) => pile.kind === 'foundation').map((pile) => pile.id))
    return this.from(hold).find((move) => homes.has(move.to))
  }
}

/** How many cards are picked up with the one at `index`; 0 if it cannot be picked up at all. */
export function carried(pile: Pile, index: number): number {
  if (!pile.mine || !pile.cards[index]?.face || pile.kind === 'stock' || pile.kind === 'trick') return 0
  const count = pile.cards.length - index
  if (pile.isRun && !pile.isRun(pile.cards.slice(index))) return 0
  return pile.kind === 'tableau' || count === 1 ? count : 0
}

/** How many cards of a pile could be picked up at most. */
export function longest(pile: Pile): number {
  const counts = pile.cards.map((_, index) => carried(pile, index))
  return Math.max(0, ...counts)
}
