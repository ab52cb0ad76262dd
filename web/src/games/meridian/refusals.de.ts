/** Warum Meridian Master einen Zug ablehnt. */
import type { Saying } from '@/words/reasons'

import type { Reason } from './types'

export const reasons: Readonly<Record<Reason, Saying>> = {
  'Card is already there': 'Die Karte liegt schon dort.',
  'Card location unknown': 'Diese Karte liegt nicht auf dem Tisch.',
  'Card not accessible': 'An diese Karte kommst du gerade nicht heran.',
  'Card not found': 'Diese Karte gibt es nicht.',
  'Column does not accept this card': 'Diese Karte passt nicht auf die Spalte.',
  'Foundation does not accept this card': 'Diese Karte passt nicht auf den Zielstapel.',
  'Game not active': 'Das Spiel ist vorbei.',
  'Invalid target': 'Dorthin kannst du keine Karte legen.',
  'No cards to draw': 'Es gibt keine Karte zu ziehen.',
  'Only Ace or King on an empty column': 'Auf eine leere Spalte darf nur ein Ass oder ein König.',
  'Only a single card can be placed here': 'Hierher darf nur eine einzelne Karte.',
  'Pocket is full': 'Die Tasche ist voll.',
  'Pocket not available in this mode': 'Diese Tasche gibt es in dieser Spielart nicht.',
  'Pocket-to-pocket moves are not allowed': 'Von Tasche zu Tasche darfst du nichts legen.',
  'The stock is not empty': 'Der Talon ist noch nicht leer.',
  'There is no warning': 'Patt kannst du erst nach einer Warnung erklären.',
  'the saved game is over': 'Das gespeicherte Spiel ist schon vorbei.',
}
