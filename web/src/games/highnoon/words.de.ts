/** Was über HighNoon auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'HighNoon',
  line: 'Ein Duell: zwei Auslagen, gemeinsame Zielstapel, beide gleichzeitig. Sei schneller.',
  options: {
    clock: {
      label: 'Uhr',
      note: 'Wer so lange nicht vorankommt, verliert.',
      choices: { 0: { label: 'Keine' }, 2: { label: '2 Minuten' }, 3: { label: '3 Minuten' }, 5: { label: '5 Minuten' } },
    },
    mode: {
      label: 'Kartendecks',
      choices: {
        split: { label: 'Ein Deck für jeden', note: 'Jeder spielt alle 52 Karten des eigenen Decks.' },
        shared: { label: 'Zwei Decks gemischt', note: 'Jeder bekommt 52 der 104 Karten.' },
      },
    },
    reveal: {
      label: 'Freigelegte Karten',
      choices: {
        explicit: { label: 'Selbst umdrehen', note: 'Oder automatisch: „Karten für mich umdrehen“ in den Einstellungen.' },
        auto: { label: 'Drehen sich von selbst um' },
      },
    },
    profile: {
      label: 'Mischen',
      choices: {
        saloon: { label: 'Saloon' },
        vnext: { label: 'Für alte Aufzeichnungen', note: 'Gibt die Karten genau wie die erste Fassung. Verdeckte Karten lassen sich berechnen, darum ohne Wertung und nur gegen Bots.' },
      },
    },
  },
  levels: {
    builder: { label: 'Solide', note: 'Wägt jeden Zug ab, auch was er dir öffnet.' },
  },
  ends: {
    inactivity: 'Jemand kam nicht rechtzeitig voran oder blieb zu lange weg.',
    agreed: 'Beide haben sich auf das Ende geeinigt; die Punkte entscheiden.',
  },
  costs: (amount: string) => `Das kostete etwa ${amount}; −1 ist ein verlorenes, 1 ein gewonnenes Spiel.`,
  own: {
    theirs: (pile) => `${pile} des Gegners`,
    why: {
      column: 'Spalten gehen abwärts, Rot und Schwarz im Wechsel.',
      empty: 'Auf eine leere Spalte darf nur ein König.',
      foundation: 'Zielstapel gehen in einer Farbe aufwärts, ab dem Ass.',
    },
    offerEnd: 'Ende anbieten',
    agreeEnd: 'Ende annehmen',
    sureOffer: 'Das Ende anbieten? Nimmt dein Gegner an, ist das Spiel sofort vorbei und die höhere Punktzahl gewinnt. Das Angebot gilt, bis jemand vorankommt.',
    sureAgree: 'Das Ende annehmen? Das Spiel ist dann sofort vorbei, und die höhere Punktzahl gewinnt.',
    youOffer: 'Du bietest das Ende an.',
    theyOffer: (name) => `${name} bietet das Ende an.`,
    offersEnd: 'Ende angeboten',
    idle: (left) => `Patt in ${left} Zügen`,
    claimIn: (seconds) => `Sieg beanspruchen in ${seconds} s`,
    mayClaim: 'Du kannst den Sieg beanspruchen.',
    awayLong: 'Dein Gegner ist weg.',
    idleNote: 'So viele Züge bleiben, um voranzukommen. Dann ist es ein Patt, und die höhere Punktzahl gewinnt.',
    isAway: 'weg',
    isHere: 'da',
    pointsUnit: () => 'Pkt.',
    leftUnit: 'übrig',
    getReady: 'Sieh dir deine Karten an',
    go: 'Los!',
    beaten: 'Zu spät!',
    beatenBy: (name) => `${name} war schneller.`,
    claim: 'Sieg beanspruchen',
    clock: 'Uhr',
  },
}
