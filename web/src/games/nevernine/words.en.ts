/** What is said about Never Nine in English. */
import type { GameWords } from '@/games/page'
import { whose } from '@/words/table.en'

export interface SeatWords {
  readonly name: string
  readonly bid: number | null
  readonly taken: number
  readonly points: number
  readonly limit: number
  readonly isDealer: boolean
  readonly isTurn: boolean
}

export const en = {
  title: 'Never Nine',
  line: 'Bid exactly how many tricks you will take. The bids never add up to nine.',
  presetsLabel: 'How long?',
  presets: {
    short: { label: 'Short game, to 15', note: 'About 20 to 30 rounds.', often: 'Half an hour or so.' },
    full: { label: 'Full game, to 100', note: 'About 120 to 200 rounds.', often: 'Several evenings. The table waits for you.' },
  },
  options: {
    limit: { label: 'The game ends when someone has this many points' },
    tieBreak: {
      label: 'Ties at the end',
      choices: {
        later: { label: 'Whoever reached the total later is ahead' },
        shared: { label: 'Tied players share the place' },
      },
    },
    turnSeconds: {
      label: 'Time to think',
      note: 'If it runs out, a bot makes that move for you.',
      choices: { 0: { label: 'As long as you like' }, 30: { label: '30 seconds' }, 60: { label: '60 seconds' } },
    },
  },
  levels: {
    sampler: { label: 'Solid', note: 'Considers which cards the others may hold.' },
  },
  ratingNotes: {
    MATCH_TOO_SHORT: 'Not rated: the match was too short. Between people it counts after the first round.',
  },
  costs: (amount: string) => `It cost about ${amount} penalty points in this round.`,
  own: {
    yourBid: 'How many tricks will you take?',
    clock: 'Time left for this turn',
    hurry: (seconds: number) => `${seconds} seconds left for this turn.`,
    bidAdvice: (bid: number) => `bid ${bid}`,
    lastBid: 'Your bid?',
    forbidden: (bid: number) => `Not ${bid}: the bids would total nine.`,
    waitingBid: (name: string) => `${name} is bidding…`,
    waitingCard: (name: string) => `${name} to play`,
    yourTurn: 'Play a raised card.',
    anyCard: 'Play any card.',
    youTake: 'You take the trick.',
    takes: (name: string) => `${name} takes the trick.`,
    tricksOf: (name: string) => `${whose(name)} tricks`,
    lastTrick: 'Last trick',
    round: (number: number) => `Round ${number}`,
    roundOver: (number: number) => `Round ${number} is over`,
    bidSum: (sum: number) => `Bids: ${sum}`,
    showScores: 'Scores of the last round',
    players: 'Players',
    player: 'Player',
    taken: 'tricks',
    points: (points: number): string => (points === 1 ? 'pt' : 'pts'),
    bidColumn: 'Bid',
    tricksColumn: 'Tricks',
    costColumn: 'Points',
    totalColumn: 'Total',
    dealer: 'Dealer',
    dealerSign: 'D',
    seatInWords: ({ name, bid, taken, points, limit, isDealer, isTurn }: SeatWords) =>
      [`${name}${isDealer ? ', dealer' : ''}${isTurn ? ', to play' : ''}`, bid === null ? 'no bid yet' : `${taken} of ${bid} tricks`, `${points} of ${limit} points`].join(', '),
    endsAt: (limit: number) => `The game ends at ${limit} points. The lowest total wins.`,
    tieLater: 'In a tie, whoever reached the total later is ahead.',
    tieShared: 'Tied players share the place.',
    reached: (limit: number) => `Someone reached ${limit} ${limit === 1 ? 'point' : 'points'}. The lowest total wins.`,
    ranking: 'Final ranking',
  },
} satisfies GameWords
