/** Finds cards in any value of a view. */
import { laid } from '@/games/shapes'
import type { ShownCard } from '@/protocol/types'
import type { Laid } from '@/table/model'

const CODE = /^[A2-9TJQK][CDHS]$/

export type Dict = Readonly<Record<string, unknown>>

export const isDict = (value: unknown): value is Dict => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value of an action names a card. */
export const isCode = (value: unknown): value is string => typeof value === 'string' && CODE.test(value)

/** The card that a value is: an object with a face or a back. */
export function cardIn(value: unknown): Laid | null {
  if (!isDict(value) || typeof value.faceDown !== 'boolean') return null
  return value.suit === undefined || /^[CDHS]$/.test(String(value.suit)) ? laid(value as unknown as ShownCard) : null
}

/** The one card that a value is or holds, such as that of `{card: {…}, seat: 'p2'}`. */
function oneCardIn(value: unknown): Laid | null {
  const card = cardIn(value)
  if (card || !isDict(value)) return card
  const held = Object.values(value).flatMap((one) => cardIn(one) ?? [])
  return held.length === 1 ? (held[0] ?? null) : null
}

/** The cards of a list that has nothing else; null otherwise. An empty place may be among them. */
export function cardsIn(value: unknown): readonly Laid[] | null {
  if (!Array.isArray(value)) return null
  const cards = value.map((one) => (one === null ? null : oneCardIn(one)))
  if (cards.every((card) => card === null) || cards.some((card, index) => card === null && value[index] !== null)) return null
  return cards.flatMap((card) => card ?? [])
}
