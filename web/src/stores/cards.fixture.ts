/** Games as the server shows them, for tests. */
import type { GameCard } from '@/protocol/types'

const game = (name: string, seats: number, options: object, properties: object, presets: object = {}): GameCard => ({
  name, seats, title: name, rulesVersion: '1', undoDepth: 0, solver: seats === 1, levels: seats > 1 ? ['random', 'greedy'] : [],
  ratings: {}, weakOptions: {},
  options: options as GameCard['options'], presets: presets as GameCard['presets'], optionsSchema: { $defs: { Options: { properties } } },
})

export const KLONDIKE = game(
  'klondike', 1, { draw: 3, redeals: -1, scoring: 'standard' },
  { draw: { enum: [1, 3] }, redeals: { type: 'integer', minimum: -1, maximum: 9 }, scoring: { enum: ['legacyUnity', 'standard', 'vegas'] } },
  { easy: { draw: 1 }, normal: { draw: 3 }, hard: { draw: 3, redeals: 2 } },
)
export const CARDS = game(
  'cards', 1, { faces: 'lastThreeUp', stack: 'run' },
  { faces: { enum: ['firstThreeDown', 'lastThreeUp'] }, stack: { enum: ['any', 'run'] } },
)
export const NEVERNINE = game('nevernine', 4, { limit: 100 }, { limit: { type: 'integer', minimum: 1, maximum: 1000 } }, { short: { limit: 15 }, full: { limit: 100 } })
export const HIGHNOON = {
  ...game(
    'highnoon', 2, { clock: 0, profile: 'saloon' }, { clock: { enum: [0, 2, 3, 5] }, profile: { enum: ['saloon', 'vnext'] } },
  ),
  weakOptions: { profile: 'vnext' },
}
/** A game that the page has never heard of. */
export const WHIST = game('whist', 4, { trumps: 'yes' }, { trumps: { enum: ['no', 'yes'] } })
