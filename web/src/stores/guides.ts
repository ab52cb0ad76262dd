/** Guided games: when to offer one, and how to start it. */
import { defineStore } from 'pinia'
import { reactive, ref } from 'vue'
import { useRouter } from 'vue-router'

import { guideOf, hasGuide } from '@/guide'
import { keepStep, leaveGuide, stepOf } from '@/guide/tables'

import { recallObject, remember } from './browser'
import { useLobby } from './lobby'
import { useNotices } from './notices'
import { reasonOf } from './refusals'

const OFFERED = 'saloon.guides.offered'

export const useGuides = defineStore('guides', () => {
  const router = useRouter()
  const offered = reactive(new Set(Object.keys(recallObject(OFFERED))))
  const opening = ref(false)
  /** The table whose guide is running. */
  const running = ref<string | null>(null)

  /** Whether to offer the guide of a game: it was neither played nor declined in this browser. */
  const isNew = (game: string): boolean => hasGuide(game) && !offered.has(game)

  /** Offer the guide of a game no more. */
  function settle(game: string): void {
    offered.add(game)
    remember(OFFERED, JSON.stringify(Object.fromEntries([...offered].map((one) => [one, true]))))
  }

  /** Open the table of a guide and go there. A guide ends before its game does, so no result of it counts. */
  async function start(game: string): Promise<void> {
    const guide = await guideOf(game)
    if (!guide || opening.value) return
    opening.value = true
    try {
      const id = await useLobby().create({ game, ...guide.table, private: true })
      settle(game)
      keepStep(id, 0)
      await router.push({ name: 'table', params: { id } })
    } catch (error) {
      useNotices().show(reasonOf(error), 'bad')
    } finally {
      opening.value = false
    }
  }

  /** Take up the guide of a table, if it has one that was not left. */
  function resume(table: string): void {
    running.value = stepOf(table) === null ? null : table
  }

  function leave(): void {
    if (running.value !== null) leaveGuide(running.value)
    running.value = null
  }

  return { isNew, settle, start, resume, leave, running, opening }
})
