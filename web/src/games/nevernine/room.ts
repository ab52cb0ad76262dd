/** Never Nine at the table: the own hand below, three others around, the trick between them. */
import { flat, grid } from '@/games/grid'
import { backs, laid, payloadOf, seatNumber } from '@/games/shapes'
import type { WireAction } from '@/protocol/types'
import type { Box, GameRoom, Laid, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import Panel from './Panel.vue'
import { SEATS, type Seat } from './seats'
import type { View } from './types'
import { told } from './words'

/** How far a seat sits from the one that looks: 0 below, 1 on the left, 2 opposite, 3 on the right. */
const turned = (view: View, seat: Seat) => (seatNumber(seat) - seatNumber(view.seat ?? 'p1') + 4) % 4

/** The card that a seat laid: to this trick, or while nobody has led, to the last one. */
function cardOf(view: View, seat: Seat): readonly Laid[] {
  const current = view.trick.moves.length > 0
  const shown = current ? view.trick : view.lastTrick
  const card = shown?.moves.find((move) => move.seat === seat)?.card
  if (card === undefined) return []
  // a card of the last round may be in somebody's hand again
  return [current || view.phase === 'play' ? laid(card) : { ...laid(card), id: `last ${card.cardId}` }]
}

function piles(view: View, names: readonly string[]): readonly Pile[] {
  const { piles: label } = words.value
  const others = SEATS.filter((seat) => seat !== view.seat)
  return [
    ...SEATS.map((seat, index): Pile => ({
      id: `trick-${turned(view, seat)}`, kind: 'trick', cards: cardOf(view, seat), owner: `seat-${index}`,
      label: label.trickOf(names[index] ?? ''), mine: false,
    })),
    ...others.map((seat): Pile => {
      const index = seatNumber(seat)
      const name = names[index] ?? ''
      return {
        id: `seat-${turned(view, seat)}`, kind: 'hand', cards: backs(view.handSizes[index] ?? 0, 9), owner: `seat-${index}`,
        label: label.handOf(name), seated: name, mine: false,
      }
    }),
    ...(view.hand ?? []).map((card): Pile => ({
      id: `hand-${card.cardId}`, kind: 'hand', cards: [laid(card)], owner: `seat-${seatNumber(view.seat ?? 'p1')}`, label: label.hand, mine: true,
    })),
  ]
}

function moves(_: View, legal: readonly WireAction[]): readonly Move[] {
  return legal.flatMap((action) => {
    if (action.kind !== 'play') return []
    const { card } = payloadOf(action) as { card: string }
    return [{ from: `hand-${card}`, to: 'trick-0', count: 1, action }]
  })
}

function arrange(all: readonly Pile[], box: Box, movable: ReadonlySet<string>) {
  const narrow = box.width < box.height
  const { width, height } = grid(box, narrow ? 6 : 11, narrow ? 5 : 4.1)
  const hand = all.filter((pile) => pile.id.startsWith('hand-'))
  const small = 0.6
  const top = 6 + height * (small + 0.62)
  const middle = { x: (box.width - width) / 2, y: Math.max(top, (box.height - height * 1.45) / 2 - height * 0.35) }
  const step = Math.min(width * 1.06, (box.width - 16 - width) / Math.max(1, hand.length - 1))
  const left = (box.width - step * (hand.length - 1) - width) / 2
  const bottom = box.height - height - 8
  const around: readonly Spot[] = [
    flat(middle.x, middle.y + height * 0.56),
    flat(middle.x - width * 1.08, middle.y),
    flat(middle.x, middle.y - height * 0.56),
    flat(middle.x + width * 1.08, middle.y),
  ]
  const across = width * small * 0.28
  const fan = { x: 0, y: height * small * 0.16, backY: height * small * 0.16 }
  const row = (box.width - width * small - across * 8) / 2
  const seats: readonly Spot[] = [
    { x: row, y: bottom + height * (1 - small), scale: small, fan: { x: across, y: 0 } },
    { x: 8, y: Math.max(8, middle.y - height * 0.5), scale: small, fan },
    { x: row, y: 6, scale: small, fan: { x: across, y: 0 } },
    { x: box.width - 8 - width * small, y: Math.max(8, middle.y - height * 0.5), scale: small, fan },
  ]
  const spots = new Map<string, Spot>([
    ...around.map((spot, index) => [`trick-${index}`, spot] as const),
    ...seats.map((spot, index) => [`seat-${index}`, spot] as const),
    ...hand.map((pile, index) => [pile.id, flat(left + index * step, bottom - (movable.has(pile.id) ? height * 0.14 : 0))] as const),
  ])
  return { card: { width, height }, spots, height: box.height }
}

export const room: GameRoom<View> = {
  piles,
  moves,
  arrange,
  propose(from, _, to) {
    const card = from.cards[0]?.id
    return card && to.kind === 'trick' ? { kind: 'play', payload: { card } } : null
  },
  figures: () => [],
  ending: ({ options }) => told.value.own.reached(options.limit),
  panel: Panel,
  tap: 'play',
}
