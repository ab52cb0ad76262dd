/** Was über Meridian Master auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'Meridian Master',
  line: 'Siebenen steigen zum König, Sechsen sinken zum Ass.',
  options: {
    mode: {
      label: 'Wie schwer?',
      note: 'Fast jedes Spiel geht auf, in jeder Spielart.',
      choices: {
        double_pocket: { label: 'Double Pocket', note: 'Zwei Taschen, alle Karten offen: mehr Luft zum Atmen.', often: 'Leicht' },
        classic: { label: 'Classic', note: 'Eine Tasche, alle Karten offen: Tasche und Spalten im Gleichgewicht halten.', often: 'Mittel' },
        traditional: { label: 'Traditional', note: 'Eine Tasche, 21 Karten verdeckt: früh aufdecken.', often: 'Schwer' },
        expert: { label: 'Expert', note: 'Regeln wie bei Traditional, aber milder bewertet: weit vorausplanen.', often: 'Sehr schwer' },
      },
    },
    direction: {
      label: 'Spalten, die weder Ass noch König eröffnet hat',
      choices: {
        locked: { label: 'Die erste angelegte Karte entscheidet', note: 'Danach geht die Spalte nur noch auf oder nur noch ab.' },
        flexible: { label: 'Jede Karte darf auf oder ab' },
      },
    },
  },
  rules: [
    'Zwei Zielstapel je Farbe: Einer steigt von der Sieben zum König, der andere sinkt von der Sechs zum Ass.',
    'Eine Spalte, die mit einem Ass beginnt, geht aufwärts, eine mit König abwärts. Das Zeichen an der Spalte verrät es.',
    'Die Tasche hält eine einzelne Karte: um eine störende wegzulegen, eine Blockade zu lösen, Platz zu schaffen. Von Tasche zu Tasche geht nichts.',
    'Classic verlangt ein Gleichgewicht von Tasche und Spalten, Double Pocket lässt mehr Freiheit, in Traditional deckst du früh verdeckte Karten auf, Expert braucht einen Plan.',
  ],
  ends: {
    declared: 'Du hast Patt erklärt.',
  },
  own: {
    pocket: (number) => `Tasche ${number}`,
    foundationUp: (suit) => `${suit}, ab der Sieben aufwärts`,
    foundationDown: (suit) => `${suit}, ab der Sechs abwärts`,
    efficiency: 'Effizienz',
    ace: 'Ass-Spalte, aufwärts',
    king: 'Königs-Spalte, abwärts',
    ascending: 'aufwärts',
    descending: 'abwärts',
    open: 'noch offen',
    ratings: { Excellent: 'Ausgezeichnet', Good: 'Gut', Average: 'Mittelmäßig', 'Needs Improvement': 'Ausbaufähig' },
    warnings: {
      loop: 'Im Kreis gegangen: Diese Stellung war schon da.',
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
