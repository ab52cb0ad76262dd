/** Was die Anleitung zu Meridian Master auf Deutsch sagt. */
import type { en } from './guide.en'

export const de: typeof en = {
  goal: 'Jede Farbe hat zwei Zielstapel: Einer geht von der Sieben hinauf zum König, der andere von der Sechs hinunter zum Ass.',
  seven: 'Mit der Sieben beginnt der Zielstapel, der hinaufgeht. Zieh sie hin oder tippe sie an.',
  six: 'Mit der Sechs beginnt der Zielstapel, der hinuntergeht.',
  typed: 'Auf einem König geht die Spalte abwärts, auf einem Ass aufwärts, immer Rot und Schwarz im Wechsel.',
  typedElse: 'Oder nimm eine andere Spalte: Leg eine Karte auf eine, die um eins höher oder niedriger ist und die andere Farbe hat.',
  open: 'Andere Spalten sind anfangs offen: Sie nehmen die nächsthöhere oder die nächstniedrigere Karte der anderen Farbe.',
  noOpen: 'Gerade passt keine Karte auf eine offene Spalte. Zieh eine vom Talon.',
  way: 'Deine erste Karte hat entschieden, wohin die Spalte geht. Das Zeichen darüber zeigt es; tippe es an, dann wird es erklärt.',
  pocket: 'Die Tasche hält eine Karte, die im Weg ist. Leg diese hinein.',
  unpocket: 'Hol die Karte wieder heraus, sobald sie irgendwo passt: Eine leere Tasche ist viel wert.',
  draw: 'Kein Zug mehr? Zieh eine Karte vom Talon. Du darfst ihn beliebig oft durchgehen.',
  more: 'Leg nun noch eine Karte auf einen Zielstapel.',
  noMore: 'Im Moment passt nichts auf einen Zielstapel. Zieh weiter, oder mach einen anderen Zug.',
  end: 'Das war’s! Leg alle 52 Karten ab. Auf leere Spalten dürfen nur Asse und Könige.',
}
