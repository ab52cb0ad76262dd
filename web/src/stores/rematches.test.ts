import { beforeEach, expect, test } from 'vitest'

import type { News } from '@/protocol/types'

import { awaitedAt, keepAsked } from './rematches'

const person = (name: string | null) => ({ kind: 'human', level: null, name, open: name === null })
const BOT = { kind: 'bot', level: 'greedy', name: null, open: false }
const table = (tableId: string, seats: News['seats']): News => ({ kind: 'table', tableId, game: 'whist', status: 'waiting', seats, rematch: null, rating: null, clock: null })

beforeEach(() => { localStorage.clear() })

test('a player asked for a rematch is awaited until they sit there', () => {
  keepAsked(table('old', [person('Ada'), person('Grace'), person('Edsger'), BOT]), 'new')
  expect(awaitedAt(table('new', [person('Ada'), person(null), person(null), BOT]))).toEqual(['Grace', 'Edsger'])
  expect(awaitedAt(table('new', [person('Ada'), person('Edsger'), person(null), BOT]))).toEqual(['Grace'])
  expect(awaitedAt(table('other', [person('Ada'), person(null)]))).toEqual([])
})
