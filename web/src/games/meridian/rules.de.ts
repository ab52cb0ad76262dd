/** Die Regeln von Meridian Master auf Deutsch, Teil für Teil. */
import type { en } from './rules.en'

export const de: typeof en = {
  goal: { title: 'Das Ziel', text: 'Jede Farbe hat zwei Zielstapel. Einer geht von der Sieben hinauf zum König, der andere von der Sechs hinunter zum Ass. Leg alle 52 Karten dort ab.' },
  typed: { title: 'Ass- und Königsspalten', text: 'Eine Spalte auf einem Ass geht aufwärts (A ▲), eine auf einem König abwärts (K ▼). Rot und Schwarz wechseln sich in jeder Spalte ab.' },
  open: { title: 'Offene Spalten', text: 'Jede andere Spalte nimmt eine Karte der anderen Farbe, die um eins höher oder niedriger ist als ihre oberste.' },
  decided: { title: 'Die erste Karte entscheidet', text: 'Die erste Karte, die du an eine offene Spalte legst, bestimmt ihre Richtung: ▲ aufwärts, ▼ abwärts. Ausgeteilte Karten zählen nicht. Mit der Option „Jede Karte darf auf oder ab“ bleibt sie offen.' },
  pocket: { title: 'Die Tasche', text: 'Die Tasche (◔) hält eine einzelne Karte: Leg eine störende beiseite, löse eine Blockade oder schaff Platz. Von Tasche zu Tasche darfst du nichts legen.' },
  empty: { title: 'Leere Spalten', text: 'Auf eine leere Spalte darf nur ein Ass oder ein König, allein oder mit seiner Folge.' },
  stock: { title: 'Talon und Spielarten', text: 'Zieh immer eine Karte; du darfst den Talon beliebig oft durchgehen. In Classic halte Tasche und Spalten im Gleichgewicht, Double Pocket lässt dir mehr Freiheit, in Traditional deck früh verdeckte Karten auf, Expert braucht einen Plan.' },
  score: { title: 'Effizienz', text: 'Die Effizienz vergleicht die nötigen Züge mit deinen; auch ein zurückgenommener Zug zählt. Wenn es nicht mehr weitergeht, erkläre Patt.' },
}
