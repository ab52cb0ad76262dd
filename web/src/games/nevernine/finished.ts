/** The trick that was completed last, for as long as the table shows it: first where it was played, then at its winner.
 *
 * A replay has no messages to follow: it shows the trick until the next action.
 */
import { onBeforeUnmount, shallowRef, watch } from 'vue'

import { useTable } from '@/stores/table'
import { glide } from '@/table/motion'

import type { TrickView, View } from './types'

export interface FinishedTrick {
  readonly trick: TrickView
  /** The round in which it was played. */
  readonly round: number
  /** Whether its cards are on their way to the winner. */
  readonly swept: boolean
}

/** How long all four cards are seen, in milliseconds. */
export const SHOWN_FOR = 1100
/** How much longer than a glide the cards stay at their winner, so that none vanishes on its way. */
const LANDED = 120

const shown = shallowRef<FinishedTrick | null>(null)

/** The finished trick that is on the table now; null if there is none. */
export const finishedTrick = (view: View): FinishedTrick | null => (useTable().isLive ? shown.value : justCompleted(view))

/** Whether the table still shows the last trick of the round before, so that the next hands are not dealt yet. */
export function isBetweenRounds(view: View): boolean {
  const finished = finishedTrick(view)
  return finished !== null && finished.round !== view.round
}

/** Which trick was completed last: its round, and its number in that round. */
const lastOf = (view: View) => (view.tricks.length > 0 ? { round: view.round, number: view.tricks.length } : { round: view.round - 1, number: 9 })

/** The trick since which nobody has bid or played. */
function justCompleted(view: View): FinishedTrick | null {
  const isNext = view.trick.moves.length === 0 && (view.tricks.length > 0 || view.bids.every((bid) => bid === null))
  return isNext && view.lastTrick ? { trick: view.lastTrick, round: lastOf(view).round, swept: false } : null
}

/** Follow the table's messages: show each trick when its fourth card is laid, sweep it to its winner, clear the table.
 *
 * The next lead is drawn after the sweep, except the player's own, which begins it at once.
 */
export function useFinishedTrick(): void {
  const table = useTable()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''

  function set(next: FinishedTrick | null): void {
    clearTimeout(timer)
    shown.value = next
    if (next) timer = setTimeout(next.swept ? () => { set(null) } : sweep, next.swept ? glide() + LANDED : SHOWN_FOR)
  }

  function sweep(): void {
    if (shown.value && !shown.value.swept) set({ ...shown.value, swept: true })
  }

  // Synchronous, so that the table is never drawn between the message and what becomes of the trick.
  watch(() => table.event, ({ ack }) => {
    const view = table.known?.view as View | undefined
    if (!view) return
    const { round, number } = lastOf(view)
    const isNew = `${round} ${number}` !== last
    last = `${round} ${number}`
    if (ack === null) set(null)
    else if (isNew && view.lastTrick) set({ trick: view.lastTrick, round, swept: false })
    else if (view.trick.moves.some(({ seat }) => seat === view.seat)) sweep()
  }, { flush: 'sync', immediate: true })
  watch(() => table.waiting.some(({ kind }) => kind === 'play'), (plays) => { if (plays) sweep() }, { flush: 'sync' })
  onBeforeUnmount(() => { set(null) })
}
