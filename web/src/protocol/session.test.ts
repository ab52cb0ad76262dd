import { beforeEach, expect, test } from 'vitest'

import { Session, type Listener } from './session'
import type { Ack, Intent, Snapshot } from './types'

const HELP = { assisted: false, hints: 0, paused: false, redos: 0, undos: 0 }
const DRAW = { kind: 'draw', payload: {} }

function snapshot(rev: number, expectedSeq: number, reason: Snapshot['reason'] = 'CONNECT'): Snapshot {
  return {
    kind: 'snapshot', reason, rev, expectedSeq, game: 'patience', rulesVersion: '1.0.0', protocolVersion: '4.0.0',
    options: {}, seat: 'p1', seats: ['human'], commitment: '', matchId: 't', view: { stock: 24 - rev }, viewHash: '', help: HELP,
    legal: [DRAW], seed: 'x', outcome: null,
  }
}

function ack(rev: number, seq: number | null, clientId = 'p1'): Ack {
  return {
    kind: 'ack', rev, clientId, seq, action: DRAW, change: [{ path: ['stock'], value: 24 - rev }], report: {},
    help: HELP, viewHash: '', legal: [DRAW], outcome: null,
  }
}

const TABLE = { kind: 'table', tableId: 't', game: 'patience', status: 'active', seats: [], rematch: null, rating: null, clock: null } as const

let sent: Intent[]
let online: boolean
let elsewhere: number
let session: Session

beforeEach(() => {
  sent = []
  online = true
  elsewhere = 0
  const listener: Listener = {
    changed: () => undefined, news: () => undefined, closed: () => undefined,
    elsewhere: () => { elsewhere += 1 },
  }
  session = new Session((message) => {
    if (online) sent.push(message)
    return online
  }, listener)
  session.receive(TABLE)
  session.receive(snapshot(0, 0))
})

test('intents are sent one after the other, and each is settled by its own ack', async () => {
  const first = session.act(DRAW)
  const second = session.act(DRAW)
  expect(sent.map((one) => one.seq)).toEqual([0])
  session.receive(ack(1, 0))
  expect(await first).toEqual({ accepted: true, report: {} })
  expect(sent.map((one) => [one.seq, one.baseRev])).toEqual([[0, 0], [1, 1]])
  session.receive({ kind: 'reject', code: 'RULE_VIOLATION', reason: 'no', expectedSeq: 1, rev: 1 })
  expect(await second).toEqual({ accepted: false, code: 'RULE_VIOLATION', reason: 'no' })
  expect(session.known?.view).toEqual({ stock: 23 })
})

test('an intent on its way when the line broke is sent again with its number, and done once', async () => {
  const first = session.act(DRAW)
  session.lost()
  session.receive(TABLE)
  expect(sent.map((one) => one.seq)).toEqual([0, 0])
  session.receive({ kind: 'reject', code: 'DUPLICATE_SEQ', reason: '', expectedSeq: 1, rev: 1 })
  expect((await first).accepted).toBe(true)
})

test('the late answer to a second sending is not taken for that of the next intent', async () => {
  const first = session.act(DRAW)
  const second = session.act(DRAW)
  session.lost()
  session.receive(TABLE)
  session.receive(ack(1, 0))
  expect((await first).accepted).toBe(true)
  session.receive({ kind: 'reject', code: 'DUPLICATE_SEQ', reason: '', expectedSeq: 1, rev: 1 })
  session.receive(ack(2, 1))
  expect((await second).accepted).toBe(true)
})

test('what is asked without a line is sent when it is back', async () => {
  online = false
  const first = session.act(DRAW)
  expect(sent).toEqual([])
  online = true
  session.receive(TABLE)
  session.receive(ack(1, 0))
  expect((await first).accepted).toBe(true)
})

test('a snapshot shows whether the intent arrived', async () => {
  const first = session.act(DRAW)
  session.lost()
  session.receive(TABLE)
  session.receive(snapshot(1, 1))
  expect((await first).accepted).toBe(true)
})

test('an intent with a wrong number is sent again with the right one', () => {
  void session.act(DRAW)
  session.receive(snapshot(5, 3, 'SEQ_GAP'))
  expect(sent.map((one) => [one.seq, one.baseRev])).toEqual([[0, 0], [3, 5]])
})

test('another tab of the same seat is noticed, and its numbers are counted', async () => {
  session.receive(ack(1, 0))
  expect(elsewhere).toBe(1)
  const mine = session.act(DRAW)
  expect(sent.at(-1)?.seq).toBe(1)
  session.receive(ack(2, 1))
  expect((await mine).accepted).toBe(true)
})

test('help logged by the server does not count as another tab and uses no sequence number', async () => {
  const mine = session.act(DRAW)
  session.receive({ ...ack(1, null, 'server'), action: { kind: 'hint', payload: { player: 'p1' } } })
  session.receive({ ...ack(2, null, 'server'), action: { kind: 'assist', payload: { player: 'p1', what: 'winnable' } } })
  expect(elsewhere).toBe(0)
  session.receive(ack(3, 0))
  expect((await mine).accepted).toBe(true)
  expect(elsewhere).toBe(0)
  void session.act(DRAW)
  expect(sent.map((one) => one.seq)).toEqual([0, 1])
})

test('a missed ack leads to a request for the whole view', () => {
  session.receive(ack(4, 0, 'p2'))
  expect(sent.at(-1)).toEqual({ kind: 'stateRequest', payload: {} })
  expect(session.known?.rev).toBe(0)
})

test('an ack that was known already changes nothing', () => {
  session.receive(ack(1, 0, 'p2'))
  session.receive(ack(1, 0, 'p2'))
  expect(session.known?.rev).toBe(1)
})

test('what an ack leaves out stays as it was, and only a hash that was sent is checked', () => {
  session.receive(snapshot(0, 0))
  const lean = ack(1, null, 'p2')
  delete lean.legal
  delete lean.viewHash
  session.receive(lean)
  expect(session.known).toMatchObject({ rev: 1, legal: [DRAW], viewHash: null })
  session.receive({ ...ack(2, null, 'p2'), legal: [], viewHash: 'h' })
  expect(session.known).toMatchObject({ rev: 2, legal: [], viewHash: 'h' })
})
