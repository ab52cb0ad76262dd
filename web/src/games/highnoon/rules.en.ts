/** The rules of HighNoon in English, part by part. */
import type { RulesWords } from '@/guide/rules'

export const en = {
  goal: { title: 'The goal', text: 'Both players play a solitaire of their own at the same time, and both build on the same eight foundations. The first to run out of cards wins.' },
  build: { title: 'Your columns', text: 'Build downwards, alternating red and black. Cards in sequence move together.' },
  race: { title: 'First come, first served', text: 'There are no turns. If you both want the same place, the faster card gets it; the other slides back. You may build on your opponent’s cards on the foundations, never on their board.' },
  empty: { title: 'Empty columns', text: 'Only a king can go to an empty column, alone or with the cards on top of it.' },
  stock: { title: 'The stock', text: 'Draw one card at a time. If your stock is empty, turn the waste over and go through it again, as often as you like.' },
  score: { title: 'Points', text: 'Each card you bring to a foundation earns its rank in points. If nothing moves any more, the higher score wins.' },
  end: { title: 'When nothing moves', text: 'A stalled match ends when both players agree, or when each player has acted 60 times without progress. If your opponent stays away for a minute, you can claim the win.' },
} satisfies RulesWords
