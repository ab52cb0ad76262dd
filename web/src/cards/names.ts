/** What cards are called, in the player's language: by name for screen readers, by letter on the cards. */
import { ref } from 'vue'

import { words } from '@/words'

import { rankText, type Face } from './faces'

/** Whether courts have the letters of the page's language, or those of most decks. */
export const lettersFollowLanguage = ref(true)

export function cardName(face: Face): string {
  const { ranks, suits, of } = words.value.cards
  return of(ranks[face.rank] ?? '', suits[face.suit])
}

/** What is printed in the corner of a card. */
export function rankLabel(rank: number): string {
  return (lettersFollowLanguage.value ? words.value.cards.letters[rank] : undefined) ?? rankText(rank)
}
