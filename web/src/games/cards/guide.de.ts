/** Was die Anleitung zu Cards auf Deutsch sagt. */
import type { en } from './guide.en'

export const de: typeof en = {
  goal: 'Alle 52 Karten liegen auf dem Tisch, einen Talon gibt es nicht. Bring jede Farbe vom Ass bis zum König auf ihren Zielstapel.',
  home: 'Diese Karte kannst du ablegen. Zieh sie auf ihren Zielstapel, oder tippe sie an.',
  build: 'Spalten wachsen abwärts, Rot und Schwarz im Wechsel. Leg die markierte Karte auf die nächsthöhere der anderen Farbe.',
  group: 'Du darfst jede offene Karte bewegen, und alles, was auf ihr liegt, kommt mit. So kommst du an Karten weiter unten.',
  noGroup: 'Mach erst einen anderen Zug; danach passt vielleicht eine ganze Gruppe irgendwo.',
  end: 'Das war’s! Auf leere Spalten dürfen Könige. „Rückgängig“ nimmt einen Zug zurück, „Abräumen“ legt ab, was passt.',
}
