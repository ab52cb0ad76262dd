/** How is a card called? In the language of the player, for those who hear the table. */
import { words } from '@/words'

import type { Face } from './faces'

export function cardName(face: Face): string {
  const { ranks, suits, of } = words.value.cards
  return of(ranks[face.rank] ?? '', suits[face.suit])
}
