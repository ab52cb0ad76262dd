/** Who is ahead: the lowest total first, equal ones as the option says. */
import { seatNumber } from '@/games/shapes'
import type { Standing } from '@/table/model'

import { SEATS, type Seat } from './seats'
import type { View } from './types'
import { texts } from './words'

export function ranked({ scores, reachedRound, options }: View): readonly Seat[] {
  const later = options.tieBreak === 'later' ? 1 : 0
  const rank = (seat: Seat) => (scores[seatNumber(seat)] ?? 0) - (later * (reachedRound[seatNumber(seat)] ?? 0)) / 1e4
  return [...SEATS].sort((a, b) => rank(a) - rank(b))
}

const inPoints = (points: number) => `${points} ${texts.value.own.points(points)}`

export function ranking(view: View, names: readonly string[]): readonly Standing[] {
  return ranked(view).map((seat) => ({
    seat, name: names[seatNumber(seat)] ?? '', result: inPoints(view.scores[seatNumber(seat)] ?? 0),
    won: view.winners.includes(seat), isMe: view.seat === seat,
  }))
}
