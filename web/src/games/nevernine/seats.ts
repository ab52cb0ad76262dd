/** The four seats, clockwise. */
import { seatNumber } from '@/games/shapes'

export const SEATS = ['p1', 'p2', 'p3', 'p4'] as const

export type Seat = (typeof SEATS)[number]

/** How far a seat sits from the one that looks: 0 below, 1 on the left, 2 opposite, 3 on the right. */
export const turned = (view: { readonly seat: Seat | null }, seat: Seat) => (seatNumber(seat) - seatNumber(view.seat ?? 'p1') + 4) % 4
