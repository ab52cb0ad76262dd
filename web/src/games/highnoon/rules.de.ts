/** Die Regeln von HighNoon auf Deutsch, Teil für Teil. */
import type { en } from './rules.en'

export const de: typeof en = {
  goal: { title: 'Das Ziel', text: 'Beide spielen gleichzeitig ihre eigene Patience, und beide bauen auf dieselben acht Zielstapel. Wer zuerst keine Karte mehr hat, gewinnt.' },
  build: { title: 'Deine Spalten', text: 'Bau abwärts, Rot und Schwarz im Wechsel. Karten, die eine Folge bilden, kannst du zusammen bewegen.' },
  race: { title: 'Wer zuerst kommt, mahlt zuerst', text: 'Niemand wartet, bis er dran ist. Wenn ihr beide denselben Platz wollt, bekommt ihn die schnellere Karte; die andere gleitet zurück. Auf den Zielstapeln darfst du auf die Karten deines Gegners bauen, auf seiner Auslage nie.' },
  empty: { title: 'Leere Spalten', text: 'Auf eine leere Spalte darf nur ein König, allein oder mit den Karten auf ihm.' },
  stock: { title: 'Der Talon', text: 'Zieh immer eine Karte. Wenn dein Talon leer ist, wende die Ablage und geh ihn noch einmal durch, so oft du willst.' },
  score: { title: 'Punkte', text: 'Jede Karte, die du auf einen Zielstapel bringst, zählt ihren Wert. Wenn nichts mehr geht, gewinnt die höhere Punktzahl.' },
  end: { title: 'Wenn nichts mehr geht', text: 'Ein Spiel ohne Fortschritt endet, wenn ihr euch beide darauf einigt oder beide je 60 Züge ohne Fortschritt gemacht habt. Wenn dein Gegner eine Minute wegbleibt, kannst du den Sieg beanspruchen.' },
}
