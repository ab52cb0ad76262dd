/** Reads cards, places and seats from views, which all games write alike. */
import { faceOf, type Suit } from '@/cards/faces'
import type { ShownCard, WireAction } from '@/protocol/types'
import { HIDDEN, type Laid } from '@/table/model'

export function laid(card: ShownCard): Laid {
  if (card.cardId === undefined || card.rank === undefined || card.suit === undefined) return HIDDEN
  return { id: card.cardId, face: { rank: card.rank, suit: card.suit as Suit } }
}

export const laidCode = (code: string): Laid => ({ id: code, face: faceOf(code) })

/** A pile that is only counted: a few backs show that it is there, and how thick it is. */
export const backs = (count: number, most = 3): readonly Laid[] => Array.from({ length: Math.min(count, most) }, () => HIDDEN)

export interface Place {
  readonly zone: 'stock' | 'waste' | 'tableau' | 'foundation' | 'pocket'
  readonly index?: number
  readonly owner?: string
}

/** The number of a seat in lists that have an entry for each: `p1` is the first. */
export const seatNumber = (seat: string) => Number(seat.slice(1)) - 1

export const payloadOf = (action: WireAction) => action.payload as Readonly<Record<string, unknown>>

/** The name of the pile at a place. */
export const pileAt = (place: Place) => (place.index === undefined ? place.zone : `${place.zone}-${place.index}`)

/** The place of a pile's name. */
export function placeAt(pile: string): Place {
  const [zone, index] = pile.split('-')
  return { zone: zone as Place['zone'], ...(index === undefined ? {} : { index: Number(index) }) }
}
