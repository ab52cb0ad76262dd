/** How long has this table been played? Counted while it is looked at, kept in this browser, stopped by a pause. */
import { computed, onBeforeUnmount, onMounted, ref } from 'vue'

import { clockTime } from '@/parts/figures'
import { recallFor, rememberFor } from '@/stores/browser'
import { useTable } from '@/stores/table'

const KEY = 'saloon.times'

/** Let the clock of a table begin with so many seconds. */
export function rememberTime(table: string, seconds: number): void {
  rememberFor(KEY, table, seconds)
}

export function useClock() {
  const table = useTable()
  const seconds = ref(0)
  let known: string | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    if (table.id !== known) {
      known = table.id
      seconds.value = known === null ? 0 : Number(recallFor(KEY, known) ?? 0)
    }
    const runs = table.known !== null && !table.known.help.paused && table.over === null && document.visibilityState === 'visible'
    if (!runs || known === null) return
    seconds.value += 1
    if (seconds.value % 5 === 0) rememberTime(known, seconds.value)
  }

  onMounted(() => {
    tick()
    timer = setInterval(tick, 1000)
  })
  onBeforeUnmount(() => { clearInterval(timer) })
  return computed(() => clockTime(seconds.value))
}
