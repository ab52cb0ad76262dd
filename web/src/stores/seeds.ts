/** Which deal of Cards was the last? Kept under the name that the original program used. */
import { recall, remember } from './browser'

const KEY = 'SeedIndex'

export const lastSeed = (): string | null => recall(KEY)

/** Remember the deal of a table, if it is one of Cards. */
export function keepSeed(game: string | undefined, seed: string | null | undefined): void {
  if (game === 'cards' && seed) remember(KEY, seed)
}
