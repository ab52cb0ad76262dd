/** The rules of Meridian Master in English, part by part. */
import type { RulesWords } from '@/guide/rules'

export const en = {
  goal: { title: 'The goal', text: 'Every suit has two foundations. One climbs from seven to king, the other descends from six to ace. Bring all 52 cards home.' },
  typed: { title: 'Ace and king columns', text: 'A column on an ace goes up (A ▲), a column on a king goes down (K ▼). Red and black alternate in every column.' },
  open: { title: 'Open columns', text: 'Any other column takes a card one higher or one lower than its top, of the other colour.' },
  decided: { title: 'The first card decides', text: 'The first card you add to an open column fixes its direction: ▲ goes up, ▼ goes down. Dealt cards do not count. With the option “Either way, card by card” it stays open.' },
  pocket: { title: 'The pocket', text: 'The pocket (◔) holds a single card: use it to move a card out of the way, break a deadlock or make room. You cannot move a card from pocket to pocket.' },
  empty: { title: 'Empty columns', text: 'Only an ace or a king can go to an empty column, alone or with its run.' },
  stock: { title: 'Stock and modes', text: 'Draw one card at a time, with unlimited passes. In Classic, balance the pocket and the columns; Double Pocket gives you more freedom; in Traditional, turn up hidden cards early; Expert takes planning.' },
  score: { title: 'Efficiency', text: 'Efficiency compares the moves needed with the moves you made; a move you undo still counts. If you are stuck, call it a stalemate.' },
} satisfies RulesWords
