/** Was die Anleitung zu Never Nine auf Deutsch sagt. */
import type { en } from './guide.en'

export const de: typeof en = {
  hand: 'Für jeden neun Karten, neun Stiche, kein Trumpf. Das sind deine: Das Ass ist die höchste, die Sechs die niedrigste Karte.',
  bid: (bid) => `Zuerst sagen alle an, wie viele Stiche sie machen, und du willst genau richtig liegen. Deine hohen Karten sind gut für etwa ${bid}: Sag ${bid} an.`,
  bidLast: (bid, forbidden) => `Wie viele Stiche machst du? Sag ${bid} an. Du bist zuletzt dran, darum ist die ${forbidden} gesperrt: Zusammen dürfen es nie neun sein.`,
  waitBid: 'Alle sagen an, wie viele Stiche sie machen. Du willst genau richtig liegen.',
  lead: 'Du spielst aus: Jede Karte ist erlaubt. Ihre Farbe müssen die anderen bedienen.',
  follow: (suit) => `Bedienen: ${suit} ist ausgespielt und du hast welches, also darfst du nur davon spielen. Die höchste Karte davon macht den Stich.`,
  discard: (suit) => `Du hast kein ${suit}, also ist alles erlaubt. Eine andere Farbe gewinnt nie: eine gute Gelegenheit, etwas loszuwerden.`,
  waitPlay: 'Reihum spielt jeder eine Karte. Die höchste der ausgespielten Farbe macht den Stich.',
  took: (name) => `${name} hat den Stich gemacht und spielt als Nächstes aus. Kein Trumpf: Andere Farben gewinnen nie.`,
  youTook: 'Du hast den Stich gemacht, also spielst du als Nächstes aus.',
  wantMore: (left) => (left === 1 ? 'Dir fehlt noch ein Stich: Spiel hoch.' : `Dir fehlen noch ${left} Stiche: Spiel hoch.`),
  wantNone: 'Du hast alle angesagten Stiche. Mach keinen mehr: Spiel eine Karte, die verliert.',
  tooMany: 'Das war ein Stich zu viel. Jeder weitere kostet noch einen Punkt, also spiel eine Karte, die verliert.',
  score: (bid, taken, penalty) => `Die Runde ist vorbei. Angesagt ${bid}, gemacht ${taken}: ${penalty === 0 ? 'genau richtig, keine Punkte.' : penalty === 1 ? 'einer daneben, das kostet einen Punkt.' : `${penalty} daneben, das kostet ${penalty} Punkte.`}`,
  end: 'Das war’s! Punkte sind Strafpunkte. Erreicht jemand die Grenze, gewinnt die kleinste Summe.',
}
