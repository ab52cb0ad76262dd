/** Was über Never Nine auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Never Nine',
  line: 'Sag deine Stiche genau an. Zusammen sind es nie neun.',
  presetsLabel: 'Wie lange?',
  presets: {
    short: { label: 'Kurzes Spiel, bis 15', note: 'Etwa 20 bis 30 Runden.', often: 'Rund eine halbe Stunde.' },
    full: { label: 'Volles Spiel, bis 100', note: 'Etwa 120 bis 200 Runden.', often: 'Mehrere Abende. Der Tisch wartet auf dich.' },
  },
  options: {
    limit: { label: 'Schluss ist, wenn jemand so viele Punkte hat' },
    tieBreak: {
      label: 'Gleichstand am Ende',
      choices: {
        later: { label: 'Wer die Summe später erreicht hat, liegt vorn' },
        shared: { label: 'Der Platz wird geteilt' },
      },
    },
    turnSeconds: {
      label: 'Bedenkzeit',
      note: 'Läuft sie ab, macht ein Bot diesen Zug für dich.',
      choices: { 0: { label: 'So lange du willst' }, 30: { label: '30 Sekunden' }, 60: { label: '60 Sekunden' } },
    },
  },
  levels: {
    sampler: { label: 'Solide', note: 'Überlegt, welche Karten die anderen haben könnten.' },
  },
  ratingNotes: {
    MATCH_TOO_SHORT: 'Nicht gewertet: Das Spiel war zu kurz. Zwischen Menschen zählt es erst nach der ersten Runde.',
  },
  costs: (amount: string) => `Das kostete in dieser Runde etwa ${amount} Strafpunkte.`,
  own: {
    yourBid: 'Wie viele Stiche machst du?',
    clock: 'Restzeit für diesen Zug',
    hurry: (seconds) => `Noch ${seconds} Sekunden für diesen Zug.`,
    bidAdvice: (bid) => `Sag ${bid} an.`,
    lastBid: 'Deine Ansage?',
    forbidden: (bid) => `Nicht ${bid}: Das ergäbe neun.`,
    waitingBid: (name) => `${name} sagt an …`,
    waitingCard: (name) => `${name} ist dran`,
    yourTurn: 'Spiel eine angehobene Karte.',
    anyCard: 'Spiel irgendeine Karte.',
    youTake: 'Der Stich geht an dich.',
    takes: (name) => `Der Stich geht an ${name}.`,
    tricksOf: (name) => (name === 'Du' ? 'deine Stiche' : `Stiche von ${name}`),
    lastTrick: 'Letzter Stich',
    round: (number) => `Runde ${number}`,
    roundOver: (number) => `Runde ${number} ist vorbei`,
    bidSum: (sum) => `Ansagen: ${sum}`,
    showScores: 'Punkte der letzten Runde',
    players: 'Spieler',
    player: 'Spieler',
    taken: 'Stiche',
    points: () => 'Pkt.',
    bidColumn: 'Ansage',
    tricksColumn: 'Stiche',
    costColumn: 'Punkte',
    totalColumn: 'Gesamt',
    dealer: 'Gibt',
    dealerSign: 'G',
    seatInWords: ({ name, bid, taken, points, limit, isDealer, isTurn }) =>
      [`${name}${isDealer ? ', gibt' : ''}${isTurn ? ', ist dran' : ''}`, bid === null ? 'noch keine Ansage' : `${taken} von ${bid} Stichen`, `${points} von ${limit} Punkten`].join(', '),
    endsAt: (limit) => `Bei ${limit} Punkten ist Schluss. Die kleinste Summe gewinnt.`,
    tieLater: 'Bei Gleichstand liegt vorn, wer die Summe später erreicht hat.',
    tieShared: 'Bei Gleichstand wird der Platz geteilt.',
    reached: (limit) => `Jemand hat ${limit} ${limit === 1 ? 'Punkt' : 'Punkte'} erreicht. Die kleinste Summe gewinnt.`,
    ranking: 'Endstand',
  },
}

/** Warum der Server etwas nicht tut, nach seinen Codes. */
export const refusals: Readonly<Record<string, string>> = {
  ALREADY_BID: 'Du hast schon angesagt.',
  BID_NOT_INTEGER: 'So kannst du nicht ansagen.',
  BID_OUT_OF_RANGE: 'So kannst du nicht ansagen.',
  BID_FORBIDDEN_SUM: 'Mit dieser Ansage wären es zusammen neun.',
}
