/** Was über Meridian Master auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Meridian Master',
  line: 'Von der Sieben hinauf zum König, von der Sechs hinunter zum Ass.',
  options: {
    mode: {
      label: 'Wie schwer?',
      note: 'Fast jedes Spiel ist zu gewinnen, in jeder Spielart.',
      choices: {
        double_pocket: { label: 'Double Pocket', note: 'Zwei Taschen, alle Karten offen: mehr Luft zum Atmen.', often: 'Leicht' },
        classic: { label: 'Classic', note: 'Eine Tasche, alle Karten offen: Tasche und Spalten im Gleichgewicht halten.', often: 'Mittel' },
        traditional: { label: 'Traditional', note: 'Eine Tasche, 21 Karten verdeckt: früh aufdecken.', often: 'Schwer' },
        expert: { label: 'Expert', note: 'Regeln wie bei Traditional, aber milder bewertet: weit vorausplanen.', often: 'Sehr schwer' },
      },
    },
    direction: {
      label: 'Spalten, die nicht mit Ass oder König beginnen',
      choices: {
        locked: { label: 'Die erste angelegte Karte entscheidet', note: 'Danach geht die Spalte nur noch auf oder nur noch ab.' },
        flexible: { label: 'Jede Karte darf auf oder ab' },
      },
    },
  },
  ends: {
    declared: 'Du hast Patt erklärt.',
  },
  own: {
    pocket: (number) => `Tasche ${number}`,
    foundationUp: (suit) => `${suit}, ab der Sieben aufwärts`,
    foundationDown: (suit) => `${suit}, ab der Sechs abwärts`,
    efficiency: 'Effizienz',
    ace: 'Ass-Spalte, aufwärts',
    king: 'Königsspalte, abwärts',
    ascending: 'aufwärts',
    descending: 'abwärts',
    open: 'noch offen',
    pocketName: 'Tasche',
    explain: {
      ace: 'Ass-Spalte: Sie geht aufwärts, Zwei auf Ass, Drei auf Zwei … Rot und Schwarz im Wechsel.',
      king: 'Königsspalte: Sie geht abwärts, Dame auf König, Bube auf Dame … Rot und Schwarz im Wechsel.',
      ascending: 'Hier hast du zuerst eine höhere Karte angelegt, also geht die Spalte nur noch aufwärts.',
      descending: 'Hier hast du zuerst eine niedrigere Karte angelegt, also geht die Spalte nur noch abwärts.',
      open: 'Offene Spalte: Sie nimmt die nächsthöhere oder nächstniedrigere Karte der anderen Farbe.',
      empty: 'Leere Spalte: Hierher darf nur ein Ass oder ein König.',
      pocket: 'Die Tasche hält eine Karte, bis du einen Platz für sie findest.',
      up: 'Dieser Zielstapel geht von der Sieben hinauf zum König.',
      down: 'Dieser Zielstapel geht von der Sechs hinunter zum Ass.',
    },
    why: {
      ace: 'Die Ass-Spalte geht nur aufwärts, Rot und Schwarz im Wechsel.',
      king: 'Die Königsspalte geht nur abwärts, Rot und Schwarz im Wechsel.',
      ascending: 'Diese Spalte geht nur aufwärts, Rot und Schwarz im Wechsel.',
      descending: 'Diese Spalte geht nur abwärts, Rot und Schwarz im Wechsel.',
      open: 'Hier passt nur eins höher oder tiefer, in der anderen Farbe.',
      empty: 'Auf eine leere Spalte darf nur ein Ass oder ein König.',
      up: 'Dieser Zielstapel geht in einer Farbe von Sieben bis König.',
      down: 'Dieser Zielstapel geht in einer Farbe von Sechs bis Ass.',
    },
    ratings: { Excellent: 'Ausgezeichnet', Good: 'Gut', Average: 'Durchschnittlich', 'Needs Improvement': 'Ausbaufähig' },
    warnings: {
      loop: 'Du drehst dich im Kreis: Diese Stellung gab es schon.',
      noProgress: 'Dreißig Züge ohne Fortschritt. Vielleicht ist es ein Patt.',
      idle: 'Fünf Minuten ohne Fortschritt. Vielleicht ist es ein Patt.',
    },
    statistics: {
      stalemates: 'Patts',
      totalMoves: 'Züge',
      averageMoves: 'Züge pro Spiel',
      averageEfficiency: 'Mittlere Effizienz',
      history: 'Effizienz deiner letzten Siege',
      timePlayed: 'Spielzeit',
      games: 'Spiele',
      wins: 'Siege',
      moves: 'Züge',
      bestEfficiency: 'Beste Eff.',
      bestTime: 'Beste Zeit',
      older: (games) => (games === 1
        ? 'Bei Zügen und Patts fehlt ein älteres Spiel: Sein Ergebnis enthält sie nicht.'
        : `Bei Zügen und Patts fehlen ${games} ältere Spiele: Ihre Ergebnisse enthalten sie nicht.`),
    },
  },
}
