import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'

import { CLOCKED, DUEL, game, PATIENCE, WHIST } from './games.fixture'
import { defaultChoices, presetOptions, useTableChoices, newTableRequest } from './newTable'

beforeEach(() => {
  localStorage.clear()
  setActivePinia(createPinia())
})

test('who never chose gets a game that can be won', () => {
  expect(newTableRequest(PATIENCE, defaultChoices(PATIENCE))).toEqual({ game: 'patience', options: { draw: 1 } })
  expect(newTableRequest(CLOCKED, defaultChoices(CLOCKED))).toEqual({ game: 'clocked', options: {}, winnable: true })
  expect(newTableRequest(WHIST, defaultChoices(WHIST)).options).toEqual({ limit: 15 })
})

test('a solitaire is private unless others may watch', () => {
  expect(newTableRequest(PATIENCE, defaultChoices(PATIENCE))).not.toHaveProperty('private')
  expect(newTableRequest(PATIENCE, { ...defaultChoices(PATIENCE), watched: true })).toMatchObject({ private: false })
})

test('a preset leaves nothing behind of the one before', () => {
  const hard = { ...defaultChoices(PATIENCE).options, ...presetOptions(PATIENCE, 'hard') }
  expect({ ...hard, ...presetOptions(PATIENCE, 'normal') }).toEqual({ draw: 3, redeals: -1, scoring: 'standard' })
})

test('seats are taken by people first and bots after them', () => {
  const wanted = { ...defaultChoices(WHIST), company: 'friends' as const, people: 2, level: 'random' }
  const request = newTableRequest(WHIST, wanted, 'a seed')
  expect(request.seats).toEqual([{ kind: 'human' }, { kind: 'human' }, { kind: 'human' }, { kind: 'bot', level: 'random' }])
  expect(request.private).toBe(true)
  expect(request.seed).toBeUndefined()
  expect(newTableRequest(WHIST, { ...wanted, company: 'bots' }, 'a seed')).toMatchObject({ seed: 'a seed', private: false })
  expect(newTableRequest(WHIST, { ...wanted, company: 'anyone', people: 9 }).seats?.every((seat) => seat.kind === 'human')).toBe(true)
})

test('a deal is a certain one, one that can be won, or any', () => {
  const wanted = { ...defaultChoices(PATIENCE), winnable: true }
  expect(newTableRequest(PATIENCE, wanted)).toMatchObject({ winnable: true })
  expect(newTableRequest(PATIENCE, { ...wanted, difficulty: 'hard' })).toMatchObject({ winnable: true, level: 'hard' })
  expect(newTableRequest(PATIENCE, wanted, '7')).not.toHaveProperty('winnable')
  expect(newTableRequest({ ...PATIENCE, solver: false }, wanted)).not.toHaveProperty('winnable')
})

test('the last request is kept, as far as it still makes sense', async () => {
  const choices = useTableChoices()
  choices.keep('whist', { options: { limit: 7, gone: 1 }, preset: 'lost', company: 'friends', people: 3, level: 'unheard', winnable: false, difficulty: 'any', watched: true })
  await nextTick()
  setActivePinia(createPinia())
  expect(useTableChoices().of(WHIST)).toEqual({ options: { limit: 7, trumps: 'yes' }, preset: 'short', company: 'friends', people: 3, level: 'greedy', winnable: false, difficulty: 'any', watched: true })
})

test('a game without presets or bots of the usual kind can be requested', () => {
  const wanted = defaultChoices(game('euchre', 4, { trumps: 'yes' }, {}, { levels: ['slow'] }))
  expect(wanted).toMatchObject({ preset: null, level: 'slow', options: { trumps: 'yes' } })
})

test('what is for old logs is not asked for between people, though it was chosen before', () => {
  const wanted = { ...defaultChoices(DUEL), options: { clock: 2, profile: 'old' } }
  expect(newTableRequest(DUEL, wanted).options).toEqual({ clock: 2, profile: 'old' })
  expect(newTableRequest(DUEL, { ...wanted, company: 'friends' }).options).toEqual({ clock: 2 })
})
