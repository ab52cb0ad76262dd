/** Cards on the page. */
import type { GamePage } from '@/games/page'

import { picture } from './picture'

export const page: GamePage = {
  order: 2,
  picture,
  felt: 'blue',
  folded: ['faces'],
  options: { stack: 'any' },
  seedKey: 'SeedIndex',
  room: async () => (await import('./room')).room,
}
