/** HighNoon on the page. */
import type { GamePage } from '@/games/page'

import { picture } from './picture'

export const page: GamePage = {
  order: 4,
  picture,
  felt: 'walnut',
  folded: ['mode', 'reveal', 'profile'],
  optionsBetweenPeople: { clock: 3 },
  room: async () => (await import('./room')).room,
  tools: () => import('./Tools.vue'),
}
