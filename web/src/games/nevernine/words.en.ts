/** What is said about Never Nine in English. */
import type { GameWords } from '@/games/page'

export const en = {
  title: 'Never Nine',
  line: 'Say exactly how many tricks you take. Together it is never nine.',
  presetsLabel: 'How long?',
  presets: {
    short: { label: 'Short game, to 15', note: 'About 20 to 30 rounds.', often: 'Half an hour or so.' },
    full: { label: 'Full game, to 100', note: 'About 120 to 200 rounds.', often: 'Several evenings. The table waits for you.' },
  },
  options: {
    limit: { label: 'The game ends when someone has this many points' },
    tieBreak: {
      label: 'Equal totals at the end',
      choices: {
        later: { label: 'Who got there later is ahead' },
        shared: { label: 'They share the place' },
      },
    },
    turnSeconds: {
      label: 'Time to think',
      note: 'When it is over, a bot acts once for the player.',
      choices: { 0: { label: 'As long as you like' }, 30: { label: '30 seconds' }, 60: { label: '60 seconds' } },
    },
  },
  levels: {
    sampler: { label: 'Solid', note: 'Asks itself which cards the others may hold.' },
  },
  rules: [
    'Nine tricks, no trump. Follow suit if you can; the highest card of the suit that was led takes the trick.',
    'Before play everyone says how many tricks they will take. Each trick more or less costs a point.',
    'Who bids last may not make the sum nine. The fewest points win.',
  ],
  ratingNotes: {
    MATCH_TOO_SHORT: 'Not rated: the match was too short. Between people it counts after the first round.',
  },
  own: {
    youBid: 'Your bid',
    yourBid: 'How many tricks will you take?',
    forbidden: (bid: number) => `You bid last: ${bid} would make nine together, and the bids never make nine.`,
    waitingBid: (name: string) => `${name} is bidding…`,
    waitingCard: (name: string) => `${name} to play`,
    yourTurn: 'Your turn: play a raised card.',
    round: (number: number) => `Round ${number}`,
    bid: 'Bid',
    taken: 'Tricks',
    lastRound: 'Last round',
    total: 'Total',
    player: 'Player',
    dealer: 'dealer',
    lastTrick: 'Last trick',
    took: (name: string) => `${name} took it`,
    tieLater: 'Equal totals: who reached theirs later is ahead.',
    tieShared: 'Equal totals share the place.',
    reached: (limit: number) => `The limit of ${limit} points is reached, and the lowest total wins.`,
    ranking: 'Final ranking',
  },
} satisfies GameWords
