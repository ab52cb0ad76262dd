/** The rules of Cards in English, part by part. */
import type { RulesWords } from '@/guide/rules'

export const en = {
  goal: { title: 'The goal', text: 'Each suit has its own foundation. Bring all four home, from ace to king.' },
  table: { title: 'The table', text: 'All 52 cards are in eight columns of three to ten cards; there is no stock. Usually the last three cards of each column are face up.' },
  build: { title: 'Columns', text: 'Build downwards, alternating red and black: a black nine goes on a red ten.' },
  group: { title: 'Several at once', text: 'Any face-up card can move, and everything on top of it comes along, in any order. With the option “Only a run”, the cards must be in sequence.' },
  empty: { title: 'Empty columns', text: 'An empty column takes a king, with everything on top of it.' },
  help: { title: 'Good to know', text: 'You can undo one move. Finish brings home everything that fits. The same deal number always deals the same cards.' },
} satisfies RulesWords
