/** Cards as the page knows them: faces with a rank and a suit, and where their pips are. */
export type Suit = 'C' | 'D' | 'H' | 'S'

export interface Face {
  readonly rank: number
  readonly suit: Suit
}

export const SUITS: readonly Suit[] = ['C', 'D', 'H', 'S']

export const isRed = (suit: Suit) => suit === 'D' || suit === 'H'

/** What most decks print in the corner of a card. */
export const rankText = (rank: number) => ['', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'][rank] ?? ''

/** The face that a two-letter code such as `TD` names. */
export function faceOf(code: string): Face {
  return { rank: ' A23456789TJQK'.indexOf(code.charAt(0)), suit: code.charAt(1) as Suit }
}

/** Where the pips of a number card are, in hundredths of the pip field; those below the middle are upside down. */
export function pips(rank: number): readonly (readonly [x: number, y: number])[] {
  const [left, middle, right] = [20, 50, 80]
  const pairs = (...heights: number[]) => heights.flatMap((y) => [[left, y], [right, y]] as const)
  switch (rank) {
    case 1: return [[middle, 50]]
    case 2: return [[middle, 8], [middle, 92]]
    case 3: return [[middle, 8], [middle, 50], [middle, 92]]
    case 4: return pairs(8, 92)
    case 5: return [...pairs(8, 92), [middle, 50]]
    case 6: return pairs(8, 50, 92)
    case 7: return [...pairs(8, 50, 92), [middle, 29]]
    case 8: return [...pairs(8, 50, 92), [middle, 29], [middle, 71]]
    case 9: return [...pairs(8, 36, 64, 92), [middle, 50]]
    case 10: return [...pairs(8, 36, 64, 92), [middle, 22], [middle, 78]]
    default: return []
  }
}
