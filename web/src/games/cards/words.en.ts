/** What is said about Cards in English. */
import type { GameWords } from '@/games/page'

export const en = {
  title: 'Cards',
  line: 'Eight piles, no stock: everything is on the table.',
  options: {
    stack: {
      label: 'What moves together?',
      choices: {
        any: {
          label: 'Any face-up card, with everything on top of it',
          note: 'As in the original program. A fair game.',
          often: 'About 55 deals in 100 can be won.',
        },
        run: {
          label: 'Only a run',
          note: 'Descending, alternating red and black: the rules to the letter.',
          often: 'Only about 1 deal in 200 can be won.',
        },
      },
    },
    faces: {
      label: 'Which cards are face up?',
      choices: {
        lastThreeUp: { label: 'The last three cards of each pile' },
        firstThreeDown: { label: 'All but the first three cards of each pile' },
      },
    },
  },
} satisfies GameWords
