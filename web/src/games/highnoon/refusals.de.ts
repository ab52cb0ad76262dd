/** Warum HighNoon einen Zug ablehnt. */
import { article } from '@/words/article'
import type { Saying } from '@/words/reasons'

import type { Reason } from './types'

export const reasons: Readonly<Record<Reason, Saying>> = {
  'a column cannot be laid on itself': 'Die Karte liegt schon in dieser Spalte.',
  'no foundation takes the {} now': (card) => `${article(card)} passt gerade auf keinen Zielstapel.`,
  'only face-up cards that form a run can be moved': 'Du kannst nur offene Karten bewegen, die eine Folge bilden.',
  'the match is over': 'Das Spiel ist vorbei.',
  'the top of your column {} is face-up already': (column) => `Die oberste Karte von Spalte ${column} liegt schon offen.`,
  'the zone {} was not sent with the owner and the index that it needs': 'Diesen Platz gibt es nicht.',
  'the {} does not go on your column {}': (card, column) => `${article(card)} passt nicht auf Spalte ${column}.`,
  'the {} of {} is not yours to use': 'Das gehört deinem Gegner.',
  'this match is played without a clock': 'Dieses Spiel läuft ohne Uhr.',
  'you cannot take that many cards there': 'So viele Karten kannst du dort nicht nehmen.',
  'you have already offered to end the match': 'Du hast das Ende schon angeboten.',
  'your column {} is empty': (column) => `Spalte ${column} ist leer.`,
  'your stock is empty; recycle the waste': 'Dein Talon ist leer. Wende die Ablage.',
  'your stock is not empty yet': 'Dein Talon ist noch nicht leer.',
  'your waste is empty: there is nothing to recycle': 'Deine Ablage ist leer: Es gibt nichts zu wenden.',
}
