/** Plays a solution step by step, as fast as the player likes, until it ends or is stopped. */
import { computed, onBeforeUnmount, ref, shallowRef, watch } from 'vue'

import { api } from '@/protocol/api'
import type { WireAction } from '@/protocol/types'
import { useInsight } from '@/stores/insight'
import { useNotices } from '@/stores/notices'
import { useTable } from '@/stores/table'
import { words } from '@/words'

import { useAgain } from './again'

const SPEEDS = [1200, 600, 300, 120, 40] as const
const USUAL_SPEED = 2

export function useSolving() {
  const table = useTable()
  const notices = useNotices()
  const insight = useInsight()
  const { complain } = useAgain()
  const plan = shallowRef<readonly WireAction[]>([])
  const searching = ref(false)
  const paused = ref(false)
  const speed = ref(USUAL_SPEED)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts searches and stops: an answer that comes after a stop is not played. */
  let current = 0

  const running = computed(() => searching.value || plan.value.length > 0)
  watch(running, (now) => { insight.playing = now })

  async function start(): Promise<void> {
    if (running.value || table.id === null) return
    searching.value = true
    const search = ++current
    try {
      if (table.known?.help.assisted === false) notices.show(words.value.solver.peeked)
      const { verdict, actions } = await api.solve(table.id)
      if (search !== current) return
      if (verdict !== 'winnable') notices.show(words.value.solver[verdict])
      plan.value = actions
      paused.value = false
      next()
    } catch (error) {
      if (search === current) complain(error)
    } finally {
      if (search === current) searching.value = false
    }
  }

  function next(): void {
    clearTimeout(timer)
    if (!paused.value && plan.value.length > 0) timer = setTimeout(() => void step(), SPEEDS[speed.value])
  }

  async function step(): Promise<void> {
    const [action, ...rest] = plan.value
    if (!action) return
    const answer = await table.act(action)
    if (!answer.accepted) stop()
    else if (plan.value[0] === action) {
      plan.value = rest
      next()
    }
  }

  function stop(): void {
    clearTimeout(timer)
    current += 1
    plan.value = []
    searching.value = paused.value = false
  }

  function togglePause(): void {
    paused.value = !paused.value
    next()
  }

  function change(by: number): void {
    speed.value = Math.min(SPEEDS.length - 1, Math.max(0, speed.value + by))
    next()
  }

  onBeforeUnmount(() => {
    stop()
    insight.playing = false
  })
  return {
    running, searching, paused, plan, start, stop, step, togglePause, change,
    fastest: computed(() => speed.value === SPEEDS.length - 1),
    slowest: computed(() => speed.value === 0),
  }
}
