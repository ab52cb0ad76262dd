/** What is said about HighNoon in English. */
import type { GameWords } from '@/games/page'

export const en = {
  title: 'HighNoon',
  line: 'A duel: two boards, shared foundations, no turns. Be faster.',
  options: {
    clock: {
      label: 'Clock',
      note: 'Go this long without progress and you lose.',
      choices: { 0: { label: 'None' }, 2: { label: '2 minutes' }, 3: { label: '3 minutes' }, 5: { label: '5 minutes' } },
    },
    mode: {
      label: 'Decks',
      choices: {
        split: { label: 'One deck each', note: 'Each player plays all 52 cards of their own deck.' },
        shared: { label: 'Two decks shuffled together', note: 'Each player gets 52 of the 104 cards.' },
      },
    },
    reveal: {
      label: 'Exposed cards',
      choices: {
        explicit: { label: 'Turn them over yourself', note: 'Or let the page do it: “Turn cards for me” in the settings.' },
        auto: { label: 'They turn over by themselves' },
      },
    },
    profile: {
      label: 'Shuffle',
      choices: {
        saloon: { label: 'Saloon' },
        vnext: { label: 'For old logs', note: 'Deals exactly as the first version did. Hidden cards can be worked out, so these games are unrated and only against bots.' },
      },
    },
  },
  levels: {
    builder: { label: 'Solid', note: 'Weighs every move, and what it opens for you.' },
  },
  ends: {
    inactivity: 'One player made no progress in time or stayed away.',
    agreed: 'Both players agreed to end the match; the score decides.',
  },
  costs: (amount: string) => `It cost about ${amount}, where −1 is a lost match and 1 a won one.`,
  own: {
    theirs: (pile: string) => `opponent’s ${pile}`,
    why: {
      column: 'Columns build down, in alternating colours.',
      empty: 'Only a king goes on an empty column.',
      foundation: 'Foundations build up in suit, from the ace.',
    },
    offerEnd: 'Offer to end',
    agreeEnd: 'Agree to end',
    sureOffer: 'Offer to end the match? If your opponent agrees, it ends at once and the higher score wins. The offer stands until someone makes progress.',
    sureAgree: 'Agree to end the match? It ends at once, and the higher score wins.',
    youOffer: 'You offered to end the match.',
    theyOffer: (name: string) => `${name} offers to end the match.`,
    offersEnd: 'offers to end',
    idle: (left: number) => `Stalemate in ${left} moves`,
    claimIn: (seconds: number) => `Claim the win in ${seconds} s`,
    mayClaim: 'You can claim the win.',
    awayLong: 'Your opponent is away.',
    idleNote: 'This many moves are left to make progress. Then it is a stalemate, and the higher score wins.',
    isAway: 'away',
    isHere: 'here',
    pointsUnit: (points: number): string => (points === 1 ? 'pt' : 'pts'),
    leftUnit: 'left',
    getReady: 'Look at your cards',
    go: 'Go!',
    beaten: 'Beaten to it!',
    beatenBy: (name: string) => `${name} was faster.`,
    claim: 'Claim the win',
    clock: 'Clock',
  },
} satisfies GameWords
