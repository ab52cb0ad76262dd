/** The four seats, clockwise. */
export const SEATS = ['p1', 'p2', 'p3', 'p4'] as const

export type Seat = (typeof SEATS)[number]
