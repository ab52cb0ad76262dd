/** Was die Seite auf Deutsch sagt. */
import type { Words } from './index'
import { tableDe } from './table.de'

export const de: Words = {
  ...tableDe,
  app: {
    name: 'Saloon',
    tagline: 'Fünf Kartenspiele, ein Tisch.',
    skip: 'Zum Tisch springen',
    home: 'Lobby',
    player: 'Du',
    settings: 'Einstellungen',
    help: 'Hilfe',
  },
  games: {
    highnoon: { title: 'HighNoon', line: 'Zwei spielen um die Wette auf gemeinsame Stapel.' },
    meridian: { title: 'Meridian Master', line: 'Von der Sieben aufwärts, von der Sechs abwärts.' },
    cards: { title: 'Cards', line: 'Acht Stapel, alle Karten im Spiel, ein Ziel.' },
    klondike: { title: 'Klondike', line: 'Der Klassiker: sieben Spalten und ein Talon.' },
    nevernine: { title: 'Never Nine', line: 'Sag deine Stiche genau an. Zusammen nie neun.' },
  },
  lobby: {
    heading: 'Was spielen wir?',
    goOn: 'Weiterspielen',
    newGame: 'Neues Spiel',
    openTables: 'Offene Tische',
    nothingOpen: 'Kein Tisch wartet. Eröffne einen und lade jemanden ein.',
    watch: 'Zuschauen',
    join: 'Mitspielen',
  },
  failed: {
    offline: 'Der Server ist nicht erreichbar.',
    again: 'Noch einmal',
  },
}
