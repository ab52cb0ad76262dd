/** The games that have a folder here. A game without one is played in the plain room, with the server's names. */
import type { GameRoom } from '@/table/model'

import type { GamePage } from './page'

export type Pages = ReadonlyMap<string, GamePage>

const PAGES: Pages = new Map(
  Object.entries(import.meta.glob<{ page: GamePage }>('./*/index.ts', { eager: true })).map(([path, { page }]) => [path.split('/')[1] ?? '', page]),
)

export const pageOf = (game: string, pages = PAGES): GamePage => pages.get(game) ?? {}

/** The room of a game; it is fetched when the game is played. */
export async function roomOf(game: string, pages = PAGES): Promise<GameRoom> {
  const load = pageOf(game, pages).room
  return load ? ((await load()) as GameRoom) : (await import('./plain/room')).room
}

/** Compare two games by their places in the lobby: first those that state one, then the others by their titles. */
export function byPlace(a: Titled, b: Titled, pages = PAGES): number {
  const [first, second] = [a, b].map(({ name }) => pageOf(name, pages).order ?? Infinity) as [number, number]
  return first === second ? a.title.localeCompare(b.title) : first - second
}

export interface Titled {
  readonly name: string
  readonly title: string
}
