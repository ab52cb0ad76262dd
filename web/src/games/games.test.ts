import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'

import { lastSeed, keepSeed } from '@/stores/seeds'
import { CLOCKED, game, PATIENCE } from '@/stores/games.fixture'
import { inOrder, titleOf, useGames } from '@/stores/games'
import { speak, words } from '@/words'
import { en } from '@/words/en'

import { byPlace, pageOf, roomOf, type Pages } from './index'
import { room as plain } from './plain/room'

const SPARSE: Pages = new Map([['bare', {}], ['second', { order: 2 }], ['first', { order: 1 }]])
const named = (name: string) => ({ name, title: name })

beforeEach(() => {
  localStorage.clear()
  setActivePinia(createPinia())
})

test('every folder is found, and has words in both languages', async () => {
  const games = Object.keys(en.games)
  expect(games.length).toBeGreaterThan(0)
  for (const name of games) {
    expect(pageOf(name).room).toBeDefined()
    expect(await roomOf(name)).not.toBe(plain)
  }
  await speak('de')
  for (const name of games) expect(words.value.games[name]?.line).not.toBe(en.games[name]?.line)
})

test('a game without a folder, or whose folder lacks a room, is played in the plain one', async () => {
  expect(await roomOf('whist')).toBe(plain)
  expect(await roomOf('bare', SPARSE)).toBe(plain)
})

test('games come in the order that they state, the others after them by their titles', () => {
  const shuffled = ['zebra', 'second', 'bare', 'first'].map(named)
  expect(shuffled.sort((a, b) => byPlace(a, b, SPARSE)).map(({ name }) => name)).toEqual(['first', 'second', 'bare', 'zebra'])
  const [last] = inOrder([{ name: 'whist' }, ...Object.keys(en.games).map((name) => ({ name }))]).slice(-1)
  expect(last).toEqual({ name: 'whist' })
})

test('a game without words is called as the server calls it', () => {
  expect(titleOf('crib')).toBe('crib')
  useGames().all = [{ ...game('crib', 2, {}, {}), title: 'Cribbage' }]
  expect(titleOf('crib')).toBe('Cribbage')
})

test('the last seed of a game that is dealt from the time is kept, that of others is not', () => {
  for (const card of [CLOCKED, PATIENCE]) keepSeed(card, '1234')
  expect([lastSeed(CLOCKED), lastSeed(PATIENCE)]).toEqual(['1234', null])
  keepSeed(CLOCKED, '12x')
  expect(lastSeed(CLOCKED)).toBeNull()
})
