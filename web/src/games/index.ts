/** Which game is it? Each has a room that tells the table its piles; it is fetched when it is played. */
import type { GameRoom } from '@/table/model'

const rooms: Readonly<Record<string, () => Promise<{ room: GameRoom<never> }>>> = {
  cards: () => import('./cards/room'),
  highnoon: () => import('./highnoon/room'),
  klondike: () => import('./klondike/room'),
  meridian: () => import('./meridian/room'),
  nevernine: () => import('./nevernine/room'),
}

export async function roomOf(game: string): Promise<GameRoom> {
  const load = rooms[game]
  if (!load) throw new Error(`no room for ${game}`)
  return (await load()).room as GameRoom
}
