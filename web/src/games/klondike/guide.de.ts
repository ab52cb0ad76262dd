/** Was die Anleitung zu Klondike auf Deutsch sagt. */
import type { en } from './guide.en'

export const de: typeof en = {
  build: 'Spalten wachsen abwärts, Rot und Schwarz im Wechsel. Zieh die markierte Karte an ihren Platz, oder tippe sie an.',
  ace: 'Asse kommen auf die Zielstapel. Dort wächst jede Farbe vom Ass bis zum König: Das ist das Ziel.',
  noAce: 'Noch passt keine Karte auf einen Zielstapel. Dreh eine Karte vom Talon um und sieh noch einmal nach.',
  empty: 'Mit diesem Zug wird die Spalte leer. Dorthin darf nur ein König.',
  draw: 'Wenn auf dem Tisch nichts weiterhilft, dreh eine Karte vom Talon um.',
  waste: 'Die oberste Karte der Ablage darf auf eine Spalte oder einen Zielstapel.',
  drawOn: 'Diese Karte passt nirgends. Dreh die nächste um.',
  end: 'Das war’s! Leg alle vier Farben ab. „Rückgängig“ nimmt Züge zurück, „Tipp“ hilft weiter.',
}
