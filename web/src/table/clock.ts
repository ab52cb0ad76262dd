/** The time played at this table, as the server counts it: it is the number that statistics will record.
 *
 * The server sends the time when the table is opened, when the clock starts or stops, and at the end. In between it is
 * counted here.
 */
import { computed, onBeforeUnmount, onMounted, ref, watch } from 'vue'

import { clockTime } from '@/parts/figures'
import { useTable } from '@/stores/table'

const TICK = 250

export function useClock() {
  const table = useTable()
  const played = ref(0)
  let counted = performance.now()
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    const now = performance.now()
    const runs = table.clock?.runs === true && table.known !== null && !table.known.help.paused && table.over === null
    if (runs) played.value += now - counted
    counted = now
  }

  watch(() => table.clock, (clock) => {
    played.value = clock?.played ?? 0
    counted = performance.now()
  }, { immediate: true })
  // What was counted before a pause or the end counts, what comes after it does not.
  watch(() => [table.known?.help.paused, table.over], tick, { flush: 'sync' })

  onMounted(() => { timer = setInterval(tick, TICK) })
  onBeforeUnmount(() => { clearInterval(timer) })
  return computed(() => clockTime(Math.floor(played.value / 1000)))
}
