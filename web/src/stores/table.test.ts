import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Ack, Intent, Reject, ServerMessage, Snapshot, WireAction } from '@/protocol/types'

import { useTable } from './table'

const HELP = { assisted: false, hints: 0, paused: false, redos: 0, undos: 0 }
const DRAW: WireAction = { kind: 'draw', payload: {} }
const SNAPSHOT: Snapshot = {
  kind: 'snapshot', reason: 'CONNECT', rev: 0, expectedSeq: 0, game: 'patience', rulesVersion: '1.0.0',
  protocolVersion: '4.0.0', options: { draw: 1 }, seat: 'p1', seats: ['human'], commitment: '', matchId: 't',
  view: { stock: 24, waste: [], tableau: [[{ faceDown: true }]] }, viewHash: '', help: HELP, legal: [DRAW], seed: 'x', outcome: null,
}
const REJECT: Reject = { kind: 'reject', code: 'RULE_VIOLATION', reason: 'no', expectedSeq: 0, rev: 0 }
const ACK: Ack = {
  kind: 'ack', rev: 1, clientId: 'p1', seq: 0, action: DRAW, change: [{ path: ['stock'], value: 23 }], report: {},
  help: HELP, viewHash: '', legal: [], outcome: null,
}

/** A line whose other end is the test. */
class Line {
  static readonly OPEN = 1
  static last: Line
  readyState = Line.OPEN
  readonly sent: Intent[] = []
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void

  constructor() { Line.last = this }

  send(text: string): void { this.sent.push(JSON.parse(text) as Intent) }
  close(): void { this.readyState = 3 }
  say(message: ServerMessage): void { this.onmessage?.({ data: JSON.stringify(message) }) }
}

beforeEach(() => {
  setActivePinia(createPinia())
  vi.stubGlobal('WebSocket', Line)
})

function opened() {
  const table = useTable()
  table.open('t')
  Line.last.say(SNAPSHOT)
  return table
}

test('a proposal waits beside what is known, and changes nothing of it', async () => {
  const table = opened()
  const known = table.known
  const answer = table.act(DRAW)
  expect(Line.last.sent).toMatchObject([DRAW])
  expect(table.waiting).toEqual([DRAW])
  expect(table.known).toBe(known)
  Line.last.say(REJECT)
  expect((await answer).accepted).toBe(false)
  expect(table.waiting).toEqual([])
  expect(table.known).toBe(known)
  expect(table.known?.view).toEqual(SNAPSHOT.view)
})

test('an ack changes what is known, and takes the proposal away', async () => {
  const table = opened()
  const answer = table.act(DRAW)
  Line.last.say(ACK)
  expect((await answer).accepted).toBe(true)
  expect(table.waiting).toEqual([])
  expect([table.known?.rev, table.known?.view]).toEqual([1, { ...(SNAPSHOT.view as object), stock: 23 }])
})

test('neither a lost line nor an unanswered proposal changes what is known', () => {
  const table = opened()
  const known = table.known
  void table.act(DRAW)
  Line.last.onclose?.({ code: 1006 })
  void table.act(DRAW)
  expect(table.known).toBe(known)
  expect(table.waiting).toHaveLength(2)
  table.close()
})

test('nothing on the page can change what the server said', () => {
  const table = opened()
  const view = table.known?.view as { stock: number; tableau: { faceDown: boolean }[][] }
  expect(() => { view.stock = 1 }).toThrow(TypeError)
  expect(() => { view.tableau[0]?.push({ faceDown: false }) }).toThrow(TypeError)
  expect(() => { Object.assign(table.known?.legal[0] ?? {}, { kind: 'resign' }) }).toThrow(TypeError)
  Line.last.say(ACK)
  expect(() => { (table.known as { rev: number }).rev = 7 }).toThrow(TypeError)
})
