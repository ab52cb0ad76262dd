import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'

import { CARDS, HIGHNOON, KLONDIKE, NEVERNINE, WHIST } from './cards.fixture'
import { firstWish, presetOptions, useWishes, wishFor } from './wishes'

beforeEach(() => {
  localStorage.clear()
  setActivePinia(createPinia())
})

test('who never chose gets a game that can be won', () => {
  expect(wishFor(KLONDIKE, firstWish(KLONDIKE))).toEqual({ game: 'klondike', options: { draw: 1 } })
  expect(wishFor(CARDS, firstWish(CARDS))).toEqual({ game: 'cards', options: { stack: 'any' }, winnable: true })
  expect(wishFor(NEVERNINE, firstWish(NEVERNINE)).options).toEqual({ limit: 15 })
})

test('a preset leaves nothing behind of the one before', () => {
  const hard = { ...firstWish(KLONDIKE).options, ...presetOptions(KLONDIKE, 'hard') }
  expect({ ...hard, ...presetOptions(KLONDIKE, 'normal') }).toEqual({ draw: 3, redeals: -1, scoring: 'standard' })
})

test('seats are taken by people first and bots after them', () => {
  const wanted = { ...firstWish(NEVERNINE), company: 'friends' as const, people: 2, level: 'random' }
  const wish = wishFor(NEVERNINE, wanted, 'a seed')
  expect(wish.seats).toEqual([{ kind: 'human' }, { kind: 'human' }, { kind: 'human' }, { kind: 'bot', level: 'random' }])
  expect(wish.private).toBe(true)
  expect(wish.seed).toBeUndefined()
  expect(wishFor(NEVERNINE, { ...wanted, company: 'bots' }, 'a seed')).toMatchObject({ seed: 'a seed', private: false })
  expect(wishFor(NEVERNINE, { ...wanted, company: 'anyone', people: 9 }).seats?.every((seat) => seat.kind === 'human')).toBe(true)
})

test('a deal is a certain one, one that can be won, or any', () => {
  const wanted = { ...firstWish(KLONDIKE), winnable: true }
  expect(wishFor(KLONDIKE, wanted)).toMatchObject({ winnable: true })
  expect(wishFor(KLONDIKE, { ...wanted, difficulty: 'hard' })).toMatchObject({ winnable: true, level: 'hard' })
  expect(wishFor(KLONDIKE, wanted, '7')).not.toHaveProperty('winnable')
  expect(wishFor({ ...KLONDIKE, solver: false }, wanted)).not.toHaveProperty('winnable')
})

test('the last wish is kept, as far as it still makes sense', async () => {
  const wishes = useWishes()
  wishes.keep('nevernine', { options: { limit: 7, gone: 1 }, preset: 'lost', company: 'friends', people: 3, level: 'unheard', winnable: false, difficulty: 'any' })
  await nextTick()
  setActivePinia(createPinia())
  expect(useWishes().of(NEVERNINE)).toEqual({ options: { limit: 7 }, preset: 'short', company: 'friends', people: 3, level: 'greedy', winnable: false, difficulty: 'any' })
})

test('a game without words or bots of the usual kind can be wished for', () => {
  const wanted = firstWish({ ...WHIST, levels: ['slow'] })
  expect(wanted).toMatchObject({ preset: null, level: 'slow', options: { trumps: 'yes' } })
})

test('what is for old logs is not asked for between people, though it was chosen before', () => {
  const wanted = { ...firstWish(HIGHNOON), options: { clock: 2, profile: 'vnext' } }
  expect(wishFor(HIGHNOON, wanted).options).toEqual({ clock: 2, profile: 'vnext' })
  expect(wishFor(HIGHNOON, { ...wanted, company: 'friends' }).options).toEqual({ clock: 2 })
})
