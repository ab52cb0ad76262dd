/** The time that each seat has left, in a game with a clock for each player.
 *
 * The server says it when the table is opened or the connection is back. In between it is counted here, and the game says
 * when a seat gets its full time again.
 */
import { computed, onBeforeUnmount, onMounted, ref, watch } from 'vue'

import { useTable } from '@/stores/table'

const TICK = 250

/** Follow the clocks of a table; `limit` is the full time in seconds, 0 without a clock. */
export function useTimeLeft(limit: () => number) {
  const table = useTable()
  const now = ref(performance.now())
  /** When the time of each seat is up. */
  const ends = ref<Readonly<Record<string, number>>>({})
  const isPaused = computed(() => table.known?.help.paused === true)
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(paused: boolean): void {
    const before = now.value
    now.value = performance.now()
    if (paused) ends.value = shifted(ends.value, now.value - before)
  }

  watch(() => table.clock, (clock) => {
    now.value = performance.now()
    ends.value = shifted(clock?.left ?? {}, now.value)
  }, { immediate: true })
  watch(isPaused, (_paused, before) => { tick(before) }, { flush: 'sync' })
  onMounted(() => { timer = setInterval(() => { tick(isPaused.value) }, TICK) })
  onBeforeUnmount(() => { clearInterval(timer) })

  return {
    /** Give a seat its full time again. */
    restart(seat: string): void {
      tick(isPaused.value)
      ends.value = { ...ends.value, [seat]: now.value + limit() * 1000 }
    },
    /** The seconds that a seat has left; null without a clock. */
    secondsLeft(seat: string): number | null {
      const end = ends.value[seat]
      if (limit() === 0 || end === undefined || table.over) return null
      const left = Math.ceil((end - now.value) / 1000)
      return Math.min(limit(), Math.max(0, left)) // more is left during a countdown
    },
  }
}

const shifted = (times: Readonly<Record<string, number>>, by: number) => Object.fromEntries(Object.entries(times).map(([seat, time]) => [seat, time + by]))
