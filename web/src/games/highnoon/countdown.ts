/** The countdown before the first move. The server says how long it lasts, so it ends for both players at the same time. */
import { computed, onBeforeUnmount, ref, shallowRef, watch } from 'vue'

import { sound } from '@/stores/sounds'
import { useTable } from '@/stores/table'

/** Milliseconds: less is not worth showing. Nobody may move until it is over anyway. */
const SHORTEST = 500
const TICK = 50

const startsAt = ref(0)
const now = ref(0)

/** Whether nobody may move yet. */
export const isCountingDown = (): boolean => startsAt.value > now.value

/** Follow what the server says about the start. Return what is shown: 3, 2, 1, then "go" for a moment, otherwise null. */
export function useCountdown() {
  const table = useTable()
  const isGoing = shallowRef(false)
  const isShown = shallowRef(false)
  let timer: ReturnType<typeof setInterval> | undefined
  let going: ReturnType<typeof setTimeout> | undefined

  function tick(): void {
    now.value = performance.now()
    if (isCountingDown()) return
    clearInterval(timer)
    if (!isShown.value) return
    isGoing.value = true
    void sound('win')
    going = setTimeout(() => { isGoing.value = false }, 700)
  }

  watch(() => table.news, (news) => {
    clearInterval(timer)
    const left = news?.startsIn ?? 0
    now.value = performance.now()
    startsAt.value = now.value + left
    isShown.value = left >= SHORTEST
    if (isCountingDown()) timer = setInterval(tick, TICK)
  }, { immediate: true })
  onBeforeUnmount(() => {
    clearInterval(timer)
    clearTimeout(going)
    startsAt.value = 0
  })

  const seconds = computed(() => Math.ceil((startsAt.value - now.value) / 1000))
  watch(seconds, (left) => { if (isShown.value && left > 0 && left <= 3) void sound('pick') })
  return computed(() => {
    if (isCountingDown()) return isShown.value ? Math.min(3, seconds.value) : null
    return isGoing.value ? ('go' as const) : null
  })
}
