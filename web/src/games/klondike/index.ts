/** Klondike on the page. */
import type { GamePage } from '@/games/page'

import { picture } from './picture'

export const page: GamePage = {
  order: 1,
  picture,
  felt: 'green',
  folded: ['scoring'],
  room: async () => (await import('./room')).room,
}
