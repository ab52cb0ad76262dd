/** Was über Klondike auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Klondike',
  line: 'Der Klassiker: sieben Spalten, ein Talon, vier Asse.',
  presetsLabel: 'Wie schwer?',
  presets: {
    easy: { label: 'Leicht', note: 'Immer eine Karte, beliebig viele Durchgänge.', often: '91 von 100 Spielen gehen auf.' },
    normal: { label: 'Normal', note: 'Immer drei Karten, beliebig viele Durchgänge.', often: '82 von 100 Spielen gehen auf.' },
    hard: { label: 'Schwer', note: 'Immer drei Karten; der Talon darf zweimal gewendet werden.', often: 'Weniger Spiele gehen auf.' },
    expert: { label: 'Meisterlich', note: 'Immer drei Karten; der Talon darf einmal gewendet werden.', often: 'Nur wenige gehen auf: Jedes Umdrehen zählt.' },
  },
  options: {
    draw: { label: 'Wie viele Karten auf einmal?', choices: { 1: { label: 'Eine' }, 3: { label: 'Drei' } } },
    redeals: {
      label: 'Wie oft darf der Talon gewendet werden?',
      choices: {
        0: { label: 'Nie' }, 1: { label: 'Einmal' }, 2: { label: 'Zweimal' }, 3: { label: '3-mal' }, 4: { label: '4-mal' },
        5: { label: '5-mal' }, 6: { label: '6-mal' }, 7: { label: '7-mal' }, 8: { label: '8-mal' }, 9: { label: '9-mal' },
        '-1': { label: 'So oft du willst' },
      },
    },
    scoring: {
      label: 'Zählweise',
      choices: {
        standard: { label: 'Standard', note: 'Punkte für jede Karte, die ihren Platz findet, und 100 für den Sieg.' },
        vegas: { label: 'Vegas', note: 'Das Blatt kostet 52; jede Karte auf dem Zielstapel bringt 5.' },
        legacyUnity: { label: 'Alte Zählung', note: 'Wie in der ersten Fassung: Jeder Zug aus einer Spalte bringt 5, eine aufgedeckte Karte nichts.' },
      },
    },
  },
  rules: [
    'Bau die Spalten abwärts, Rot und Schwarz im Wechsel; auf eine leere Spalte darf nur ein König.',
    'Bring jede Farbe vom Ass bis zum König auf ihren Zielstapel. Dreh Karten vom Talon um, wenn sonst nichts hilft.',
    'Du kannst beliebig weit zurück. Mit der Spielnummer bekommst du dieselben Karten noch einmal.',
  ],
  own: {
    redeals: 'Durchgänge',
    unlimited: '∞',
  },
}
