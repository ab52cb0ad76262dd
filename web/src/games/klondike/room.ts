/** Klondike at the table: seven columns, a stock and a waste, four foundations. */
import { columns, flat, grid, hanging, isLow, laidOut, ofKind, readable, spreadGrid, strip, STRIP, thick } from '@/games/grid'
import { heights, isSafe } from '@/games/safe'
import { backs, laid, payloadOf, pileAt, placeAt, type Place } from '@/games/shapes'
import type { WireAction } from '@/protocol/types'
import type { Arrangement, Box, GameRoom, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import type { View } from './types'
import { texts } from './words'

function piles(view: View): readonly Pile[] {
  const { piles: name } = words.value
  const canTurn = view.redealsLeft !== 0
  return [
    { id: 'stock', kind: 'stock', cards: backs(view.stock), count: view.stock, label: name.stock, sign: canTurn ? '↻' : '✕', badge: String(view.stock), mine: true },
    { id: 'waste', kind: 'waste', cards: view.waste.map(laid), label: name.waste, mine: true },
    ...view.foundations.map((cards, index): Pile => ({
      id: `foundation-${index}`, kind: 'foundation', cards: cards.map(laid), label: name.foundation(index + 1), sign: 'A', mine: true,
    })),
    ...view.tableau.map((cards, index): Pile => ({
      id: `tableau-${index}`, kind: 'tableau', cards: cards.map(laid), label: name.column(index + 1), mine: true,
    })),
  ]
}

/** The foundation that takes the top card of a place: solutions name none. */
function foundationFor(view: View, source: Place): Place {
  const cards = source.zone === 'waste' ? view.waste : view.tableau[source.index ?? 0]
  const suit = cards?.at(-1)?.suit
  const begun = view.foundations.findIndex((pile) => pile.at(-1)?.suit === suit)
  return { zone: 'foundation', index: begun >= 0 ? begun : view.foundations.findIndex((pile) => pile.length === 0) }
}

function move(view: View, action: WireAction): Move[] {
  const { source, target, count } = payloadOf(action) as { source?: Place; target?: Place; count?: number }
  if (action.kind === 'draw' || action.kind === 'recycle') return [{ from: 'stock', to: 'waste', count: 0, action }]
  if (!source) return []
  if (!target && action.kind !== 'foundationMove') return []
  return [{ from: pileAt(source), to: pileAt(target ?? foundationFor(view, source)), count: count ?? 1, action }]
}

/** Stock, waste and foundations above the columns. */
function arrangeHigh(all: readonly Pile[], box: Box): Arrangement {
  const { width, height, x, y } = spreadGrid(box, 7, 4)
  const spots = new Map<string, Spot>([
    ['stock', thick(x(0), y(0))],
    ['waste', strip(x(1), y(0), width * STRIP)],
    ...ofKind(all, 'foundation').map((pile, index) => [pile.id, flat(x(3 + index), y(0))] as const),
    ...columns({ piles: ofKind(all, 'tableau'), x, y: y(1) + 4, bottom: box.height - 8, cardHeight: height, closest: readable(height) }),
  ])
  return laidOut(all, { width, height }, spots, box)
}

/** The columns between stock and waste at the left and the foundations, two by two, at the right. */
function arrangeLow(all: readonly Pile[], box: Box): Arrangement {
  const { width, height, x, y } = grid(box, 10.8, 3.05)
  const spots = new Map<string, Spot>([
    ['stock', thick(x(0), y(0) + 2)],
    ['waste', hanging(x(0), y(1) + 2, height * STRIP * 0.8)],
    ...ofKind(all, 'foundation').map((pile, index) => [pile.id, flat(x(8.8 + (index % 2)), y(Math.floor(index / 2)))] as const),
    ...columns({ piles: ofKind(all, 'tableau'), x: (index) => x(1.4 + index), y: y(0), bottom: box.height - 8, cardHeight: height, closest: readable(height) }),
  ])
  return laidOut(all, { width, height }, spots, box)
}

/** A safe card of a column. The waste keeps its cards where taking one changes which of the others come up. */
function safe(view: View, moves: readonly Move[]): Move | undefined {
  const home = heights(view.foundations)
  const tops = new Map(piles(view).map((pile) => [pile.id, pile.cards.at(-1)?.face]))
  return moves.find(({ from, to }) => {
    const face = tops.get(from)
    const mayLeave = from.startsWith('tableau') || (from === 'waste' && view.options.draw === 1)
    return mayLeave && to.startsWith('foundation') && face !== undefined && isSafe(face, home)
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
  figures: (view) => [
    { label: words.value.table.score, value: view.score },
    { label: words.value.table.moves, value: view.moves },
    ...(view.redealsLeft === null ? [] : [{ label: texts.value.own.redeals, value: view.redealsLeft, isPassing: true }]),
  ],
  arrange: (all, box) => (isLow(box) ? arrangeLow(all, box) : arrangeHigh(all, box)),
}
