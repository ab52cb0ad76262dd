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
        later: { label: 'Vorn liegt, wer ihn später erreicht hat' },
        shared: { label: 'Der Platz wird geteilt' },
      },
    },
    turnSeconds: {
      label: 'Bedenkzeit',
      note: 'Ist sie um, spielt ein Bot diesen einen Zug.',
      choices: { 0: { label: 'So lange du willst' }, 30: { label: '30 Sekunden' }, 60: { label: '60 Sekunden' } },
    },
  },
  levels: {
    sampler: { label: 'Solide', note: 'Überlegt, welche Karten die anderen haben könnten.' },
  },
  rules: [
    'Neun Stiche, kein Trumpf. Bedien die Farbe, wenn du kannst; die höchste Karte der ausgespielten Farbe macht den Stich.',
    'Vorher sagen alle an, wie viele Stiche sie machen. Jeder Stich mehr oder weniger kostet einen Punkt.',
    'Wer zuletzt ansagt, darf die Summe nicht auf neun bringen. Die wenigsten Punkte gewinnen.',
  ],
  ratingNotes: {
    MATCH_TOO_SHORT: 'Nicht gewertet: Das Spiel war zu kurz. Zwischen Menschen zählt es erst nach der ersten Runde.',
  },
  own: {
    youBid: 'Deine Ansage',
    yourBid: 'Wie viele Stiche machst du?',
    forbidden: (bid) => `Du sagst zuletzt an: Mit ${bid} wären es zusammen neun, und neun darf es nie sein.`,
    waitingBid: (name) => `${name} sagt an…`,
    waitingCard: (name) => `${name} ist dran`,
    yourTurn: 'Du bist dran: Spiel eine angehobene Karte.',
    round: (number) => `Runde ${number}`,
    bid: 'Ansage',
    taken: 'Stiche',
    lastRound: 'Letzte Runde',
    total: 'Summe',
    player: 'Spieler',
    dealer: 'gibt',
    lastTrick: 'Letzter Stich',
    took: (name) => `ging an ${name}`,
    tieLater: 'Bei gleicher Summe liegt vorn, wer sie später erreicht hat.',
    tieShared: 'Gleiche Summen teilen sich den Platz.',
    reached: (limit) => `Die Grenze von ${limit} Punkten ist erreicht, und die kleinste Summe gewinnt.`,
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
