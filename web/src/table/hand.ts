/** What does the player hold, and what becomes of it? A tap, a click and Enter mean the same; a drop puts down too. */
import { computed, nextTick, ref, shallowRef, watch } from 'vue'

import type { Answer } from '@/protocol/session'

import type { Laying, Scene } from './laying'
import type { Move, Pile } from './model'
import { carried, DOUBLE_CLICK, Reach, type Hold } from './reach'

export interface Dealings {
  readonly act: (move: Move) => Promise<Answer>
  /** Ask for something that is not known to be legal, to be told why not. */
  readonly ask: (from: Pile, count: number, to: Pile) => Promise<Answer | null>
}

export interface Tellings {
  refused(reason: string, wasLegal: boolean): void
  picked(pile: Pile, count: number): void
}

const NO_TAP = { pile: '', index: -1, at: -DOUBLE_CLICK }

export function useHand(told: Scene & Dealings, { byId }: Laying, tell: Tellings) {
  const held = shallowRef<Hold | null>(null)
  /** The pile whose top says no. */
  const shaking = ref<string | null>(null)
  const reach = computed(() => new Reach(told.moves))
  let lastTap = NO_TAP

  function tap(pileId: string, index: number): void {
    const pile = byId.value.get(pileId)
    if (!pile) return
    const now = performance.now()
    const twice = lastTap.pile === pileId && lastTap.index === index && now - lastTap.at <= DOUBLE_CLICK
    lastTap = twice ? NO_TAP : { pile: pileId, index, at: now }
    choose(pile, carried(pile, index), twice)
  }

  function choose(pile: Pile, count: number, twice = false): void {
    const hold = { pile: pile.id, count }
    const home = count === 1 ? reach.value.home(hold, told.piles) : undefined
    const [only, ...others] = reach.value.from(hold)
    const holding = held.value
    if (holding && holding.pile !== pile.id) return lay(holding, pile, hold)
    if (twice && home) return make(home)
    const tapped = reach.value.tap(pile.id)
    if (tapped) return make(tapped)
    if (told.room.tap === 'up' && home) return make(home)
    if (told.room.tap === 'play' && only && others.length === 0) return make(only)
    const again = holding?.pile === pile.id && holding.count === count
    held.value = count === 0 || again ? null : hold
    if (held.value) tell.picked(pile, count)
  }

  /** Put what is held onto a pile, or pick up there instead if only that can be meant. */
  function lay(holding: Hold, pile: Pile, other: Hold): void {
    const isMove = reach.value.to(holding, pile, told.piles) !== undefined
    held.value = !isMove && reach.value.from(other).length > 0 ? other : null
    if (!held.value) void put(holding, pile)
  }

  async function put(hold: Hold, target: Pile): Promise<void> {
    const move = reach.value.to(hold, target, told.piles)
    const from = byId.value.get(hold.pile)
    if (move) return make(move)
    if (!from) return
    const answer = await told.ask(from, hold.count, target)
    if (!answer?.accepted) refuse(from.id, answer?.reason ?? '', false)
  }

  function make(move: Move): void {
    held.value = null
    void told.act(move).then((answer) => {
      if (!answer.accepted) refuse(move.from, answer.reason, true)
    })
  }

  function refuse(pile: string, reason: string, wasLegal: boolean): void {
    tell.refused(reason, wasLegal)
    shaking.value = null
    void nextTick(() => { shaking.value = pile })
  }

  // What was held may have gone, or been covered.
  watch(() => told.piles, () => {
    const hold = held.value
    const pile = hold && byId.value.get(hold.pile)
    if (hold && (!pile || carried(pile, pile.cards.length - hold.count) !== hold.count)) held.value = null
  })

  return { held, shaking, reach, tap, choose, put }
}

export type Hand = ReturnType<typeof useHand>
