/** The cards that the player holds. Taps, clicks, Enter and drops end here as moves or refusals. */
import { computed, nextTick, ref, shallowRef, watch } from 'vue'

import { cardName } from '@/cards/names'
import type { ActionResult } from '@/protocol/session'
import { words } from '@/words'

import { Cycle, ranked } from './best'
import type { Laying, Scene } from './laying'
import type { Move, Pile } from './model'
import { carried, DOUBLE_CLICK, Reach, type Hold } from './reach'

export interface HandActions {
  readonly act: (move: Move) => Promise<ActionResult>
  /** Send something that may be illegal, to learn why. */
  readonly ask: (from: Pile, count: number, to: Pile) => Promise<ActionResult | null>
  /** Whether a tap moves a card to its best place instead of picking it up. */
  readonly oneTap: boolean
  /** Moves that the server has not answered yet: the table shows them, the legal moves do not know them. */
  readonly pending: readonly Move[]
}

export interface HandEvents {
  refused(reason: string, wasLegal: boolean): void
  picked(pile: Pile, count: number): void
}

interface Tap {
  readonly pile: string
  /** The card that was tapped, or the place of one that is hidden. */
  readonly card: string | number
  readonly at: number
}

const NO_TAP: Tap = { pile: '', card: -1, at: -DOUBLE_CLICK }

