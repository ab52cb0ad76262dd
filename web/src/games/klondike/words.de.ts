/** Was über Klondike auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Klondike',
  line: 'Der Klassiker: sieben Spalten, ein Talon, vier Asse.',
  presetsLabel: 'Wie schwer?',
  presets: {
    easy: { label: 'Leicht', note: 'Eine Karte auf einmal, beliebig viele Durchgänge.', often: '91 von 100 Spielen gehen auf.' },
    normal: { label: 'Normal', note: 'Drei Karten auf einmal, beliebig viele Durchgänge.', often: '82 von 100 Spielen gehen auf.' },
    hard: { label: 'Schwer', note: 'Drei Karten auf einmal; du darfst die Ablage zweimal wenden.', often: 'Weniger Spiele gehen auf.' },
    expert: { label: 'Meisterlich', note: 'Drei Karten auf einmal; du darfst die Ablage einmal wenden.', often: 'Nur wenige gehen auf: Jedes Umdrehen zählt.' },
  },
  options: {
    draw: { label: 'Wie viele Karten auf einmal?', choices: { 1: { label: 'Eine' }, 3: { label: 'Drei' } } },
    redeals: {
      label: 'Wie oft darfst du die Ablage wenden?',
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
    redeals: 'Durchgänge',
    unlimited: '∞',
  },
}
