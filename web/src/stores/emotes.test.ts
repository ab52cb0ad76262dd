import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'

import type { News } from '@/protocol/types'

import { peopleAt, useEmotes } from './emotes'

const person = (name: string, publicId: string) => ({ kind: 'human', level: null, name, open: false, publicId, hasProfile: true })
const news = { kind: 'table', tableId: 't', game: 'patience', status: 'active', rematch: null, rating: null, clock: null,
  seats: [person('Ada', 'a'), person('Ben', 'b'), { kind: 'bot', level: 'greedy', name: null, open: false }] } satisfies News

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  setActivePinia(createPinia())
})

it('lists the other people, and nobody at a table without public ids', () => {
  expect(peopleAt(news, 'p1').map((one) => one.name)).toEqual(['Ben'])
  expect(peopleAt({ ...news, seats: [{ kind: 'human', level: null, name: 'Ada', open: false }] }, 'p1')).toEqual([])
  expect(peopleAt(null, null)).toEqual([])
})

it('shows an emote for a while, and the last one of a seat only', () => {
  const emotes = useEmotes()
  expect(emotes.receive({ kind: 'emote', seat: 'p2', emote: 'hello' }, news)).toBe(true)
  vi.advanceTimersByTime(3000)
  emotes.receive({ kind: 'emote', seat: 'p2', emote: 'oops' }, news)
  vi.advanceTimersByTime(3000)
  expect(emotes.shown.get('p2')?.emote).toBe('oops')
  vi.advanceTimersByTime(1500)
  expect(emotes.shown.size).toBe(0)
})

it('does not show those of a muted person, in the next visit either', () => {
  useEmotes().mute('b', true)
  setActivePinia(createPinia())
  const emotes = useEmotes()
  expect(emotes.receive({ kind: 'emote', seat: 'p2', emote: 'hello' }, news)).toBe(false)
  expect(emotes.receive({ kind: 'emote', seat: 'p1', emote: 'hello' }, news)).toBe(true)
  emotes.mute('b', false)
  expect(emotes.receive({ kind: 'emote', seat: 'p2', emote: 'hello' }, news)).toBe(true)
})

it('forgets the person who was muted first when there are too many', () => {
  const emotes = useEmotes()
  for (let one = 0; one <= 200; one += 1) emotes.mute(`id-${one}`, true)
  expect([emotes.isMuted('id-0'), emotes.isMuted('id-1'), emotes.isMuted('id-200')]).toEqual([false, true, true])
})
