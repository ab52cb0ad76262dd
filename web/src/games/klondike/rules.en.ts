/** The rules of Klondike in English, part by part. */
import type { RulesWords } from '@/guide/rules'

export const en = {
  goal: { title: 'The goal', text: 'Bring each suit up to a foundation, from ace to king. When all 52 cards are there, you win.' },
  build: { title: 'Columns', text: 'Build downwards, alternating red and black: a red ten goes on a black jack. Never put red on red or black on black.' },
  run: { title: 'Several at once', text: 'Cards in sequence move together. An exposed card turns over by itself.' },
  empty: { title: 'Empty columns', text: 'Only a king can go to an empty column, alone or with the cards on top of it.' },
  stock: { title: 'The stock', text: 'Turn over one or three cards at a time, as you chose. You can only play the top card of the waste. If the stock is empty, turn the waste over and go on.' },
  score: { title: 'Points', text: 'Standard: 10 for each card on a foundation, 5 for each card turned over, 100 for the win; taking a card back from a foundation costs 15. Vegas: you pay 52 for the deck, and each card on a foundation earns 5.' },
} satisfies RulesWords
