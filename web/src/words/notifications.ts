/** The texts of notifications. The service worker shows them while no page is open; {} is the game. */
export interface Notification {
  title: string
  body: string
}

export const NOTIFICATIONS: Readonly<Record<'en' | 'de', Readonly<Record<'turn' | 'rematch', Notification>>>> = {
  en: {
    turn: { title: '{}: your turn', body: 'The others are waiting for you.' },
    rematch: { title: '{}: rematch?', body: 'Your opponent wants to play again.' },
  },
  de: {
    turn: { title: '{}: Du bist dran', body: 'Die anderen warten auf dich.' },
    rematch: { title: '{}: Revanche?', body: 'Dein Gegner möchte noch einmal spielen.' },
  },
}
