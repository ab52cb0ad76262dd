/** Descriptions for screen readers: piles, moves and the whole table. A face-down card is counted, never named. */
import type { Face } from '@/cards/faces'
import { cardName } from '@/cards/names'
import { words } from '@/words'

import type { Laid, Pile } from './model'

const size = (pile: Pile) => pile.count ?? pile.cards.length

/** A pile as its button is called: the name, what lies face-up from the top down, how many are hidden. */
export function describePile(pile: Pile): string {
  const { speech } = words.value
  const said = [pile.label]
  if (pile.note) said.push(pile.note)
  if (size(pile) === 0) return [...said, speech.empty].join(', ')
  const faces = facesOf(pile)
  const top = pile.kind === 'tableau' || pile.kind === 'hand' ? faces.reverse() : faces.slice(-1)
  said.push(...top.map(cardName))
  const hidden = size(pile) - facesOf(pile).length
  if (hidden > 0) said.push(speech.faceDown(hidden))
  else if (top.length < size(pile)) said.push(speech.cards(size(pile)))
  return said.join(', ')
}

const facesOf = (pile: Pile): Face[] => pile.cards.flatMap((card) => (card.face ? [card.face] : []))

export interface Changes {
  /** Piles that cards came to, with these cards. */
  readonly moved: readonly { readonly pile: Pile; readonly cards: readonly Laid[] }[]
  /** Cards that were not seen before. */
  readonly turned: readonly { readonly pile: Pile; readonly card: Laid; readonly index: number }[]
}

/** What changed between two tables: cards that moved, and cards that were turned. */
export function changes(before: readonly Pile[], after: readonly Pile[]): Changes {
  const homes = new Map(before.flatMap((pile) => pile.cards.flatMap((card) => (card.id ? [[card.id, pile.id] as const] : []))))
  const came = (card: Laid, pile: Pile) => card.id !== undefined && homes.has(card.id) && homes.get(card.id) !== pile.id
  const isNew = (card: Laid) => card.id !== undefined && !homes.has(card.id)
  return {
    moved: after.map((pile) => ({ pile, cards: pile.cards.filter((card) => came(card, pile)) })).filter(({ cards }) => cards.length > 0),
    turned: after.flatMap((pile) => pile.cards.flatMap((card, index) => (isNew(card) ? [{ pile, card, index }] : []))),
  }
}

/** The change between two tables in words, pile by pile. */
export function describeChange(before: readonly Pile[], after: readonly Pile[]): string {
  const { moved, turned } = changes(before, after)
  const said = after.flatMap((pile) => [
    ...moved.filter((one) => one.pile === pile).map(({ cards }) => tellMoved(cards, pile)),
    ...turned.filter((one) => one.pile === pile).map(({ card, index }) => tellTurned(card, index, pile)),
  ])
  return said.slice(0, 4).join('. ')
}

function tellMoved(cards: readonly Laid[], pile: Pile): string {
  const { speech } = words.value
  const first = cards[0]?.face
  if (!first) return ''
  return cards.length > 1 ? speech.movedRun(cards.length, cardName(first), pile.label) : speech.moved(cardName(first), pile.label)
}

function tellTurned(card: Laid, index: number, pile: Pile): string {
  const { speech } = words.value
  const name = card.face ? cardName(card.face) : ''
  if (pile.kind !== 'tableau') return pile.owner === undefined || pile.mine ? speech.drawn(name) : speech.drawnAt(name, pile.label)
  return speech.revealed(name, index + 1, pile.cards.length, pile.label)
}

/** The whole table, pile by pile. */
export const describeTable = (piles: readonly Pile[]) => piles.map(describePile).join('. ')
