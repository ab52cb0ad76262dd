/** Warum Never Nine eine Ansage oder eine Karte ablehnt. */
import type { Saying } from '@/words/reasons'

import type { Reason } from './types'

export const reasons: Readonly<Record<Reason, Saying>> = {
  'a bid is a whole number, not {}': 'Sag eine ganze Zahl an.',
  'a bid must be from 0 to {}, not {}': (most) => `Du kannst 0 bis ${most} Stiche ansagen.`,
  'it is {}\'s turn': 'Du bist nicht dran.',
  'the bidding is not over; make your bid first': 'Sag erst an, wie viele Stiche du machst.',
  'the bidding is over; play a card': 'Es ist schon angesagt. Spiel eine Karte.',
  'the game is over': 'Das Spiel ist vorbei.',
  'the {} does not follow suit, and you have {}': (_card, suit) => `Du musst bedienen: Du hast noch ${suit}.`,
  'this game is played without a time limit, so nobody acts for a player': 'Dieses Spiel läuft ohne Bedenkzeit: Niemand spielt für dich.',
  'with {} the four bids would sum to {}; choose another number': (bid, sum) => `Mit ${bid} wären es zusammen ${sum}. Sag eine andere Zahl an.`,
  'you have already bid {}': (bid) => `Du hast schon ${bid} angesagt.`,
  '{} is not in your hand': 'Diese Karte hast du nicht auf der Hand.',
}
