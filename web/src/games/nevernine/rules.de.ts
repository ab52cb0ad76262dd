/** Die Regeln von Never Nine auf Deutsch, Teil für Teil. */
import type { en } from './rules.en'

export const de: typeof en = {
  goal: { title: 'Das Ziel', text: 'Vier Spieler, neun Karten für jeden, neun Stiche. Sag vorher an, wie viele Stiche du machst, und mach genau so viele.' },
  bid: { title: 'Nie neun', text: 'Die Ansagen beginnen links vom Geber; der Geber sagt zuletzt an und darf die Summe nie auf neun bringen. Irgendjemand liegt also immer daneben.' },
  follow: { title: 'Bedienen', text: 'Spiel eine Karte der ausgespielten Farbe, wenn du eine hast. Sonst spiel, was du willst.' },
  trick: { title: 'Wer den Stich macht', text: 'Die höchste Karte der ausgespielten Farbe macht den Stich; Trumpf gibt es nicht. Das Ass ist die höchste Karte, die Sechs die niedrigste. Wer den Stich macht, spielt als Nächstes aus.' },
  score: { title: 'Punkte sind Strafpunkte', text: 'Deine Ansage, deine Stiche, deine Punkte: Jeder Stich mehr oder weniger als angesagt kostet einen Punkt.' },
  end: { title: 'Das Ende', text: 'Das Spiel endet nach der Runde, in der jemand die Grenze erreicht. Die kleinste Summe gewinnt.' },
}
