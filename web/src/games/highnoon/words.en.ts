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
      label: 'The decks',
      choices: {
        split: { label: 'A deck for each', note: 'Both play all 52 cards of their own.' },
        shared: { label: 'Both decks mixed', note: 'Each gets 52 of the 104 cards.' },
      },
    },
    reveal: {
      label: 'Exposed cards',
      choices: {
        explicit: { label: 'Turned by hand', note: 'Or at once by the page: see “Turn cards for me” in the settings.' },
        auto: { label: 'Turned by the move itself' },
      },
    },
    profile: {
      label: 'Shuffle',
      choices: {
        saloon: { label: 'Saloon' },
        vnext: { label: 'For old logs', note: 'Deals exactly as the first version did. Its hidden cards can be computed, so it is not rated and only for games against bots.' },
      },
    },
  },
  levels: {
    builder: { label: 'Solid', note: 'Weighs every move, and what it opens for you.' },
  },
  ends: {
    inactivity: 'A player made no progress in time or stayed away.',
    agreed: 'Both players agreed to end the match; the score decides.',
  },
  own: {
    theirs: (pile: string) => `${pile} of the other player`,
    offerEnd: 'Offer to end',
    agreeEnd: 'Agree to end',
    sureOffer: 'Offer to end the match? If the other player agrees, it ends at once and the higher score wins. The offer stands until somebody makes progress.',
    sureAgree: 'Agree to end the match? It ends at once, and the higher score wins.',
    youOffer: 'You offer to end the match.',
    theyOffer: (name: string) => `${name} offers to end the match.`,
    offersEnd: 'offered to end',
    idle: (left: number) => `Stalemate in ${left}`,
    away: (seconds: number) => `Your opponent is away. You can claim the win in ${seconds} s.`,
    awayLong: 'Your opponent is away.',
    idleNote: 'Moves of this player without progress until a stalemate; then the higher score wins.',
    isAway: 'away',
    isHere: 'here',
    pointsUnit: 'pts',
    leftUnit: 'left',
    getReady: 'Look at your cards',
    go: 'Go!',
    beaten: 'Beaten to it!',
    beatenBy: (name: string) => `${name} was faster.`,
    claim: 'Claim the win',
    clock: 'Clock',
  },
} satisfies GameWords
