/** HighNoon at the table: two boards, the own one larger, and eight foundations that both build on. */
import { columns, flat, grid, ofKind, strip, thick, type Grid } from '@/games/grid'
import { backs, laid, payloadOf, type Place } from '@/games/shapes'
import type { Suit } from '@/cards/faces'
import type { WireAction } from '@/protocol/types'
import type { Box, GameRoom, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import Panel from './Panel.vue'
import type { BoardView, View } from './types'
import { told } from './words'

type Side = 'you' | 'opp'

/** The boards as they are shown: a watcher sees the first player's as the near one. */
function boards(view: View): readonly (readonly [Side, string, BoardView | undefined])[] {
  const mine = view.seat ?? 'p1'
  const theirs = mine === 'p1' ? 'p2' : 'p1'
  return [['you', mine, view.you ?? view.p1], ['opp', theirs, view.opp ?? view.p2]]
}

const idOf = (side: Side, place: Place) => `${side}-${place.zone}${place.index === undefined ? '' : `-${place.index}`}`

function board(side: Side, owner: string, shown: BoardView, playing: boolean): readonly Pile[] {
  const { piles: name } = words.value
  const called = (label: string) => (side === 'you' ? label : told.value.own.theirs(label))
  const mine = side === 'you' && playing
  return [
    { id: `${side}-stock`, kind: 'stock', cards: backs(shown.stock), count: shown.stock, label: called(name.stock), sign: '↻', badge: String(shown.stock), owner, mine },
    { id: `${side}-waste`, kind: 'waste', cards: shown.waste.map(laid), label: called(name.waste), owner, mine },
    ...shown.tableau.map((cards, index): Pile => ({
      id: `${side}-tableau-${index}`, kind: 'tableau', cards: cards.map(laid), label: called(name.column(index + 1)), owner, mine,
    })),
  ]
}

function piles(view: View): readonly Pile[] {
  const { piles: name, cards: names } = words.value
  return [
    ...view.foundations.map(({ cards, suit }, index): Pile => ({
      id: `foundation-${index}`, kind: 'foundation', cards: cards.map(laid), label: name.foundationOf(names.suits[suit as Suit]),
      suit: suit as Suit, mine: false,
    })),
    ...boards(view).flatMap(([side, owner, shown]) => (shown ? board(side, owner, shown, view.seat !== null) : [])),
  ]
}

function move(view: View, action: WireAction): Move[] {
  const { source, target, count } = payloadOf(action) as { source?: Place; target?: Place; count?: number }
  if (!source) return []
  const at = (place: Place) => (place.zone === 'foundation' ? `foundation-${place.index}` : idOf(place.owner === view.seat ? 'you' : 'opp', place))
  const from = at(source)
  if (action.kind === 'flip') return [{ from, to: from, count: 0, action }]
  if (!target) return []
  if (action.kind === 'recycle') return [{ from: at(target), to: from, count: 0, action }]
  return [{ from, to: at(target), count: action.kind === 'draw' ? 0 : (count ?? 1), action }]
}

/** The place that a pile's name stands for, as the player at `seat` writes it. */
function placeOf(pile: Pile): Place | null {
  const parts = pile.id.split('-')
  if (pile.kind === 'foundation') return { zone: 'foundation', owner: 'global', index: Number(parts[1]) }
  const [, zone, index] = parts
  if (pile.owner === undefined) return null
  return { zone: zone as Place['zone'], owner: pile.owner, ...(index === undefined ? {} : { index: Number(index) }) }
}

function boardSpots(all: readonly Pile[], side: Side, at: { grid: Grid; left: number; top: number; bottom: number; scale: number }): [string, Spot][] {
  const { scale, left, top, bottom } = at
  const { width, height } = at.grid
  const x = (column: number) => left + column * width * scale * 1.14
  const tableau = ofKind(all, 'tableau').filter((pile) => pile.id.startsWith(side))
  return [
    [`${side}-stock`, thick(x(0), top, scale)],
    [`${side}-waste`, strip(x(1), top, width * scale * 0.3, scale)],
    ...columns({ piles: tableau, x, y: top + height * scale * 1.14, bottom, cardHeight: height, scale }),
  ]
}

function arrange(all: readonly Pile[], box: Box) {
  const wide = box.width > box.height * 1.1
  const foundations = ofKind(all, 'foundation')
  const small = wide ? 0.55 : 0.72
  const table = wide ? grid(box, 9.6 + 7 * small, 4.6) : grid(box, 8, 8.4)
  const { width, height, x, y } = table
  const row = height * 1.14
  if (wide) {
    const spots = new Map<string, Spot>([
      ...foundations.map((pile, index) => [pile.id, flat(x(7.25 + (index % 2)), y(Math.floor(index / 2)))] as const),
      ...boardSpots(all, 'you', { grid: table, left: x(0), top: y(0), bottom: box.height - 8, scale: 1 }),
      ...boardSpots(all, 'opp', { grid: table, left: x(9.5), top: y(0), bottom: box.height - 8, scale: small }),
    ])
    return { card: { width, height }, spots, height: box.height }
  }
  const middle = y(0) + row * small * 3.2
  const spots = new Map<string, Spot>([
    ...boardSpots(all, 'opp', { grid: table, left: (box.width - width * small * (7 + 6 * 0.14)) / 2, top: y(0), bottom: middle - 6, scale: small }),
    ...foundations.map((pile, index) => [pile.id, flat(x(index), middle)] as const),
    ...boardSpots(all, 'you', { grid: table, left: (box.width - width * (7 + 6 * 0.14)) / 2, top: middle + row * 1.08, bottom: box.height - 8, scale: 1 }),
  ])
  return { card: { width, height }, spots, height: box.height }
}

export const room: GameRoom<View> = {
  piles,
  moves: (view, legal) => legal.flatMap((action) => move(view, action)),
  arrange,
  propose(from, count, to) {
    const [source, target] = [placeOf(from), placeOf(to)]
    if (!source || !target) return null
    return to.kind === 'foundation'
      ? { kind: 'foundationMove', payload: { source, target } }
      : { kind: 'tableauMove', payload: { source, target, count } }
  },
  figures: () => [],
  panel: Panel,
  /** With explicit turning the rule stays the server's; the page only sends the intent at once. */
  forThePlayer: (legal) => legal.find((action) => action.kind === 'flip') ?? null,
}