export function useHand(scene: Scene & HandActions, { byId }: Laying, events: HandEvents) {
  const held = shallowRef<Hold | null>(null)
  /** The pile whose top says no. */
  const shaking = ref<string | null>(null)
  const reach = computed(() => new Reach(scene.moves))
  const cycle = new Cycle()
  let lastTap = NO_TAP
  /** The card that a tap left where it was, because only the last pocket takes it; another tap puts it there. */
  let spared: string | undefined
  /** A tap that waits until the server has answered the move before it. */
  let deferred: { readonly pile: string; readonly index: number; readonly card: string | undefined } | null = null

  function tap(pileId: string, index: number): void {
    const pile = byId.value.get(pileId)
    if (!pile) return
    const now = performance.now()
    const card = pile.cards[index]?.id ?? index
    const soon = lastTap.pile === pileId && now - lastTap.at <= DOUBLE_CLICK
    const twice = soon && lastTap.card === card
    // The second click of a double-click may hit the card that the first has exposed.
    const isEcho = soon && !twice && typeof lastTap.card === 'string' && movesByTap(pile)
    lastTap = twice || isEcho ? NO_TAP : { pile: pileId, card, at: now }
    if (isEcho) return
    if (movesByTap(pile) && !held.value) sendOff(pile, index)
    else choose(pile, carried(pile, index), twice)
  }

  /** Whether a tap on a pile moves its card at once; a foundation gives its cards back only on purpose. */
  function movesByTap(pile: Pile): boolean {
    return scene.oneTap && pile.mine && reach.value.tap(pile.id) === undefined && (pile.kind !== 'foundation' || cycle.has(pile.cards.at(-1)?.id, pile.id))
  }

  /** Move the tapped card, and the cards on it, to its best place, or say why it stays. */
  function sendOff(pile: Pile, index: number): void {
    const hold = { pile: pile.id, count: carried(pile, index) }
    const card = pile.cards[index]?.id
    const isStale = (id: string) => scene.pending.some((move) => move.from === id || move.to === id)
    const moves = hold.count === 0 || isStale(pile.id) ? [] : ranked(hold, scene.piles, (one) => reach.value.from(one))
    const again = cycle.has(card, pile.id)
    const best = again ? cycle.next(reach.value.from(hold)) : moves[0]
    const isSpared = best !== undefined && !again && card !== spared && isLastPocket(best)
    spared = isSpared ? card : undefined
    if (isSpared) refuse(pile.id, words.value.table.stays.lastPocket, false)
    else if (best && !isStale(best.to)) make(best, pile.cards.at(-best.count)?.id)
    else if (scene.pending.length > 0) deferred = { pile: pile.id, index, card }
    else if (hold.count > 0 && scene.room.tap === 'play') void playAnyway(hold)
    else stay(pile, index, hold)
  }

  /** Whether a move fills the last free pocket: that is too dear for a tap by chance. */
  function isLastPocket(move: Move): boolean {
    const pockets = scene.piles.filter(({ kind, cards }) => kind === 'pocket' && cards.length === 0)
    return pockets.length === 1 && pockets[0]?.id === move.to
  }

  /** Let the server say why a card cannot be played. */
  async function playAnyway(hold: Hold): Promise<void> {
    const trick = scene.piles.find((one) => one.kind === 'trick')
    if (trick) await put(hold, trick)
  }

  function stay(pile: Pile, index: number, hold: Hold): void {
    const { stays } = words.value.table
    const face = pile.cards[index]?.face
    if (pile.cards.length === 0) return pile.kind === 'stock' ? refuse(pile.id, stays.noStock, false) : undefined
    if (!face) return refuse(pile.id, pile.kind === 'stock' ? stays.noStock : stays.hidden, false)
    // a whole column could go to an empty one, but a tap does not send it there
    const why = hold.count === 0 ? stays.covered : reach.value.from(hold).length > 0 ? stays.pointless : stays.nowhere
    refuse(pile.id, why(cardName(face)), false)
  }

  function choose(pile: Pile, count: number, twice = false): void {
    const hold = { pile: pile.id, count }
    const home = count === 1 ? reach.value.home(hold, scene.piles) : undefined
    const [only, ...others] = reach.value.from(hold)
    const holding = held.value
    if (holding && holding.pile !== pile.id) return lay(holding, pile, hold)
    if (twice && home) return make(home)
    const tapped = reach.value.tap(pile.id)
    if (tapped) return make(tapped)
    if (scene.room.tap === 'up' && home) return make(home)
    if (scene.room.tap === 'play' && only && others.length === 0) return make(only)
    const again = holding?.pile === pile.id && holding.count === count
    held.value = count === 0 || again ? null : hold
    if (held.value) events.picked(pile, count)
  }

  /** Put what is held onto a pile, or pick up there instead if only that can be meant. */
  function lay(holding: Hold, pile: Pile, other: Hold): void {
    const isMove = reach.value.to(holding, pile, scene.piles) !== undefined
    held.value = !isMove && reach.value.from(other).length > 0 ? other : null
    if (!held.value) void put(holding, pile)
  }

  async function put(hold: Hold, target: Pile): Promise<void> {
    const move = reach.value.to(hold, target, scene.piles)
    const from = byId.value.get(hold.pile)
    if (move) return make(move)
    if (!from) return
    const answer = await scene.ask(from, hold.count, target)
    if (!answer?.accepted) refuse(from.id, answer?.reason ?? '', false)
  }

  /** Send a move; `tapped` is the card that a tap sends to its best place, to be led on by the next tap. */
  function make(move: Move, tapped?: string): void {
    held.value = deferred = null
    if (tapped === undefined) cycle.end()
    else cycle.went(tapped, move)
    void scene.act(move).then((answer) => {
      if (!answer.accepted) refuse(move.from, answer.reason, true)
    })
  }

  function refuse(pile: string, reason: string, wasLegal: boolean): void {
    events.refused(reason, wasLegal)
    shaking.value = null
    void nextTick(() => { shaking.value = pile })
  }

  // What was held may have gone, or been covered.
  watch(() => scene.piles, () => {
    const hold = held.value
    const pile = hold && byId.value.get(hold.pile)
    if (hold && (!pile || carried(pile, pile.cards.length - hold.count) !== hold.count)) held.value = null
  })
  watch(() => scene.pending.length, (waiting) => {
    if (waiting > 0 || deferred === null) return
    const { card, index, pile: name } = deferred
    deferred = null
    // A card that was seen is followed; one that was hidden is turned by now.
    const pile = card === undefined ? byId.value.get(name) : scene.piles.find((one) => one.cards.some(({ id }) => id === card))
    if (pile?.mine) sendOff(pile, card === undefined ? index : pile.cards.findIndex(({ id }) => id === card))
  }, { flush: 'post' })

  return { held, shaking, reach, tap, choose, put }
}

export type Hand = ReturnType<typeof useHand>
