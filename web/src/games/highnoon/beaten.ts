/** Beaten to it: the opponent has taken the foundation that one of the player's cards could have gone to. */
import { onBeforeUnmount, shallowRef, watch } from 'vue'

import type { WireAction } from '@/protocol/types'
import { payloadOf, seatNumber, type Place } from '@/games/shapes'
import { isGuide } from '@/guide/tables'
import { sound } from '@/stores/sounds'
import { useTable } from '@/stores/table'

import type { View } from './types'

export interface Beaten {
  /** The foundation that was taken. */
  readonly foundation: number
  readonly by: string
  /** Counts the moments, so that each is shown again. */
  readonly number: number
}

/** How long it is shown, in milliseconds. */
const SHOWN_FOR = 1600
const SHUDDER = [60, 40, 120]

const sourceOf = (action: WireAction) => JSON.stringify(payloadOf(action).source)
const raises = (actions: readonly WireAction[]) => actions.filter(({ kind }) => kind === 'foundationMove')

/** The foundation that grew between two views. */
function grown(before: View, after: View): number {
  return after.foundations.findIndex(({ cards }, index) => cards.length > (before.foundations[index]?.cards.length ?? 0))
}

/** The moves to a foundation that were possible before, and are not any more. */
export function takenAway(before: readonly WireAction[], after: readonly WireAction[], foundation: number): readonly WireAction[] {
  const left = new Set(raises(after).map(sourceOf))
  return raises(before).filter((action) => (payloadOf(action).target as Place | undefined)?.index === foundation && !left.has(sourceOf(action)))
}

export function useBeaten(names: () => readonly string[]) {
  const table = useTable()
  const beaten = shallowRef<Beaten | null>(null)
  let before = table.known
  let number = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  watch(() => table.event, ({ ack }) => {
    const [was, is] = [before, table.known]
    before = is
    if (isGuide(table.id ?? '') && !table.hasActed) return // who still reads the first lesson is in no race
    if (!was || !is || !ack || ack.clientId === null || ack.clientId === is.seat || is.seat === null || ack.action.kind !== 'foundationMove') return
    const foundation = grown(was.view as View, is.view as View)
    if (takenAway(was.legal, is.legal, foundation).length === 0) return
    number += 1
    beaten.value = { foundation, by: names()[seatNumber(ack.clientId)] ?? '', number }
    clearTimeout(timer)
    timer = setTimeout(() => { beaten.value = null }, SHOWN_FOR)
    void sound('beaten')
    // a phone that has not been touched yet refuses, and says so by false
    if ('vibrate' in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(SHUDDER)
  }, { flush: 'sync' })
  onBeforeUnmount(() => { clearTimeout(timer) })
  return beaten
}
