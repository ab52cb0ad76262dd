/** Never Nine at the table: the own hand below, three others around, the trick between them. */
import { flat } from '@/games/grid'
import { backs, laid, payloadOf, seatNumber } from '@/games/shapes'
import type { ShownCard, WireAction } from '@/protocol/types'
import type { Box, GameRoom, Laid, Move, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import { finishedTrick, isBetweenRounds } from './finished'
import { BACKS, layout, RAISED } from './layout'
import { ranking } from './ranking'
import { SEATS, turned } from './seats'
import TableTop from './TableTop.vue'
import type { TrickView, View } from './types'
import { texts } from './words'

const HAND = 'hand-'
/** The pile of a finished trick that is on its way to its winner. */
const SWEPT = 'swept'

/** A card of a round. The next round deals the same cards again, so a card's id names its round too. */
const laidIn = (round: number, card: ShownCard): Laid => ({ ...laid(card), id: `${round} ${card.cardId}` })

function piles(view: View, names: readonly string[]): readonly Pile[] {
  const { piles: label } = words.value
  const finished = finishedTrick(view)
  const shown = finished && !finished.swept ? finished : { trick: view.trick, round: view.round }
  const waits = isBetweenRounds(view)
  return [
    ...inOrderOfPlay(shown.trick).map((seat): Pile => ({
      id: `trick-${turned(view, seat)}`, kind: 'trick', cards: cardsOf(shown.trick, shown.round, seat), owner: `seat-${seatNumber(seat)}`,
      label: label.trickOf(names[seatNumber(seat)] ?? ''), mine: false,
    })),
    ...SEATS.filter((seat) => seat !== view.seat).map((seat): Pile => {
      const index = seatNumber(seat)
      return {
        id: `seat-${turned(view, seat)}`, kind: 'hand', cards: backs(waits ? 0 : (view.handSizes[index] ?? 0), 9), owner: `seat-${index}`,
        label: label.handOf(names[index] ?? ''), mine: false,
      }
    }),
    ...(waits ? [] : (view.hand ?? [])).map((card): Pile => ({
      id: `${HAND}${card.cardId}`, kind: 'hand', cards: [laidIn(view.round, card)], owner: `seat-${seatNumber(view.seat ?? 'p1')}`, label: label.hand, mine: true,
    })),
    ...(finished?.swept && finished.trick.winner ? [{
      id: `${SWEPT}-${turned(view, finished.trick.winner)}`, kind: 'trick' as const, mine: false,
      cards: SEATS.flatMap((seat) => cardsOf(finished.trick, finished.round, seat)),
      label: texts.value.own.tricksOf(names[seatNumber(finished.trick.winner)] ?? ''),
    }] : []),
  ]
}

/** The seats from the leader on, so that later cards are on top of earlier ones. */
const inOrderOfPlay = ({ leader }: TrickView) => SEATS.map((_, index) => SEATS[(seatNumber(leader) + index) % SEATS.length] ?? leader)

const cardsOf = (trick: TrickView, round: number, seat: string): readonly Laid[] =>
  trick.moves.filter((move) => move.seat === seat).map(({ card }) => laidIn(round, card))

function moves(view: View, legal: readonly WireAction[]): readonly Move[] {
  if (isBetweenRounds(view)) return []
  return legal.flatMap((action) => {
    if (action.kind !== 'play') return []
    const { card } = payloadOf(action) as { card: string }
    return [{ from: `${HAND}${card}`, to: 'trick-0', count: 1, action }]
  })
}

function arrange(all: readonly Pile[], box: Box, movable: ReadonlySet<string>) {
  const at = layout(box)
  const { width, height } = at.card
  const hand = all.filter((pile) => pile.id.startsWith(HAND))
  const spots = new Map<string, Spot>()
  for (const [index, pile] of hand.entries()) {
    const { x, y } = at.hand(hand.length)[index] ?? { x: 0, y: 0 }
    spots.set(pile.id, flat(x, y - (movable.has(pile.id) ? height * RAISED : 0)))
  }
  for (const [index, { x, y }] of at.trick.entries()) spots.set(`trick-${index}`, flat(x, y))
  for (const [index, plate] of at.plates.entries()) {
    const middle = plate.x + plate.width / 2
    const cards = all.find((pile) => pile.id === `seat-${index}`)?.cards.length ?? 0
    const back = { width: width * at.backScale, height: height * at.backScale }
    const across = Math.min(back.width * 0.5, (plate.width - 8 - back.width) / 8)
    const left = middle - (back.width + across * Math.max(0, cards - 1)) / 2
    // the place of an empty hand is hidden by the plate
    spots.set(`seat-${index}`, cards > 0 ? { x: left, y: plate.y - height * BACKS, scale: at.backScale, fan: { x: across, y: 0 } } : flat(middle, plate.y + 4, at.backScale / 4))
    spots.set(`${SWEPT}-${index}`, flat(middle - back.width / 2, plate.y + (plate.height - back.height) / 2, at.backScale))
    // a point, so that a table for the left hand mirrors it as it is
    spots.set(`plate-${index}`, flat(middle, plate.y + plate.height / 2, 0))
  }
  return { card: at.card, spots, height: at.height }
}

export const room: GameRoom<View> = {
  piles,
  moves,
  arrange,
  propose(from, _, to) {
    return from.id.startsWith(HAND) && to.kind === 'trick' ? { kind: 'play', payload: { card: from.id.slice(HAND.length) } } : null
  },
  figures: () => [],
  ending: ({ options }) => texts.value.own.reached(options.limit),
  ranking,
  overlay: TableTop,
  tap: 'play',
  describe: (action) => (action.kind === 'bid' ? texts.value.own.bidAdvice(Number(payloadOf(action).bid)) : ''),
}
