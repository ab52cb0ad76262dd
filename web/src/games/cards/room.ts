/** Cards at the table: four foundations near the top, eight piles below, sized by the text's own formulas. */
import { closedFan } from '@/table/places'
import { flat, laidOut, ofKind, readable } from '@/games/grid'
import { laid, payloadOf, pileAt, placeAt, type Place } from '@/games/shapes'
import type { WireAction } from '@/protocol/types'
import type { Suit } from '@/cards/faces'
import type { Box, GameRoom, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import type { View } from './types'

/** The suits in the order of their foundations. */
const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D']

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

export const room: GameRoom<View> = {
  piles,
  moves: (view, legal) => legal.flatMap((action) => move(view, action)),
  propose: (from, count, to) => ({
    kind: to.kind === 'foundation' ? 'foundationMove' : 'tableauMove',
    payload: { source: placeAt(from.id), target: placeAt(to.id), count },
  }),
  figures: (view) => [{ label: words.value.table.left, value: view.tableau.reduce((sum, pile) => sum + pile.length, 0) }],
  arrange(all, box) {
    const window_ = { width: innerWidth, height: innerHeight }
    const { width, cardWidth, cardHeight, overlap } = sizes(window_)
    const left = (box.width - width) / 2
    const gap = (width - 8 * cardWidth) / 9
    const x = (column: number) => left + gap + column * (cardWidth + gap)
    const top = 8
    const tableau = ofKind(all, 'tableau')
    const y = top + cardHeight * 1.25
    const fan = closedFan(tableau.map((pile) => pile.cards), overlap, overlap, box.height - 8 - y - cardHeight, readable(cardHeight))
    const spots = new Map<string, Spot>([
      ...ofKind(all, 'foundation').map((pile, index) => [pile.id, flat(x(2 + index), top)] as const),
      ...tableau.map((pile, index) => [pile.id, { x: x(index), y, scale: 1, fan: { x: 0, ...fan } }] as const),
    ])
    return laidOut(all, { width: cardWidth, height: cardHeight }, spots, box)
  },
}
