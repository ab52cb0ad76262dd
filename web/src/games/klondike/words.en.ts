/** What is said about Klondike in English. */
import type { GameWords } from '@/games/page'

export const en = {
  title: 'Klondike',
  line: 'The classic: seven columns, a stock and four aces.',
  presetsLabel: 'How hard?',
  presets: {
    easy: { label: 'Easy', note: 'One card at a time, as often round as you like.', often: '91 deals in 100 can be won.' },
    normal: { label: 'Normal', note: 'Three cards at a time, as often round as you like.', often: '82 deals in 100 can be won.' },
    hard: { label: 'Hard', note: 'Three at a time, and the stock may be turned over twice.', often: 'Fewer deals can be won.' },
    expert: { label: 'Expert', note: 'Three at a time, and the stock may be turned over once.', often: 'Few deals can be won: every draw counts.' },
  },
  options: {
    draw: { label: 'Cards drawn at a time', choices: { 1: { label: 'One' }, 3: { label: 'Three' } } },
    redeals: {
      label: 'How often the stock may be turned over',
      choices: {
        0: { label: 'Never' }, 1: { label: 'Once' }, 2: { label: 'Twice' }, 3: { label: '3 times' }, 4: { label: '4 times' },
        5: { label: '5 times' }, 6: { label: '6 times' }, 7: { label: '7 times' }, 8: { label: '8 times' }, 9: { label: '9 times' },
        '-1': { label: 'As often as you like' },
      },
    },
    scoring: {
      label: 'Scoring',
      choices: {
        standard: { label: 'Standard', note: 'Points for every card that finds its place, and 100 for the win.' },
        vegas: { label: 'Vegas', note: 'The deck costs 52; each card that comes home pays 5.' },
        legacyUnity: { label: 'Old style', note: 'As in the first version: every move out of a column pays 5, a turned card nothing.' },
      },
    },
  },
  rules: [
    'Build the columns down, red and black in turn; only a king goes on an empty column.',
    'Bring each suit home from ace to king. Turn the stock when nothing else helps.',
    'Undo goes back as far as you like. The number of a deal deals it again.',
  ],
  own: {
    redeals: 'Redeals',
    unlimited: '∞',
  },
} satisfies GameWords
