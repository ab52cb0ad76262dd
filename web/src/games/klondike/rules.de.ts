/** Die Regeln von Klondike auf Deutsch, Teil für Teil. */
import type { en } from './rules.en'

export const de: typeof en = {
  goal: { title: 'Das Ziel', text: 'Bring jede Farbe vom Ass bis zum König auf einen Zielstapel. Wenn alle 52 Karten dort liegen, hast du gewonnen.' },
  build: { title: 'Spalten', text: 'Bau abwärts, Rot und Schwarz im Wechsel: Die rote Zehn kommt auf den schwarzen Buben. Rot auf Rot oder Schwarz auf Schwarz geht nie.' },
  run: { title: 'Mehrere auf einmal', text: 'Karten, die eine Folge bilden, kannst du zusammen bewegen. Eine freigelegte Karte dreht sich von selbst um.' },
  empty: { title: 'Leere Spalten', text: 'Auf eine leere Spalte darf nur ein König, allein oder mit den Karten auf ihm.' },
  stock: { title: 'Der Talon', text: 'Dreh eine oder drei Karten auf einmal um, wie du gewählt hast. Du darfst nur die oberste Karte der Ablage spielen. Wenn der Talon leer ist, wende die Ablage und mach weiter.' },
  score: { title: 'Punkte', text: 'Standard: 10 für jede Karte auf einem Zielstapel, 5 für jede aufgedeckte, 100 für den Sieg; eine Karte vom Zielstapel zurückzuholen kostet 15. Vegas: Du zahlst 52 für das Blatt, und jede Karte auf einem Zielstapel bringt 5.' },
}
