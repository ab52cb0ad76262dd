/** Cards at the table: four foundations near the top, eight piles below, sized by the text's own formulas. */
import { closedFan } from '@/table/places'
import { flat, laidOut, ofKind, readable } from '@/games/grid'
import { heights, isSafe } from '@/games/safe'
import { laid, payloadOf, pileAt, placeAt, type Place } from '@/games/shapes'
import type { WireAction } from '@/protocol/types'
import type { Suit } from '@/cards/faces'
import type { Arrangement, Box, GameRoom, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import type { View } from './types'

/** The suits in the order of their foundations. */
const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D']

const MARGIN = 8

export interface Sizes {
  readonly width: number
  readonly cardWidth: number
  readonly cardHeight: number
  readonly overlap: number
}

/** The sizes that the text gives for a window. */
export function sizes({ width: inner, height }: Box): Sizes {
  const width = Math.min(inner, (4 * height) / 3)
  const cardWidth = width / 9
  const cardHeight = (4 * cardWidth) / 3
  return { width, cardWidth, cardHeight, overlap: Math.max(cardHeight / 5.1, height / 32) }
}

function piles(view: View): readonly Pile[] {
  const { piles: name, cards: names } = words.value
  return [
    ...view.foundations.map((cards, index): Pile => {
      const suit = SUITS[index] ?? 'S'
      return { id: `foundation-${index}`, kind: 'foundation', cards: cards.map(laid), label: name.foundationOf(names.suits[suit]), suit, mine: true }
    }),
    ...view.tableau.map((cards, index): Pile => ({
      id: `tableau-${index}`, kind: 'tableau', cards: cards.map(laid), label: name.column(index + 1), mine: true,
    })),
  ]
}

function move(view: View, action: WireAction): Move[] {
  const { source, target, count } = payloadOf(action) as { source?: Place; target?: Place; count?: number }
  if (!source) return []
  const from = pileAt(source)
  if (target) return [{ from, to: pileAt(target), count: count ?? 1, action }]
  const suit = source.index === undefined ? undefined : view.tableau[source.index]?.at(-1)?.suit
  return suit === undefined ? [] : [{ from, to: `foundation-${SUITS.indexOf(suit as Suit)}`, count: 1, action }]
}

/** The foundations above the piles; where the window is so low that there is room beside them, two at each side. */
function arrange(all: readonly Pile[], box: Box): Arrangement {
  const { width, cardWidth, cardHeight, overlap } = sizes({ width: innerWidth, height: innerHeight })
  const left = (box.width - width) / 2
  const gap = (width - 8 * cardWidth) / 9
  const x = (column: number) => left + gap + column * (cardWidth + gap)
  const hasSides = left - MARGIN >= 2 * (cardWidth + gap)
  const home = (index: number) => (hasSides ? index + (index < 2 ? -2 : 6) : index + 2)
  const apart = (index: number) => (hasSides ? (index < 2 ? -1 : 1) * Math.min(gap * 2, left - MARGIN - 2 * (cardWidth + gap)) : 0)
  const tableau = ofKind(all, 'tableau')
  const y = MARGIN + (hasSides ? 0 : cardHeight * 1.25)
  const fan = closedFan(tableau.map((pile) => pile.cards), overlap, overlap, box.height - MARGIN - y - cardHeight, readable(cardHeight))
  const spots = new Map<string, Spot>([
    ...ofKind(all, 'foundation').map((pile, index) => [pile.id, flat(x(home(index)) + apart(index), MARGIN)] as const),
    ...tableau.map((pile, index) => [pile.id, { x: x(index), y, scale: 1, fan: { x: 0, ...fan } }] as const),
  ])
  return laidOut(all, { width: cardWidth, height: cardHeight }, spots, box)
}

function safe(view: View, moves: readonly Move[]): Move | undefined {
  const home = heights(view.foundations)
  const tops = new Map(piles(view).map((pile) => [pile.id, pile.cards.at(-1)?.face]))
  return moves.find(({ from, to }) => {
    const face = tops.get(from)
    return from.startsWith('tableau') && to.startsWith('foundation') && face !== undefined && isSafe(face, home)
  })
}

export const room: GameRoom<View> = {
  piles,
  moves: (view, legal) => legal.flatMap((action) => move(view, action)),
  safe,
  propose: (from, count, to) => ({
    kind: to.kind === 'foundation' ? 'foundationMove' : 'tableauMove',
    payload: { source: placeAt(from.id), target: placeAt(to.id), count },
  }),
  figures: (view) => [{ label: words.value.table.left, value: view.tableau.reduce((sum, pile) => sum + pile.length, 0), isPassing: view.status === 'won' }],
  arrange,
}
