/** The element that shows each card. Cards keep theirs while they move or turn over. */
import type { Laid, Pile } from './model'

export interface Shown {
  /** Names the element; it reveals nothing about the card. */
  readonly key: number
  readonly pile: string
  readonly index: number
  readonly card: Laid
  /** For a card that was not there before: the pile that it comes out of. */
  readonly origin: string | null
}

const place = (pile: string, index: number) => `${pile} ${index}`

export class Elements {
  private last: readonly Shown[] = []
  private nextKey = 0

  /** Return the elements for these piles: a card has that of the same card before, or of the back that lay there. */
  follow(piles: readonly Pile[]): readonly Shown[] {
    const byId = new Map<string, Shown>()
    const backs = new Map<string, Shown>()
    for (const shown of this.last) {
      if (shown.card.id === undefined) backs.set(place(shown.pile, shown.index), shown)
      else byId.set(shown.card.id, shown)
    }
    this.last = piles.flatMap((pile) => {
      const origin = originOf(pile, piles)
      return pile.cards.map((card, index) => {
        const same = card.id === undefined ? undefined : byId.get(card.id)
        const before = same ?? backs.get(place(pile.id, index))
        const key = before?.key ?? this.nextKey++
        return { key, pile: pile.id, index, card, origin: before ? null : origin }
      })
    })
    return this.last
  }
}

/** Where cards that appear in a pile come from: the stock or the hand of the same owner. */
function originOf(pile: Pile, piles: readonly Pile[]): string {
  const source = piles.find((one) => one.owner === pile.owner && (one.kind === 'stock' || one.kind === 'hand'))
  return source?.id ?? pile.id
}
