/** Die Regeln von Cards auf Deutsch, Teil für Teil. */
import type { en } from './rules.en'

export const de: typeof en = {
  goal: { title: 'Das Ziel', text: 'Jede Farbe hat ihren eigenen Zielstapel. Leg dort alle vier vom Ass bis zum König ab.' },
  table: { title: 'Der Tisch', text: 'Alle 52 Karten liegen in acht Spalten mit drei bis zehn Karten; einen Talon gibt es nicht. Meist liegen die letzten drei Karten jeder Spalte offen.' },
  build: { title: 'Spalten', text: 'Bau abwärts, Rot und Schwarz im Wechsel: Die schwarze Neun kommt auf die rote Zehn.' },
  group: { title: 'Mehrere auf einmal', text: 'Du darfst jede offene Karte bewegen, und alles auf ihr kommt mit, egal in welcher Reihenfolge. Mit der Option „Nur eine Folge“ müssen die Karten der Reihe nach liegen.' },
  empty: { title: 'Leere Spalten', text: 'Auf eine leere Spalte darf ein König, mit allem, was auf ihm liegt.' },
  help: { title: 'Gut zu wissen', text: 'Du darfst einen Zug zurücknehmen. „Abräumen“ legt ab, was schon passt. Dieselbe Spielnummer gibt immer dieselben Karten.' },
}
