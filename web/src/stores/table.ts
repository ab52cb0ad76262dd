/** What is on the table now? The server's view, what may be done, and what was asked and is not yet answered.
 *
 * `known` follows the server's messages alone. `waiting` are proposals: the screen may draw them on top of `known`.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'

import { Connection, type LineState } from '@/protocol/connection'
import { viewHash } from '@/protocol/patch'
import { Session, type ActionResult, type TableState } from '@/protocol/session'
import type { Ack, ClaimStatus, News, PlayTime, WireAction } from '@/protocol/types'

import { refusal } from './refusals'

export interface Event {
  /** Counts the events of a table, so that each is told once. */
  number: number
  ack: Ack | null
}

export const useTable = defineStore('table', () => {
  const id = ref<string | null>(null)
  const line = ref<LineState>('connecting')
  const news = shallowRef<News | null>(null)
  const known = shallowRef<TableState | null>(null)
  /** Whether the player has done anything at this table. */
  const hasActed = ref(false)
  const waiting = shallowRef<readonly WireAction[]>([])
  const closed = shallowRef<{ code: string; reason: string } | null>(null)
  const elsewhere = ref(0)
  /** What the server last said about claiming the match. */
  const claimStatus = shallowRef<ClaimStatus | null>(null)
  /** The time played when the server last said it, and whether it was running. */
  const clock = shallowRef<PlayTime | null>(null)
  const event = shallowRef<Event>({ number: 0, ack: null })

  let connection: Connection | null = null
  let session: Session | null = null

  const seat = computed(() => known.value?.seat ?? null)
  const legal = computed(() => known.value?.legal ?? [])
  const kinds = computed(() => new Set(legal.value.map((action) => action.kind)))
  const over = computed(() => known.value?.outcome ?? null)

  function open(tableId: string): void {
    close()
    id.value = tableId
    session = new Session((message) => connection?.send(message) ?? false, {
      changed(now, ack) {
        known.value = now
        hasActed.value = session?.hasActed ?? false
        event.value = { number: event.value.number + 1, ack }
        void check(now)
      },
      news: (told) => {
        news.value = told
        clock.value = told.clock ?? null
      },
      elsewhere: () => { elsewhere.value += 1 },
      closed: (code, reason) => { closed.value = { code, reason: refusal(code, reason) } },
    })
    const talk = session
    connection = new Connection(tableId, {
      lastRev: () => talk.known?.rev ?? null,
      mayRest: () => talk.known !== null && talk.known.outcome === null,
      message: (message) => {
        if (message.kind === 'claimStatus') claimStatus.value = message
        else if (message.kind === 'clock') clock.value = message
        else talk.receive(message)
        waiting.value = talk.waiting.map((one) => one.action)
      },
      state(now) {
        line.value = now
        if (now === 'lost') talk.lost()
      },
    })
  }

  async function check(now: TableState): Promise<void> {
    if (now.viewHash === null) return
    const hash = await viewHash(now.rev, now.view)
    if (hash !== null && hash !== now.viewHash && session?.known === now) session.askWholeView()
  }

  function close(): void {
    connection?.end()
    connection = session = null
    id.value = news.value = known.value = closed.value = claimStatus.value = clock.value = null
    waiting.value = []
    line.value = 'connecting'
    elsewhere.value = 0
    hasActed.value = false
    event.value = { number: 0, ack: null }
  }

  async function act(action: WireAction): Promise<ActionResult> {
    if (session === null) return { accepted: false, code: 'MATCH_NOT_ACTIVE', reason: '' }
    const answer = session.act(action)
    waiting.value = session.waiting.map((one) => one.action)
    const settled = await answer
    waiting.value = session.waiting.map((one) => one.action)
    return settled.accepted ? settled : { ...settled, reason: refusal(settled.code, settled.reason) }
  }

  /** Do the one legal thing of this kind, if there is one. */
  async function actKind(kind: string): Promise<ActionResult | null> {
    const action = legal.value.find((one) => one.kind === kind)
    return action ? await act(action) : null
  }

  /** Ask whether the match can be claimed, or claim it; the answer is a claim status, or the end of the match. */
  function askClaim(kind: 'claim' | 'claimRequest'): void {
    connection?.send({ kind, payload: {} })
  }

  return {
    id, line, news, known, waiting, closed, elsewhere, event, claimStatus, clock,
    seat, legal, kinds, over, hasActed,
    open, close, act, actKind, askClaim, retryNow: () => connection?.retryNow(),
  }
})
