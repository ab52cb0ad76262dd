/** Was über HighNoon auf Deutsch gesagt wird. */
import type { en } from './words.en'

export const de: typeof en = {
  title: 'HighNoon',
  line: 'Ein Duell: zwei Auslagen, gemeinsame Zielstapel, alle gleichzeitig.',
  options: {
    clock: {
      label: 'Uhr',
      note: 'Wer so lange nicht vorankommt, verliert.',
      choices: { 0: { label: 'Keine' }, 2: { label: '2 Minuten' }, 3: { label: '3 Minuten' }, 5: { label: '5 Minuten' } },
    },
    mode: {
      label: 'Die Blätter',
      choices: {
        split: { label: 'Jeder hat sein eigenes', note: 'Beide spielen alle 52 Karten ihres Blatts.' },
        shared: { label: 'Beide gemischt', note: 'Jeder bekommt 52 der 104 Karten.' },
      },
    },
    reveal: {
      label: 'Freigelegte Karten',
      choices: {
        explicit: { label: 'Von Hand umdrehen', note: 'Oder gleich von der Seite: „Karten für mich umdrehen“ in den Einstellungen.' },
        auto: { label: 'Der Zug dreht sie um' },
      },
    },
    profile: {
      label: 'Mischen',
      choices: {
        saloon: { label: 'Saloon' },
        vnext: { label: 'Für alte Aufzeichnungen', note: 'Gibt genau wie die erste Fassung. Verdeckte Karten lassen sich berechnen, daher ohne Wertung und nur gegen Bots.' },
      },
    },
  },
  levels: {
    builder: { label: 'Solide', note: 'Wägt jeden Zug ab, auch was er dir öffnet.' },
  },
  ends: {
    inactivity: 'Jemand kam nicht rechtzeitig voran oder blieb weg.',
    agreed: 'Beide haben sich auf das Ende geeinigt; die Punkte entscheiden.',
  },
  own: {
    theirs: (pile) => `${pile} der anderen Seite`,
    offerEnd: 'Ende anbieten',
    agreeEnd: 'Ende annehmen',
    sureOffer: 'Das Ende anbieten? Nimmt die andere Seite an, ist das Spiel sofort vorbei und die höhere Punktzahl gewinnt. Das Angebot gilt, bis jemand vorankommt.',
    sureAgree: 'Das Ende annehmen? Das Spiel ist dann sofort vorbei, und die höhere Punktzahl gewinnt.',
    youOffer: 'Du bietest das Ende an.',
    theyOffer: (name) => `${name} bietet das Ende an.`,
    offersEnd: 'Ende angeboten',
    idle: (left) => `Patt in ${left}`,
    away: (seconds) => `Die andere Seite ist weg. In ${seconds} s kannst du den Sieg beanspruchen.`,
    awayLong: 'Die andere Seite ist weg.',
    idleNote: 'So viele Züge ohne Fortschritt hat diese Seite noch bis zum Patt; dann gewinnt die höhere Punktzahl.',
    isAway: 'weg',
    isHere: 'da',
    pointsUnit: 'Pkt.',
    leftUnit: 'übrig',
    getReady: 'Sieh dir deine Karten an',
    go: 'Los!',
    beaten: 'Zu spät!',
    beatenBy: (name) => `${name} war schneller.`,
    claim: 'Sieg beanspruchen',
    clock: 'Uhr',
  },
}
