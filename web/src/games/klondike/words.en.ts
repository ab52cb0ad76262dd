/** What is said about Klondike in English. */
import type { GameWords } from '@/games/page'

export const en = {
  title: 'Klondike',
  line: 'The classic: seven columns, a stock and four aces.',
  presetsLabel: 'How hard?',
  presets: {
    easy: { label: 'Easy', note: 'One card at a time, unlimited passes.', often: '91 deals in 100 can be won.' },
    normal: { label: 'Normal', note: 'Three cards at a time, unlimited passes.', often: '82 deals in 100 can be won.' },
    hard: { label: 'Hard', note: 'Three cards at a time, two redeals.', often: 'Fewer deals can be won.' },
    expert: { label: 'Expert', note: 'Three cards at a time, one redeal.', often: 'Few deals can be won: every draw counts.' },
  },
  options: {
    draw: { label: 'Cards drawn at a time', choices: { 1: { label: 'One' }, 3: { label: 'Three' } } },
    redeals: {
      label: 'How often can you redeal the waste?',
      choices: {
        0: { label: 'Never' }, 1: { label: 'Once' }, 2: { label: 'Twice' }, 3: { label: '3 times' }, 4: { label: '4 times' },
        5: { label: '5 times' }, 6: { label: '6 times' }, 7: { label: '7 times' }, 8: { label: '8 times' }, 9: { label: '9 times' },
        '-1': { label: 'Unlimited' },
      },
    },
    scoring: {
      label: 'Scoring',
      choices: {
        standard: { label: 'Standard', note: 'Points for every card you place, and 100 for a win.' },
        vegas: { label: 'Vegas', note: 'You pay 52 for the deck; each card on a foundation earns 5.' },
        legacyUnity: { label: 'Old style', note: 'As in the first version: every move out of a column earns 5, a card turned over nothing.' },
      },
    },
  },
  own: {
    redeals: 'Redeals left',
  },
} satisfies GameWords
