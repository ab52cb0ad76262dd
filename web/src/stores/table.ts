/** The current table: the server's view, the legal actions, and intents that are not answered yet.
 *
 * `known` follows the server's messages alone. `waiting` are proposals: the screen may draw them on top of `known`.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'

import { isCovered } from '@/parts/modal'
import { Connection, type LineState } from '@/protocol/connection'
import { viewHash } from '@/protocol/patch'
import { Session, type ActionResult, type TableState } from '@/protocol/session'
import type { Ack, BotFailed, ClaimStatus, News, PlayTime, WireAction } from '@/protocol/types'

import { peopleAt, useEmotes, type Emote } from './emotes'
import { useNotices } from './notices'
import { refusal } from './refusals'

export interface Event {
  /** Counts the events of a table, so that each is announced once. */
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
  /** The last bot that lost a move to a simpler one, and why. */
  const botFailed = shallowRef<BotFailed | null>(null)
  const event = shallowRef<Event>({ number: 0, ack: null })

  let connection: Connection | null = null
  let session: Session | null = null

  const seat = computed(() => known.value?.seat ?? null)
  /** Whether a table is followed; a replay shows views without one. */
  const isLive = computed(() => known.value !== null)
  const legal = computed(() => known.value?.legal ?? [])
  const kinds = computed(() => new Set(legal.value.map((action) => action.kind)))
  const over = computed(() => known.value?.outcome ?? null)

  /** Whether the player shares the table with nobody but bots. */
  const amongBots = computed(() => (news.value?.seats ?? []).length > 1 && news.value?.seats.filter((one) => one.kind === 'human').length === 1)
  /** Whether another person plays here. */
  const isBetweenPeople = computed(() => peopleAt(news.value, seat.value).length > 0)
  // bots wait while rules, settings or the offer of a guide cover the table; people do not
  watch(() => isCovered.value && amongBots.value && seat.value !== null, (covered) => connection?.cover(covered), { flush: 'sync' })

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
      news: (received) => {
        const isFirst = news.value === null
        news.value = received
        if (isFirst) recallFaults(received)
        clock.value = received.clock ?? null
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
        else if (message.kind === 'emote') useEmotes().receive(message, news.value)
        else if (message.kind === 'emoteRefused') useNotices().show(refusal(message.code, message.reason), 'bad')
        else if (message.kind === 'botFailed') botFailed.value = message
        else talk.receive(message)
        waiting.value = talk.waiting.map((one) => one.action)
      },
      state(now) {
        line.value = now
        if (now === 'lost') talk.lost()
      },
    })
  }

  /** Say why bots lost moves before the page was loaded. */
  function recallFaults(received: News): void {
    for (const [one, fault] of Object.entries(received.faults ?? {})) botFailed.value = { kind: 'botFailed', seat: one, fault }
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
    botFailed.value = null
    waiting.value = []
    useEmotes().clear()
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

  function sendEmote(emote: Emote): void {
    connection?.send({ kind: 'emote', payload: { emote } })
  }

  return {
    id, line, news, known, waiting, closed, elsewhere, event, claimStatus, clock, botFailed,
    seat, isLive, legal, kinds, over, hasActed, amongBots, isBetweenPeople,
    open, close, act, actKind, askClaim, sendEmote, retryNow: () => connection?.retryNow(),
  }
})
