/** Was über Cards auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Cards',
  line: 'Acht Stapel, kein Talon: Alles liegt auf dem Tisch.',
  options: {
    stack: {
      label: 'Was lässt sich zusammen bewegen?',
      choices: {
        any: {
          label: 'Jede offene Karte mit allem, was darauf liegt',
          note: 'Wie im ursprünglichen Programm. Ein faires Spiel.',
          often: 'Etwa 55 von 100 Spielen sind zu gewinnen.',
        },
        run: {
          label: 'Nur eine Folge',
          note: 'Abwärts, Rot und Schwarz im Wechsel: streng nach den Regeln.',
          often: 'Nur etwa eines von 200 Spielen ist zu gewinnen.',
        },
      },
    },
    faces: {
      label: 'Welche Karten liegen offen?',
      choices: {
        lastThreeUp: { label: 'Die letzten drei Karten jedes Stapels' },
        firstThreeDown: { label: 'Alle außer den ersten drei Karten jedes Stapels' },
      },
    },
  },
}
