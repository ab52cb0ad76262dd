/** The seed of the last deal, for games that are dealt from the time: opening one continues where the player was. */
import { pageOf } from '@/games'
import type { GameCard } from '@/protocol/types'

import { recall, remember } from './browser'

/** The name under which this browser keeps the seed of a game. */
const keyOf = (game: string) => pageOf(game).seedKey ?? `saloon.seed.${game}`

/** The stored seed, if the game can be dealt from it: the plain decimal text of a safe integer. */
export function lastSeed({ name, seedsAreTimes }: GameCard): string | null {
  const kept = seedsAreTimes ? recall(keyOf(name)) : null
  return kept !== null && /^(0|[1-9]\d*)$/.test(kept) && Number.isSafeInteger(Number(kept)) ? kept : null
}

/** The deals of this server, and the numbers of other programs. */
export const OURS = ''

/** A seed as the player reads it: whose number it is, and the number. */
export function splitSeed({ dealSources }: Pick<GameCard, 'dealSources'>, seed: string): { source: string; number: string } {
  const colon = seed.indexOf(':')
  const source = colon > 0 ? seed.slice(0, colon) : OURS
  return Object.hasOwn(dealSources, source) ? { source, number: seed.slice(colon + 1) } : { source: OURS, number: seed }
}

/** The seed of a number; without a number there is none. */
export const joinSeed = (source: string, number: string): string => (source === OURS || number === '' ? number : `${source}:${number}`)

/** Store the seed of a table, if its game is dealt from the time. */
export function keepSeed({ name, seedsAreTimes }: GameCard, seed: string): void {
  if (seedsAreTimes) remember(keyOf(name), seed)
}
