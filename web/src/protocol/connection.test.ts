import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Connection, type LineState } from './connection'

class Socket {
  closed = false
  readonly readyState = WebSocket.OPEN
  readonly sent: string[] = []
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor(readonly address: string) {}
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.closed = true
  }
}

let sockets: Socket[]
let states: LineState[]
let connection: Connection
let plays: boolean

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  states = []
  plays = false
  connection = new Connection(
    't', { lastRev: () => 7, message: () => undefined, state: (state) => { states.push(state) }, mayRest: () => plays },
    (address) => {
      const socket = new Socket(address)
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
  )
  sockets[0]?.onopen?.()
})

afterEach(() => {
  connection.end()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function hideFor(milliseconds: number): void {
  for (const state of ['hidden', 'visible'] as const) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    if (state === 'hidden') vi.advanceTimersByTime(milliseconds)
  }
}

test('a page that was hidden for long takes a new socket, and what was on its way counts as lost', () => {
  hideFor(31_000)
  expect(sockets).toHaveLength(2)
  expect(sockets[0]?.closed).toBe(true)
  expect(sockets[1]?.address).toContain('&rev=7')
  sockets[0]?.onclose?.({ code: 1006 })
  sockets[1]?.onopen?.()
  expect(states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open'])
})

test('a page that was hidden for a moment keeps its socket', () => {
  hideFor(5_000)
  hideFor(29_000)
  expect(sockets).toHaveLength(1)
  expect(states).toEqual(['connecting', 'open'])
})

test('a page that was hidden while the line was lost comes back at once', () => {
  sockets[0]?.onclose?.({ code: 1006 })
  hideFor(100)
  expect(sockets).toHaveLength(2)
})

test('a player who hides a page in play for long counts as away until they come back', () => {
  plays = true
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(29_000)
  expect(sockets[0]?.closed).toBe(false)
  vi.advanceTimersByTime(600_000)
  expect([sockets.length, sockets[0]?.closed, states.at(-1)]).toEqual([1, true, 'lost'])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(2)
})

test('a hidden page that waits for players keeps its socket, so that the lobby lists its table', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(600_000)
  expect(sockets[0]?.closed).toBe(false)
})

test('a player whose table is covered counts as away until they see it again, also on a new line', () => {
  const said = () => sockets.map(({ sent }) => sent.map((text) => (JSON.parse(text) as { payload: { away?: boolean } }).payload.away))
  connection.cover(true)
  connection.cover(true)
  sockets[0]?.onclose?.({ code: 1006 })
  connection.retryNow()
  sockets[1]?.onopen?.()
  connection.cover(false)
  expect(said()).toEqual([[true], [true, false]])
})
