/** Games as the server shows them, for tests. The page has no folder for these. */
import type { GameCard } from '@/protocol/types'

export const game = (name: string, seats: number, options: object, properties: object, more: Partial<GameCard> = {}): GameCard => ({
  name, seats, title: name.charAt(0).toUpperCase() + name.slice(1), rulesVersion: '1', undoDepth: 0, solver: seats === 1, fairHints: false, analysis: null,
  levels: seats > 1 ? ['random', 'greedy'] : [], ratings: {}, weakOptions: {}, optionsBetweenPeople: {}, dealSources: {}, duplicate: false, lowestWins: false, saves: false, firstPreset: null,
  dealsWinnable: false, seedsAreTimes: false, presets: {}, options: options as GameCard['options'],
  optionsSchema: { $ref: '#/$defs/Options', $defs: { Options: { properties } } }, ...more,
})

/** A solitaire with presets. */
export const PATIENCE = game(
  'patience', 1, { draw: 3, redeals: -1, scoring: 'standard' },
  { draw: { enum: [1, 3] }, redeals: { type: 'integer', minimum: -1, maximum: 9 }, scoring: { enum: ['standard', 'vegas'] } },
  { presets: { easy: { draw: 1 }, normal: { draw: 3 }, hard: { draw: 3, redeals: 2 } }, firstPreset: 'easy', dealSources: { deck: 'Deck Master', oldfelt: 'Old Felt' } },
)
/** One that is often lost, and dealt from the time. */
export const CLOCKED = game('clocked', 1, { faces: 'up' }, { faces: { enum: ['down', 'up'] } }, { dealsWinnable: true, seedsAreTimes: true })
export const WHIST = game(
  'whist', 4, { limit: 100, trumps: 'yes' }, { limit: { type: 'integer', minimum: 1, maximum: 1000 }, trumps: { enum: ['no', 'yes'] } },
  { presets: { short: { limit: 15 }, full: { limit: 100 } }, firstPreset: 'short' },
)
/** A duel with a way of dealing that is for old logs only. */
export const DUEL = game(
  'duel', 2, { clock: 0, profile: 'new', blind: false },
  { clock: { enum: [0, 2, 3, 5] }, profile: { enum: ['new', 'old'] }, blind: { type: 'boolean' }, note: { type: 'string' } },
  { weakOptions: { profile: 'old' } },
)
