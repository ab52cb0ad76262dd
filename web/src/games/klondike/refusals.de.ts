/** Warum Klondike einen Zug ablehnt. */
import { article } from '@/words/article'
import type { Saying } from '@/words/reasons'

import type { Reason } from './types'

export const reasons: Readonly<Record<Reason, Saying>> = {
  'a column cannot be laid on itself': 'Die Karte liegt schon in dieser Spalte.',
  'auto-complete waits until all columns are face-up and the win is certain': '„Alles ablegen“ geht erst, wenn alle Spalten offen liegen und der Sieg sicher ist.',
  'cards go up to a foundation one card at a time': 'Auf einen Zielstapel darf immer nur eine Karte.',
  'no foundation takes the {} now': (card) => `${article(card)} passt gerade auf keinen Zielstapel.`,
  'no redeal is left': 'Du darfst die Ablage nicht mehr wenden.',
  'only face-up cards that form a run can be moved': 'Du kannst nur offene Karten bewegen, die eine Folge bilden.',
  'only the top card of a {} can be taken': 'Hier darfst du nur die oberste Karte nehmen.',
  'only {} cards are there, not {}': 'So viele Karten liegen dort nicht.',
  'the game is won; deal a new one': 'Das Spiel ist gewonnen. Fang ein neues an.',
  'the stock is empty and no redeal is left': 'Der Talon ist leer, und du darfst die Ablage nicht mehr wenden.',
  'the stock is empty; recycle the waste': 'Der Talon ist leer. Wende die Ablage.',
  'the stock is not empty yet': 'Der Talon ist noch nicht leer.',
  'the {} does not go on column {}': (card, column) => `${article(card)} passt nicht auf Spalte ${column}.`,
  'the {} does not go on foundation {}': (card, foundation) => `${article(card)} passt nicht auf Zielstapel ${foundation}.`,
  'the {} is not a king: only a king goes on an empty column': (card) => `${article(card)} ist kein König: Auf eine leere Spalte darf nur ein König.`,
  'there is nothing to draw: the stock and the waste are empty': 'Es gibt nichts zu ziehen: Talon und Ablage sind leer.',
}
