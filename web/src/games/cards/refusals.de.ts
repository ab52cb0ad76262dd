/** Warum Cards einen Zug ablehnt. */
import { article } from '@/words/article'
import type { Saying } from '@/words/reasons'

import type { Reason } from './types'

export const reasons: Readonly<Record<Reason, Saying>> = {
  'a pile cannot be laid on itself': 'Die Karte liegt schon in dieser Spalte.',
  'cards go up one at a time': 'Auf einen Zielstapel darf immer nur eine Karte.',
  'only cards that form a run can be moved together': 'Du kannst nur Karten zusammen bewegen, die eine Folge bilden.',
  'only face-up cards can be moved': 'Du kannst nur offene Karten bewegen.',
  'only the top card of a foundation can be taken back': 'Von einem Zielstapel darfst du nur die oberste Karte zurückholen.',
  'pile {} does not have {} cards': (pile) => `So viele Karten liegen nicht in Spalte ${pile}.`,
  'the foundation of {} does not take the {} yet': (_suit, card) => `${article(card)} passt noch nicht auf den Zielstapel.`,
  'the foundation of {} is empty': (suit) => `Der Zielstapel ${suit} ist leer.`,
  'the game is won': 'Das Spiel ist gewonnen.',
  'the {} does not go on pile {}': (card, pile) => `${article(card)} passt nicht auf Spalte ${pile}.`,
  'the {} does not go on the foundation of {}': (card, suit) => `${article(card)} gehört nicht auf den Zielstapel ${suit}.`,
}
