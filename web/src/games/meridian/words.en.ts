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
        double_pocket: { label: 'Double Pocket', note: 'Two pockets, all cards open: more room to breathe.', often: 'Easy' },
        classic: { label: 'Classic', note: 'One pocket, all cards open: balance the pocket and the columns.', often: 'Medium' },
        traditional: { label: 'Traditional', note: 'One pocket, 21 cards hidden: turn them up early.', often: 'Hard' },
        expert: { label: 'Expert', note: 'Rules as in Traditional, rated more leniently: plan well ahead.', often: 'Very hard' },
      },
    },
    direction: {
      label: 'Columns that no ace or king began',
      choices: {
        locked: { label: 'The first card laid decides', note: 'From then on the column goes only up, or only down.' },
        flexible: { label: 'Either way, card by card' },
      },
    },
  },
  rules: [
    'Two foundations for each suit: one climbs from the seven to the king, the other descends from the six to the ace.',
    'A column that begins with an ace goes up, one that begins with a king goes down. The sign on the column tells.',
    'The pocket keeps a single card: to store one that blocks, to break a deadlock, to make room. From pocket to pocket nothing goes.',
    'Classic asks for balance between pocket and columns; Double Pocket gives more freedom; in Traditional turn up hidden cards early; Expert wants a plan.',
  ],
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
    ratings: { Excellent: 'Excellent', Good: 'Good', Average: 'Average', 'Needs Improvement': 'Needs Improvement' },
    warnings: {
      loop: 'Loop detected: this position was here before.',
      noProgress: 'Thirty moves without progress. It may be a stalemate.',
      idle: 'Five minutes without progress. It may be a stalemate.',
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
        ? 'One older game is missing from moves and stalemates: its result did not record them.'
        : `${games} older games are missing from moves and stalemates: their results did not record them.`),
    },
  },
} satisfies GameWords
