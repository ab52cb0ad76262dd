/** HighNoon on the page. */
import type { GamePage } from '@/games/page'

import { picture } from './picture'

export const page: GamePage = {
  order: 4,
  picture,
  felt: 'walnut',
  isRace: true,
  folded: ['mode', 'reveal', 'profile'],
  room: async () => (await import('./room')).room,
  tools: () => import('./Tools.vue'),
}
