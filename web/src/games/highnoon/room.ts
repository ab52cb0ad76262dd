/** HighNoon at the table: two boards, the own one larger, and eight foundations that both build on. */
import { backs, laid, payloadOf, seatNumber, type Place } from '@/games/shapes'
import type { Suit } from '@/cards/faces'
import type { WireAction } from '@/protocol/types'
import type { GameRoom, Move, Pile, Standing } from '@/table/model'
import { words } from '@/words'

import { isCountingDown } from './countdown'
import { layout, type Side } from './layout'
import TableTop from './TableTop.vue'
import type { BoardView, View } from './types'
import { texts } from './words'

/** The boards as they are shown: a watcher sees the first player's as the near one. */
function boards(view: View): readonly (readonly [Side, string, BoardView | undefined])[] {
  const mine = view.seat ?? 'p1'
  const theirs = mine === 'p1' ? 'p2' : 'p1'
  return [['you', mine, view.you ?? view.p1], ['opp', theirs, view.opp ?? view.p2]]
}

const idOf = (side: Side, place: Place) => `${side}-${place.zone}${place.index === undefined ? '' : `-${place.index}`}`

function board(side: Side, owner: string, shown: BoardView, playing: boolean): readonly Pile[] {
  const { piles: name } = words.value
  const called = (label: string) => (side === 'you' ? label : texts.value.own.theirs(label))
  const mine = side === 'you' && playing && !isCountingDown()
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

/** The place of a pile's name, as the player at `seat` writes it. */
function placeOf(pile: Pile): Place | null {
  const parts = pile.id.split('-')
  if (pile.kind === 'foundation') return { zone: 'foundation', owner: 'global', index: Number(parts[1]) }
  const [, zone, index] = parts
  if (pile.owner === undefined) return null
  return { zone: zone as Place['zone'], owner: pile.owner, ...(index === undefined ? {} : { index: Number(index) }) }
}

/** Both players, the winner first. */
function ranking(view: View, names: readonly string[]): readonly Standing[] {
  const { pointsUnit, leftUnit } = texts.value.own
  return boards(view)
    .map(([side, seat, shown]) => ({
      seat, name: names[seatNumber(seat)] ?? seat, won: view.winner === seat, isMe: side === 'you' && view.seat !== null,
      result: `${shown?.score ?? 0} ${pointsUnit(shown?.score ?? 0)} · ${shown?.cardsLeft ?? 0} ${leftUnit}`,
    }))
    .sort((a, b) => Number(b.won) - Number(a.won))
}

export const room: GameRoom<View> = {
  piles,
  moves: (view, legal) => (isCountingDown() ? [] : legal.flatMap((action) => move(view, action))),
  arrange: layout,
  propose(from, count, to) {
    const [source, target] = [placeOf(from), placeOf(to)]
    if (!source || !target) return null
    return to.kind === 'foundation'
      ? { kind: 'foundationMove', payload: { source, target } }
      : { kind: 'tableauMove', payload: { source, target, count } }
  },
  why(_view, to) {
    const { why } = texts.value.own
    if (to.kind === 'foundation') return why.foundation
    return to.kind === 'tableau' ? (to.cards.length === 0 ? why.empty : why.column) : undefined
  },
  figures: () => [],
  ranking,
  overlay: TableTop,
  /** With explicit turning the rule stays the server's; the page only sends the intent at once. */
  forThePlayer: (legal) => legal.find((action) => action.kind === 'flip') ?? null,
}
