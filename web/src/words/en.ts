/** What the page says in English. Other languages have the same keys, or they do not compile. */
import { tableEn } from './table.en'

export const en = {
  ...tableEn,
  app: {
    name: 'Saloon',
    tagline: 'Five card games, one table.',
    skip: 'Skip to the table',
    home: 'Lobby',
    player: 'You',
    settings: 'Settings',
    help: 'Help',
  },
  games: {
    highnoon: { title: 'HighNoon', line: 'Two players race on shared foundations.' },
    meridian: { title: 'Meridian Master', line: 'Build up from seven and down from six.' },
    cards: { title: 'Cards', line: 'Eight piles, all cards in play, one goal.' },
    klondike: { title: 'Klondike', line: 'The classic: seven columns and a stock.' },
    nevernine: { title: 'Never Nine', line: 'Bid your tricks exactly. Together never nine.' },
  },
  lobby: {
    heading: 'What shall we play?',
    goOn: 'Continue',
    newGame: 'New game',
    openTables: 'Open tables',
    nothingOpen: 'No table is waiting. Open one and invite a friend.',
    watch: 'Watch',
    join: 'Join',
  },
  failed: {
    offline: 'The server cannot be reached.',
    again: 'Try again',
  },
}
