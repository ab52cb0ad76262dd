/** Never Nine on the page. */
import type { GamePage } from '@/games/page'

import { picture } from './picture'

export const page: GamePage = {
  order: 5,
  picture,
  felt: 'burgundy',
  folded: ['tieBreak', 'turnSeconds'],
  room: async () => (await import('./room')).room,
}
