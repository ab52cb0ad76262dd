/** What is said about Cards in English. */
import type { GameWords } from '@/games/page'

export const en = {
  title: 'Cards',
  line: 'Eight piles, no stock: everything lies before you.',
  options: {
    stack: {
      label: 'What moves together?',
      choices: {
        any: {
          label: 'Any open card, with all that lies on it',
          note: 'As in the original program. A fair game.',
          often: 'About 55 deals in 100 can be won.',
        },
        run: {
          label: 'Only a clean run',
          note: 'Downwards, red and black in turn: the letter of the rules.',
          often: 'Only about 1 deal in 200 can be won.',
        },
      },
    },
    faces: {
      label: 'What lies open?',
      choices: {
        lastThreeUp: { label: 'The last three cards of each pile' },
        firstThreeDown: { label: 'All but the first three cards of each pile' },
      },
    },
  },
  rules: [
    'All 52 cards lie on eight piles. Build down, red and black in turn, and bring the suits home from ace to king.',
    'An empty pile takes a king. “Finish” brings home what can go.',
    'You may take back one step.',
  ],
} satisfies GameWords
