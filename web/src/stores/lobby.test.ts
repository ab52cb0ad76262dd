import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'

import type { News } from '@/protocol/types'

import { namesAt, othersAt } from './lobby'
import { usePlayer } from './player'

const TABLE: News = {
  kind: 'table', tableId: 't', game: 'whist', status: 'waiting', rematch: null, rating: null, clock: null,
  seats: [
    { kind: 'human', level: null, name: 'Ada', open: false },
    { kind: 'human', level: null, name: null, open: true },
    { kind: 'bot', level: 'greedy', name: null, open: false },
    { kind: 'bot', level: 'mystic', name: null, open: false },
  ],
}

test('everyone at a table has a name', () => {
  expect(namesAt(TABLE)).toEqual(['Ada', 'free seat', 'Calamity (Easy)', 'Doc (Mystic)'])
})

test('a bot account is marked', () => {
  const seats: News['seats'] = [{ kind: 'human', level: null, name: 'Careful', open: false, isBot: true }, { kind: 'human', level: null, name: 'Ada (bot)', open: false }]
  expect(namesAt({ ...TABLE, seats })).toEqual(['Careful (bot)', 'Ada (bot)'])
})

test('the others are all but the player', () => {
  setActivePinia(createPinia())
  usePlayer().me = { playerId: '1', name: 'Ada', token: '', isBot: false }
  expect(othersAt(TABLE)).toEqual(['free seat', 'Calamity (Easy)', 'Doc (Mystic)'])
})
