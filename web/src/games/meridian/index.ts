/** Meridian Master on the page. */
import type { GamePage } from '@/games/page'

import { picture } from './picture'

export const page: GamePage = {
  order: 3,
  picture,
  felt: 'plum',
  folded: ['direction'],
  saveKey: 'meridian_saved_game',
  room: async () => (await import('./room')).room,
  statistics: () => import('./Statistics.vue'),
}
