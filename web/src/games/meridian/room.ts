/** Meridian Master at the table: seven columns with their types, foundations up from seven and down from six. */
import { columns, flat, grid, hanging, isLow, laidOut, ofKind, readable, strip, STRIP, thick } from '@/games/grid'
import { backs, laid, payloadOf, pileAt, placeAt, type Place } from '@/games/shapes'
import { isRed, type Face, type Suit } from '@/cards/faces'
import type { WireAction } from '@/protocol/types'
import type { Arrangement, Box, GameRoom, Laid, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import type { View } from './types'
import { texts } from './words'

const SUITS: readonly Suit[] = ['H', 'D', 'C', 'S']

/** The word for a name that the server sends. */
const named = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name

/** What a column is: in a word, in a sign, in a sign with a word, and explained. */
function building(view: View, index: number): { note: string; sign: string; name: string; explain: string } {
  const { own } = texts.value
  const kind = view.columnTypes[index]
  const direction = view.directions[index]
  if (kind === 'ace') return { note: own.ace, sign: 'A▲', name: `A ▲ ${own.ascending}`, explain: own.explain.ace }
  if (kind === 'king') return { note: own.king, sign: 'K▼', name: `K ▼ ${own.descending}`, explain: own.explain.king }
  if (direction === 'ascending') return { note: own.ascending, sign: '▲', name: `▲ ${own.ascending}`, explain: own.explain.ascending }
  if (direction === 'descending') return { note: own.descending, sign: '▼', name: `▼ ${own.descending}`, explain: own.explain.descending }
  return { note: own.open, sign: '', name: own.open, explain: own.explain.open }
}

/**
 * Whether the last cards of a column are accessible: open, of alternating colours, and each one rank from the next, all
 * in one direction. An Ace column goes up and a King column down. [MM-170]
 */
export function isRun(cards: readonly Laid[], kind: View['columnTypes'][number]): boolean {
  const faces = cards.flatMap(({ face }) => face ?? [])
  const steps = faces.slice(1).map((face, index) => {
    const below = faces[index] ?? face
    return isRed(face.suit) === isRed(below.suit) ? 0 : face.rank - below.rank
  })
  const ways = kind === 'ace' ? [1] : kind === 'king' ? [-1] : [1, -1]
  return faces.length === cards.length && ways.some((way) => steps.every((step) => step === way))
}

function piles(view: View): readonly Pile[] {
  const { piles: name, cards: names } = words.value
  const { own } = texts.value
  const foundation = (way: 'up' | 'down') =>
    view.foundations[way].map((cards, index): Pile => {
      const suit = SUITS[index] ?? 'H'
      const label = way === 'up' ? own.foundationUp(names.suits[suit]) : own.foundationDown(names.suits[suit])
      return {
        id: pileAt({ zone: 'foundation', index: index + (way === 'up' ? 0 : SUITS.length) }), kind: 'foundation', cards: cards.map(laid), label, suit, mine: false, explain: own.explain[way],
        ...(cards.length === 0 ? { badge: way === 'up' ? '7▲' : '6▼', badgeName: way === 'up' ? '7 → K' : '6 → A' } : {}),
      }
    })
  return [
    { id: 'stock', kind: 'stock', cards: backs(view.stock), count: view.stock, label: name.stock, sign: '↻', badge: String(view.stock), mine: true },
    { id: 'waste', kind: 'waste', cards: view.waste.map(laid), label: name.waste, mine: true },
    ...view.pockets.map((card, index): Pile => ({
      id: pileAt({ zone: 'pocket', index }), kind: 'pocket', cards: card ? [laid(card)] : [], label: own.pocket(index + 1), sign: '◔', mine: true,
      explain: own.explain.pocket, ...(card ? {} : { badgeName: own.pocketName }),
    })),
    ...foundation('up'),
    ...foundation('down'),
    ...view.tableau.map((cards, index): Pile => {
      const { note, sign, name: badgeName, explain } = building(view, index)
      const type = view.columnTypes[index]
      return {
        id: pileAt({ zone: 'tableau', index }), kind: 'tableau', cards: cards.map(laid), label: name.column(index + 1), mine: true,
        isRun: (run) => isRun(run, type ?? null),
        ...(cards.length > 0 ? { note, badge: sign, badgeName, explain } : { explain: own.explain.empty }),
      }
    }),
  ]
}

function moves(view: View, legal: readonly WireAction[]): readonly Move[] {
  const lies = new Map<string, { from: string; count: number }>()
  for (const pile of piles(view)) {
    pile.cards.forEach((card, index) => {
      if (card.id !== undefined) lies.set(card.id, { from: pile.id, count: pile.cards.length - index })
    })
  }
  return legal.flatMap((action): Move[] => {
    if (action.kind === 'draw') return [{ from: 'stock', to: 'waste', count: 0, action }]
    if (action.kind !== 'move') return []
    const { card, target } = payloadOf(action) as { card: string; target: Place }
    const place = lies.get(card)
    return place ? [{ ...place, to: pileAt(target), action }] : []
  })
}

/**
 * A card of a column or a pocket onto which nothing in play can be laid: its neighbours in rank of the other colour are
 * home, and from there no card comes back.
 */
function safe(view: View, moves: readonly Move[]): Move | undefined {
  const home = new Set([...view.foundations.up, ...view.foundations.down].flat().map(({ rank, suit }) => `${rank}${suit}`))
  const tops = new Map(piles(view).map((pile) => [pile.id, pile.cards.at(-1)?.face]))
  const isHome = (rank: number, suit: Suit) => rank < 1 || rank > 13 || home.has(`${rank}${suit}`)
  return moves.find(({ from, to }) => {
    const face = tops.get(from)
    if (!face || !(from.startsWith('tableau-') || from.startsWith('pocket-')) || !to.startsWith('foundation-')) return false
    const others = SUITS.filter((suit) => isRed(suit) !== isRed(face.suit))
    return others.every((suit) => isHome(face.rank - 1, suit) && isHome(face.rank + 1, suit))
  })
}

/** The first of the moves that bring all cards home, if nothing is hidden and foundations can take them one after another. */
function finish(view: View, moves: readonly Move[]): Move | undefined {
  const left = [...view.tableau, ...view.pockets.map((card) => (card ? [card] : [])), view.waste].map((pile) => pile.map(laid))
  if (view.stock > 0 || left.flat().some(({ face }) => !face)) return undefined
  const home = new Set([...view.foundations.up, ...view.foundations.down].flat().map(({ rank, suit }) => `${rank}${suit}`))
  const fits = ({ rank, suit }: Face) => rank === 7 || rank === 6 || home.has(`${rank > 7 ? rank - 1 : rank + 1}${suit}`)
  let first: string | undefined
  let pile = left.find(({ length }) => length > 0)
  while (pile) {
    pile = left.find((cards) => {
      const face = cards.at(-1)?.face
      return face !== undefined && fits(face)
    })
    const card = pile?.pop()
    first ??= card?.id
    if (card?.face) home.add(`${card.face.rank}${card.face.suit}`)
  }
  return left.every(({ length }) => length === 0) ? moves.find((move) => payloadOf(move.action).card === first && move.to.startsWith('foundation-')) : undefined
}

/** How high the type of a column above its cards is, in pixels. */
const BADGE = 16
const MARGIN = 8

/** Stock, pockets and waste at the left of the columns, the foundations in two rows at the right. */
function arrangeLow(all: readonly Pile[], box: Box): Arrangement {
  const { width, height, x, y } = grid(box, 13.6, 3.5)
  const spots = new Map<string, Spot>([
    ['stock', thick(x(0), y(0) + 2)],
    ['waste', hanging(x(1), y(0) + 2, height * STRIP * 0.8)],
    ...ofKind(all, 'pocket').map((pile, index) => [pile.id, flat(x(0), y(index + 1) + 2)] as const),
    ...ofKind(all, 'foundation').map((pile, index) => [pile.id, flat(x(9.6 + (index % 4)), y(Math.floor(index / 4)) + BADGE)] as const),
    ...columns({ piles: ofKind(all, 'tableau'), x: (index) => x(2.3 + index), y: y(0) + BADGE, bottom: box.height - MARGIN, cardHeight: height, closest: readable(height) }),
  ])
  return laidOut(all, { width, height }, spots, box)
}

/** Foundations beside the columns where the table is wide, above them where it is high. */
function arrange(all: readonly Pile[], box: Box): Arrangement {
  if (isLow(box)) return arrangeLow(all, box)
  const wide = box.width > box.height * 1.25
  const { width, height, x, y } = wide ? grid(box, 9.4, 4.5) : grid(box, 7, 6)
  const foundations = ofKind(all, 'foundation')
  const pockets = ofKind(all, 'pocket')
  const home = (index: number): Spot => {
    const [way, suit] = [Math.floor(index / 4), index % 4]
    return wide ? flat(x(7.4 + way), y(suit)) : flat(x(suit), y(way))
  }
  const first = wide ? 0 : 4
  const beside = (index: number): Spot => (wide ? flat(x(4 + index + 0.5), y(0)) : flat(x(4 + index), y(1)))
  const spots = new Map<string, Spot>([
    ['stock', thick(x(first), y(0))],
    ['waste', strip(x(first + 1), y(0), width * STRIP)],
    ...pockets.map((pile, index) => [pile.id, beside(index)] as const),
    ...foundations.map((pile, index) => [pile.id, home(index)] as const),
    ...columns({ piles: ofKind(all, 'tableau'), x, y: y(wide ? 1 : 2) + BADGE, bottom: box.height - MARGIN, cardHeight: height, closest: readable(height) }),
  ])
  return laidOut(all, { width, height }, spots, box)
}

export const room: GameRoom<View> = {
  piles,
  moves,
  arrange,
  safe,
  finish,
  propose(from, count, to) {
    const card = from.cards.at(-count)?.id
    const canBe = to.kind === 'tableau' || to.kind === 'pocket' || to.kind === 'foundation'
    return card && canBe ? { kind: 'move', payload: { card, target: placeAt(to.id) } } : null
  },
  figures: (view) => [
    { label: words.value.table.moves, value: view.moves },
    { label: texts.value.own.efficiency, value: `${view.efficiency} %`, note: named(texts.value.own.ratings, view.rating) },
  ],
  why(view, to, count) {
    const { why } = texts.value.own
    const index = placeAt(to.id).index ?? 0
    if (to.kind === 'foundation') return count > 1 ? undefined : index < SUITS.length ? why.up : why.down
    if (to.kind !== 'tableau') return undefined
    if (to.cards.length === 0) return why.empty
    const kind = view.columnTypes[index]
    return why[kind === 'ace' || kind === 'king' ? kind : (view.directions[index] ?? 'open')]
  },
  warnings: (view) => view.warnings.map((name) => named(texts.value.own.warnings, name)),
  tap: 'up',
}
