/** What is said about Meridian Master in English. */
import type { GameWords } from '@/games/page'

export const en = {
  title: 'Meridian Master',
  line: 'Sevens climb to their kings, sixes descend to their aces.',
  options: {
    mode: {
      label: 'How hard?',
      note: 'Nearly every deal can be won, in every mode.',
      choices: {
        double_pocket: { label: 'Double Pocket', note: 'Two pockets, all cards face up: more room to breathe.', often: 'Easy' },
        classic: { label: 'Classic', note: 'One pocket, all cards face up: balance the pocket and the columns.', often: 'Medium' },
        traditional: { label: 'Traditional', note: 'One pocket, 21 hidden cards: turn them up early.', often: 'Hard' },
        expert: { label: 'Expert', note: 'Traditional rules, rated more leniently: plan well ahead.', often: 'Very hard' },
      },
    },
    direction: {
      label: 'Columns not started by an ace or king',
      choices: {
        locked: { label: 'The first card you add decides', note: 'After that the column only goes up, or only down.' },
        flexible: { label: 'Either way, card by card' },
      },
    },
  },
  ends: {
    declared: 'You called it a stalemate.',
  },
  own: {
    pocket: (number: number) => `pocket ${number}`,
    foundationUp: (suit: string) => `${suit}, up from seven`,
    foundationDown: (suit: string) => `${suit}, down from six`,
    efficiency: 'Efficiency',
    ace: 'Ace column, goes up',
    king: 'King column, goes down',
    ascending: 'goes up',
    descending: 'goes down',
    open: 'either way',
    pocketName: 'Pocket',
    explain: {
      ace: 'Ace column: it goes up, two on ace, three on two … Red and black alternate.',
      king: 'King column: it goes down, queen on king, jack on queen … Red and black alternate.',
      ascending: 'You put a higher card here first, so this column only goes up.',
      descending: 'You put a lower card here first, so this column only goes down.',
      open: 'Open column: it takes the next higher or the next lower card of the other colour.',
      empty: 'Empty column: only an ace or a king can go here.',
      pocket: 'The pocket holds one card until you find a place for it.',
      up: 'This foundation climbs from seven to king.',
      down: 'This foundation descends from six to ace.',
    },
    why: {
      ace: 'This ace column builds up only, in alternating colours.',
      king: 'This king column builds down only, in alternating colours.',
      ascending: 'This column builds up only, in alternating colours.',
      descending: 'This column builds down only, in alternating colours.',
      open: 'Only one rank up or down fits, in the other colour.',
      empty: 'Only an ace or a king goes on an empty column.',
      up: 'This foundation builds up in suit, from seven to king.',
      down: 'This foundation builds down in suit, from six to ace.',
    },
    ratings: { Excellent: 'Excellent', Good: 'Good', Average: 'Average', 'Needs Improvement': 'Needs improvement' },
    warnings: {
      loop: 'Loop detected: you have been in this position before.',
      noProgress: 'Thirty moves without progress. This may be a stalemate.',
      idle: 'Five minutes without progress. This may be a stalemate.',
    },
    statistics: {
      stalemates: 'Stalemates',
      totalMoves: 'Moves',
      averageMoves: 'Moves per game',
      averageEfficiency: 'Average efficiency',
      history: 'Efficiency of your last wins',
      timePlayed: 'Time played',
      games: 'Games',
      wins: 'Won',
      moves: 'Moves',
      bestEfficiency: 'Best eff.',
      bestTime: 'Best time',
      older: (games: number) => (games === 1
        ? 'Moves and stalemates leave out one older game: its result did not record them.'
        : `Moves and stalemates leave out ${games} older games: their results did not record them.`),
    },
  },
} satisfies GameWords
