/** The seed of the last deal of Cards, kept under the name that the original program used. */
import { recall, remember } from './browser'

const KEY = 'SeedIndex'
const GAME = 'cards'

/** The stored seed, if Cards can be dealt from it: the plain decimal text of a safe integer. */
export function lastSeed(): string | null {
  const kept = recall(KEY)
  return kept !== null && /^(0|[1-9]\d*)$/.test(kept) && Number.isSafeInteger(Number(kept)) ? kept : null
}

/** Store the seed of a table, if it is one of Cards. */
export function keepSeed(game: string | undefined, seed: string | null | undefined): void {
  if (game === GAME && seed) remember(KEY, seed)
}

/** Whether opening this game goes on where the player was, as the original program does, instead of dealing anew. */
export const reopens = (game: string) => game === GAME
