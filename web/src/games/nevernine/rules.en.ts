/** The rules of Never Nine in English, part by part. */
import type { RulesWords } from '@/guide/rules'

export const en = {
  goal: { title: 'The goal', text: 'Four players, nine cards each, nine tricks. Bid how many tricks you will take, then take exactly that many.' },
  bid: { title: 'Never nine', text: 'Bidding starts to the dealer’s left, and the dealer bids last. The last bidder may not bring the total to nine. So someone is always wrong.' },
  follow: { title: 'Follow suit', text: 'Play a card of the suit led if you have one. If not, play whatever you like.' },
  trick: { title: 'Who takes the trick', text: 'The highest card of the suit led takes the trick; there is no trump. The ace is the highest card, the six the lowest. Whoever takes the trick leads to the next.' },
  score: { title: 'Points are penalties', text: 'Your bid, your tricks, your points: every trick more or fewer than you bid costs one point.' },
  end: { title: 'The end', text: 'The game ends after the round in which someone reaches the limit. The lowest total wins.' },
} satisfies RulesWords
