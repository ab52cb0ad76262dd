/** Was über Cards auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Cards',
  line: 'Acht Stapel, kein Talon: Alles liegt auf dem Tisch.',
  options: {
    stack: {
      label: 'Was wandert zusammen?',
      choices: {
        any: {
          label: 'Jede offene Karte mit allem, was darauf liegt',
          note: 'Wie im ursprünglichen Programm. Ein faires Spiel.',
          often: 'Etwa 55 von 100 Spielen gehen auf.',
        },
        run: {
          label: 'Nur eine saubere Folge',
          note: 'Abwärts, Rot und Schwarz im Wechsel: streng nach den Regeln.',
          often: 'Nur etwa 1 von 200 Spielen geht auf.',
        },
      },
    },
    faces: {
      label: 'Was liegt offen?',
      choices: {
        lastThreeUp: { label: 'Die letzten drei Karten jedes Stapels' },
        firstThreeDown: { label: 'Alle außer den ersten drei Karten jedes Stapels' },
      },
    },
  },
  rules: [
    'Alle 52 Karten liegen auf acht Stapeln. Bau abwärts, Rot und Schwarz im Wechsel, und bring die Farben vom Ass bis zum König ins Ziel.',
    'Ein leerer Stapel nimmt einen König auf. „Abräumen“ bringt ins Ziel, was schon passt.',
    'Einen Schritt darfst du zurücknehmen.',
  ],
}
