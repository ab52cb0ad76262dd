/** Meridian Master at the table: seven columns with their types, foundations up from seven and down from six. */
import { columns, flat, grid, laidOut, ofKind, readable, strip, thick } from '@/games/grid'
import { backs, laid, payloadOf } from '@/games/shapes'
import { isRed, type Suit } from '@/cards/faces'
import type { WireAction } from '@/protocol/types'
import type { Box, GameRoom, Laid, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import type { View } from './types'
import { told } from './words'

const SUITS: readonly Suit[] = ['H', 'D', 'C', 'S']

interface Location {
  readonly type: 'pocket' | 'tab' | 'fUp' | 'fDown'
  readonly col?: number
  readonly suit?: string
  readonly pocketNum?: number
}

/** The word for a name that the server sends. */
const named = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name

/** What a column is, in a word and in a sign. */
function building(view: View, index: number): { note: string; sign: string } {
  const { own } = told.value
  const kind = view.columnTypes[index]
  const direction = view.directions[index]
  if (kind === 'ace') return { note: own.ace, sign: '▲' }
  if (kind === 'king') return { note: own.king, sign: '▼' }
  if (direction === 'ascending') return { note: own.ascending, sign: '▲' }
  if (direction === 'descending') return { note: own.descending, sign: '▼' }
  return { note: own.open, sign: '' }
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
  const { own } = told.value
  const foundation = (way: 'up' | 'down') =>
    view.foundations[way].map((cards, index): Pile => {
      const suit = SUITS[index] ?? 'H'
      const label = way === 'up' ? own.foundationUp(names.suits[suit]) : own.foundationDown(names.suits[suit])
      return { id: `${way}-${suit.toLowerCase()}`, kind: 'foundation', cards: cards.map(laid), label, suit, mine: false, ...(cards.length === 0 ? { badge: way === 'up' ? '7▲' : '6▼' } : {}) }
    })
  return [
    { id: 'stock', kind: 'stock', cards: backs(view.stock), count: view.stock, label: name.stock, sign: '↻', badge: String(view.stock), mine: true },
    { id: 'waste', kind: 'waste', cards: view.waste.map(laid), label: name.waste, mine: true },
    ...view.pockets.map((card, index): Pile => ({
      id: `pocket-${index + 1}`, kind: 'pocket', cards: card ? [laid(card)] : [], label: own.pocket(index + 1), sign: '◔', mine: true,
    })),
    ...foundation('up'),
    ...foundation('down'),
    ...view.tableau.map((cards, index): Pile => {
      const { note, sign } = building(view, index)
      const type = view.columnTypes[index]
      return {
        id: `tab-${index}`, kind: 'tableau', cards: cards.map(laid), label: name.column(index + 1), mine: true,
        isRun: (run) => isRun(run, type ?? null),
        ...(cards.length > 0 ? { note, badge: type === 'ace' ? `A${sign}` : type === 'king' ? `K${sign}` : sign } : {}),
      }
    }),
  ]
}

function pileOf({ type, col, suit, pocketNum }: Location): string {
  if (type === 'tab') return `tab-${col}`
  if (type === 'pocket') return `pocket-${pocketNum ?? 1}`
  return `${type === 'fUp' ? 'up' : 'down'}-${suit}`
}

function locationOf(pile: string): Location {
  const [zone, name = ''] = pile.split('-')
  if (zone === 'tab') return { type: 'tab', col: Number(name) }
  if (zone === 'pocket') return { type: 'pocket', pocketNum: Number(name) }
  return { type: zone === 'up' ? 'fUp' : 'fDown', suit: name }
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
    const { card, target } = payloadOf(action) as { card: string; target: Location }
    const place = lies.get(card)
    return place ? [{ ...place, to: pileOf(target), action }] : []
  })
}

/** Beside the columns where the table is wide, above them where it is high. */
function arrange(all: readonly Pile[], box: Box) {
  const wide = box.width > box.height * 1.25
  const { width, height, x, y } = wide ? grid(box, 9.4, 4.75) : grid(box, 7, 6)
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
    ['waste', strip(x(first + 1), y(0), width * (wide ? 0.3 : 0.25))],
    ...pockets.map((pile, index) => [pile.id, beside(index)] as const),
    ...foundations.map((pile, index) => [pile.id, home(index)] as const),
    ...columns({ piles: ofKind(all, 'tableau'), x, y: y(wide ? 1 : 2) + 16, bottom: box.height - 8, cardHeight: height, closest: readable(height) }),
  ])
  return laidOut(all, { width, height }, spots, box)
}

export const room: GameRoom<View> = {
  piles,
  moves,
  arrange,
  propose(from, count, to) {
    const card = from.cards.at(-count)?.id
    const canBe = to.kind === 'tableau' || to.kind === 'pocket' || to.kind === 'foundation'
    return card && canBe ? { kind: 'move', payload: { card, target: locationOf(to.id) } } : null
  },
  figures: (view) => [
    { label: words.value.table.moves, value: view.moves },
    { label: told.value.own.efficiency, value: `${view.efficiency} % · ${named(told.value.own.ratings, view.rating)}` },
  ],
  warnings: (view) => view.warnings.map((name) => named(told.value.own.warnings, name)),
  tap: 'up',
}
