/** Was über Klondike auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Klondike',
  line: 'Der Klassiker: sieben Spalten, ein Talon, vier Asse.',
  presetsLabel: 'Wie schwer?',
  presets: {
    easy: { label: 'Leicht', note: 'Du ziehst eine Karte, beliebig viele Durchgänge.', often: '91 von 100 Spielen sind zu gewinnen.' },
    normal: { label: 'Normal', note: 'Du ziehst drei Karten, beliebig viele Durchgänge.', often: '82 von 100 Spielen sind zu gewinnen.' },
    hard: { label: 'Schwer', note: 'Du ziehst drei Karten und darfst die Ablage zweimal wenden.', often: 'Weniger Spiele sind zu gewinnen.' },
    expert: { label: 'Experte', note: 'Du ziehst drei Karten und darfst die Ablage einmal wenden.', often: 'Nur wenige sind zu gewinnen: Jede Karte zählt.' },
  },
  options: {
    draw: { label: 'Gezogene Karten', choices: { 1: { label: 'Eine' }, 3: { label: 'Drei' } } },
    redeals: {
      label: 'Ablage wenden',
      choices: {
        0: { label: 'Nie' }, 1: { label: 'Einmal' }, 2: { label: 'Zweimal' }, 3: { label: '3-mal' }, 4: { label: '4-mal' },
        5: { label: '5-mal' }, 6: { label: '6-mal' }, 7: { label: '7-mal' }, 8: { label: '8-mal' }, 9: { label: '9-mal' },
        '-1': { label: 'So oft du willst' },
      },
    },
    scoring: {
      label: 'Zählweise',
      choices: {
        standard: { label: 'Standard', note: 'Punkte für jede Karte, die du anlegst, und 100 für den Sieg.' },
        vegas: { label: 'Vegas', note: 'Du zahlst 52 für das Blatt; jede Karte auf einem Zielstapel bringt 5.' },
        legacyUnity: { label: 'Alte Zählung', note: 'Wie in der ersten Fassung: Jeder Zug aus einer Spalte bringt 5, eine aufgedeckte Karte nichts.' },
      },
    },
  },
  own: {
    redeals: 'Noch wenden',
  },
}
