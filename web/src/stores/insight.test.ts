import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'

import type { TableState } from '@/protocol/session'
import type { Ack } from '@/protocol/types'

import { useInsight } from './insight'
import { useTable } from './table'

type Asked = (answer: unknown, status?: number) => Promise<void>

const KNOWN = { rev: 0, game: 'patience', seed: '1', outcome: null } as unknown as TableState
const RATING = { verdict: 'winnable', level: 'hard', states: 5, losingFirstMoves: 0.25, length: 120 }
/** What was asked and waits for an answer, by the last part of its address. */
let asked: { what: string; answer: Asked }[]

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  setActivePinia(createPinia())
  asked = []
  vi.stubGlobal('fetch', (address: string) => new Promise((resolve) => {
    const answer: Asked = async (body, status = 200) => {
      resolve(new Response(JSON.stringify(body), { status }))
      await vi.advanceTimersByTimeAsync(0)
    }
    asked.push({ what: address.split('/').at(-1) ?? '', answer })
  }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const questions = (what: string) => asked.filter((one) => one.what === what)

async function seated() {
  const [table, insight] = [useTable(), useInsight()]
  table.id = 't'
  await nextTick()
  table.known = KNOWN
  await nextTick()
  return { table, insight }
}

async function happened(kind: string): Promise<void> {
  const table = useTable()
  table.event = { number: table.event.number + 1, ack: { action: { kind, payload: {} } } as unknown as Ack }
  await vi.advanceTimersByTimeAsync(300)
}

test('how hard a deal is for people counts more than how hard it is for the solver', async () => {
  const { insight } = await seated()
  expect(insight.level).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2500)
  await questions('rating')[0]?.answer({ ...RATING, people: { wins: 3, games: 9, low: 0.1, high: 0.6, level: 'expert' } })
  expect([insight.rating?.level, insight.level]).toEqual(['hard', 'expert'])
})

test('a deal is rated once its player sees it, and the light stays off', async () => {
  const { insight } = await seated()
  await vi.advanceTimersByTimeAsync(2500)
  await questions('rating')[0]?.answer(RATING)
  expect(insight.rating?.level).toBe('hard')
  await happened('draw')
  expect([insight.light, questions('winnable').length]).toEqual([null, 0])
})

test('the light asks after each move and shows the newest answer only', async () => {
  const { insight } = await seated()
  insight.turn(true)
  await vi.advanceTimersByTimeAsync(0)
  await happened('draw')
  expect(insight.light).toBe('asking')
  const [first, second] = questions('winnable')
  await second?.answer({ rev: 1, verdict: 'unwinnable' })
  await first?.answer({ rev: 0, verdict: 'winnable' })
  expect(insight.light).toBe('no')
  await happened('assist')
  expect(questions('winnable').length).toBe(2)
})

test('a busy solver is asked again, and a light that was switched off stays dark', async () => {
  const { insight } = await seated()
  insight.turn(true)
  await vi.advanceTimersByTimeAsync(0)
  await questions('winnable')[0]?.answer({ code: 'SOLVER_BUSY', reason: 'busy' }, 503)
  expect(insight.light).toBe('asking')
  await vi.advanceTimersByTimeAsync(5000)
  insight.turn(false)
  await questions('winnable')[1]?.answer({ rev: 0, verdict: 'winnable' })
  expect(insight.light).toBeNull()
})

test('each table has its own light, which is kept', async () => {
  const { table, insight } = await seated()
  insight.turn(true)
  table.id = 'other'
  table.known = null
  await nextTick()
  expect(insight.light).toBeNull()
  table.known = KNOWN
  await nextTick()
  expect(insight.light).toBeNull()
  table.known = null
  table.id = 't'
  await nextTick()
  table.known = KNOWN
  await nextTick()
  expect(insight.light).toBe('asking')
})
