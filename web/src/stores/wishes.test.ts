import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'

import { CLOCKED, DUEL, game, PATIENCE, WHIST } from './games.fixture'
import { firstWish, presetOptions, useWishes, wishFor } from './wishes'

beforeEach(() => {
  localStorage.clear()
  setActivePinia(createPinia())
})

test('who never chose gets a game that can be won', () => {
  expect(wishFor(PATIENCE, firstWish(PATIENCE))).toEqual({ game: 'patience', options: { draw: 1 } })
  expect(wishFor(CLOCKED, firstWish(CLOCKED))).toEqual({ game: 'clocked', options: {}, winnable: true })
  expect(wishFor(WHIST, firstWish(WHIST)).options).toEqual({ limit: 15 })
})

test('a solitaire is private unless others may watch', () => {
  expect(wishFor(PATIENCE, firstWish(PATIENCE))).not.toHaveProperty('private')
  expect(wishFor(PATIENCE, { ...firstWish(PATIENCE), watched: true })).toMatchObject({ private: false })
})

test('a preset leaves nothing behind of the one before', () => {
  const hard = { ...firstWish(PATIENCE).options, ...presetOptions(PATIENCE, 'hard') }
  expect({ ...hard, ...presetOptions(PATIENCE, 'normal') }).toEqual({ draw: 3, redeals: -1, scoring: 'standard' })
})

test('seats are taken by people first and bots after them', () => {
  const wanted = { ...firstWish(WHIST), company: 'friends' as const, people: 2, level: 'random' }
  const wish = wishFor(WHIST, wanted, 'a seed')
  expect(wish.seats).toEqual([{ kind: 'human' }, { kind: 'human' }, { kind: 'human' }, { kind: 'bot', level: 'random' }])
  expect(wish.private).toBe(true)
  expect(wish.seed).toBeUndefined()
  expect(wishFor(WHIST, { ...wanted, company: 'bots' }, 'a seed')).toMatchObject({ seed: 'a seed', private: false })
  expect(wishFor(WHIST, { ...wanted, company: 'anyone', people: 9 }).seats?.every((seat) => seat.kind === 'human')).toBe(true)
})

test('a deal is a certain one, one that can be won, or any', () => {
  const wanted = { ...firstWish(PATIENCE), winnable: true }
  expect(wishFor(PATIENCE, wanted)).toMatchObject({ winnable: true })
  expect(wishFor(PATIENCE, { ...wanted, difficulty: 'hard' })).toMatchObject({ winnable: true, level: 'hard' })
  expect(wishFor(PATIENCE, wanted, '7')).not.toHaveProperty('winnable')
  expect(wishFor({ ...PATIENCE, solver: false }, wanted)).not.toHaveProperty('winnable')
})

test('the last wish is kept, as far as it still makes sense', async () => {
  const wishes = useWishes()
  wishes.keep('whist', { options: { limit: 7, gone: 1 }, preset: 'lost', company: 'friends', people: 3, level: 'unheard', winnable: false, difficulty: 'any', watched: true })
  await nextTick()
  setActivePinia(createPinia())
  expect(useWishes().of(WHIST)).toEqual({ options: { limit: 7, trumps: 'yes' }, preset: 'short', company: 'friends', people: 3, level: 'greedy', winnable: false, difficulty: 'any', watched: true })
})

test('a game without presets or bots of the usual kind can be wished for', () => {
  const wanted = firstWish(game('euchre', 4, { trumps: 'yes' }, {}, { levels: ['slow'] }))
  expect(wanted).toMatchObject({ preset: null, level: 'slow', options: { trumps: 'yes' } })
})

test('what is for old logs is not asked for between people, though it was chosen before', () => {
  const wanted = { ...firstWish(DUEL), options: { clock: 2, profile: 'old' } }
  expect(wishFor(DUEL, wanted).options).toEqual({ clock: 2, profile: 'old' })
  expect(wishFor(DUEL, { ...wanted, company: 'friends' }).options).toEqual({ clock: 2 })
})
