/** Was die Anleitung zu HighNoon auf Deutsch sagt. */
import type { en } from './guide.en'

export const de: typeof en = {
  boards: 'Das ist deine Auslage; auf der anderen spielt gleichzeitig dein Gegner. Niemand wartet, bis er dran ist.',
  build: 'In deinen Spalten baust du abwärts, Rot und Schwarz im Wechsel. Leg die markierte Karte auf die nächsthöhere der anderen Farbe.',
  noBuild: 'Gerade passt keine Karte auf eine Spalte. Zieh eine von deinem Talon.',
  home: 'Die acht Zielstapel gehören euch beiden. Sie wachsen vom Ass zum König, und jede Karte bringt dir dort ihren Wert in Punkten.',
  noHome: 'Du hast gerade nichts, was auf einen Zielstapel passt. Zieh von deinem Talon, bis etwas passt.',
  race: 'Dein Gegner darf auf deine Karten bauen und du auf seine. Wenn ihr beide denselben Platz wollt, bekommt ihn, wer schneller ist.',
  draw: 'Von deinem Talon ziehst du, wann du willst. Wenn er leer ist, wende die Ablage und geh ihn noch einmal durch.',
  waste: 'Die oberste Karte deiner Ablage darf auf eine Spalte oder einen Zielstapel. Werde eine los.',
  drawOn: 'Diese Karte passt nirgends. Zieh die nächste.',
  opponent: 'Behalte die andere Auslage im Auge: Sie verrät, welche Karten dein Gegner bald braucht.',
  more: 'Nun aber schnell: Bring noch eine Karte auf einen Zielstapel, bevor dein Gegner es tut.',
  end: 'Das war’s! Wer zuerst keine Karte mehr hat, gewinnt. Geht nichts mehr, zählen die Punkte.',
}
