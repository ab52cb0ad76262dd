import { createPinia, setActivePinia } from 'pinia'
import { createApp, type App } from 'vue'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { faceOf } from '@/cards/faces'
import type { TableState } from '@/protocol/session'
import type { Ack } from '@/protocol/types'
import { useTable } from '@/stores/table'

import { SHOWN_FOR, useFinishedTrick } from './finished'
import { room } from './room'
import { SEATS } from './seats'
import type { TrickView, View } from './types'

const NAMES = ['A', 'B', 'C', 'D']
const shown = (code: string) => ({ cardId: code, faceDown: false, ...faceOf(code) })
const trick = (...codes: string[]): TrickView => ({
  leader: 'p1', winner: codes.length === 4 ? 'p2' : null, moves: codes.flatMap((code, index) => (SEATS[index] ? [{ card: shown(code), seat: SEATS[index] }] : [])),
})
const START: View = {
  bids: [1, 1, 1, 1], dealer: 'p4', endedReason: null, forbiddenBid: null, handSizes: [9, 9, 9, 9], lastRound: null, lastTrick: null,
  options: { limit: 15, tieBreak: 'later', turnSeconds: 0 }, phase: 'play', reachedRound: [0, 0, 0, 0], round: 1, scores: [0, 0, 0, 0],
  seat: 'p1', status: 'active', taken: [0, 0, 0, 0], trick: trick(), tricks: [], turn: 'p1', winners: [], hand: [shown('AH')],
}
const DONE = trick('6C', 'AC', '7C', '8C')
const AFTER_TRICK: View = { ...START, lastTrick: DONE, tricks: [DONE], turn: 'p2' }

let app: App

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
  app = createApp({ setup: () => { useFinishedTrick(); return () => null } })
  app.mount(document.createElement('div'))
  say(START, false)
})
afterEach(() => {
  app.unmount()
  vi.useRealTimers()
})

/** The server says that this is on the table now: after an action, or in a snapshot. */
function say(view: View, isAction = true): void {
  const table = useTable()
  table.known = { view } as TableState
  table.event = { number: table.event.number + 1, ack: isAction ? ({} as Ack) : null }
}

const cards = (view: View, prefix: string) => room.piles(view, NAMES).filter(({ id }) => id.startsWith(prefix)).flatMap((pile) => pile.cards.map(({ id }) => id))

test('a finished trick is shown, swept to its winner and gone', () => {
  say(AFTER_TRICK)
  expect(cards(AFTER_TRICK, 'trick-')).toHaveLength(4)
  vi.advanceTimersByTime(SHOWN_FOR)
  expect([cards(AFTER_TRICK, 'trick-'), cards(AFTER_TRICK, 'swept-1').length]).toEqual([[], 4])
  vi.advanceTimersByTime(SHOWN_FOR)
  expect([...cards(AFTER_TRICK, 'trick-'), ...cards(AFTER_TRICK, 'swept-')]).toEqual([])
})

test("another player's lead waits for the sweep, the own one begins it", () => {
  say(AFTER_TRICK)
  const led = { ...AFTER_TRICK, trick: { leader: 'p2' as const, winner: null, moves: [{ card: shown('9D'), seat: 'p2' as const }] } }
  say(led)
  expect(cards(led, 'trick-')).not.toContain('1 9D')
  vi.advanceTimersByTime(SHOWN_FOR)
  expect(cards(led, 'trick-')).toEqual(['1 9D'])
  say({ ...AFTER_TRICK, tricks: [DONE, DONE] })
  const own = { ...AFTER_TRICK, tricks: [DONE, DONE], trick: trick('AH') }
  say(own)
  expect([cards(own, 'trick-'), cards(own, 'swept-').length]).toEqual([['1 AH'], 4])
})

test('the next hand is dealt when the last trick of the round is gone', () => {
  const next = { ...START, round: 2, phase: 'bid' as const, lastTrick: DONE, hand: [shown('6C')] }
  say({ ...START, tricks: Array.from({ length: 8 }, () => DONE) }, false)
  say(next)
  expect([cards(next, 'hand-'), cards(next, 'trick-').length]).toEqual([[], 4])
  vi.advanceTimersByTime(2 * SHOWN_FOR)
  expect(cards(next, 'hand-')).toEqual(['2 6C'])
})

test('a player who returns finds the table without the trick', () => {
  say(AFTER_TRICK)
  say(AFTER_TRICK, false)
  expect(cards(AFTER_TRICK, 'trick-')).toEqual([])
})

describe('a replay', () => {
  const next: View = { ...START, round: 2, phase: 'bid', bids: [null, null, null, null], lastTrick: DONE, hand: [shown('6C')] }
  beforeEach(() => {
    app.unmount()
    useTable().known = null
  })

  test('keeps a finished trick on the table until the next card', () => {
    const led = { ...AFTER_TRICK, trick: { leader: 'p2' as const, winner: null, moves: [{ card: shown('9D'), seat: 'p2' as const }] } }
    expect(cards(START, 'trick-')).toEqual([])
    expect(cards(AFTER_TRICK, 'trick-')).toHaveLength(4)
    expect(cards(led, 'trick-')).toEqual(['1 9D'])
  })

  test('deals the next hand with the first bid of its round', () => {
    expect([cards(next, 'hand-'), cards(next, 'trick-').length]).toEqual([[], 4])
    const bid: View = { ...next, bids: [null, 2, null, null] }
    expect([cards(bid, 'hand-'), cards(bid, 'trick-').length]).toEqual([['2 6C'], 0])
  })
})
