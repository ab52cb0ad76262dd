/** How a finished game changes the player's statistics, read before and after it. */
import { onBeforeUnmount, shallowRef, watch } from 'vue'

import { api } from '@/protocol/api'
import type { GameStatistics } from '@/protocol/types'
import { useTable } from '@/stores/table'

import { wait } from './landing'

/** Milliseconds before the statistics are read: first the cards. */
const LOOKED_AT = 2000
/** The server adds a game up a moment after its end. */
const TRIES = 8
const BETWEEN = 400

export interface Standing {
  readonly before: GameStatistics | null
  readonly after: GameStatistics
  /** The moves of this game as the statistics count them, if they can be had. */
  readonly moves?: number | undefined
}

export function useStanding() {
  const table = useTable()
  const standing = shallowRef<Standing | null>(null)
  let before: GameStatistics | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The statistics of this game, null before the first; undefined if they cannot be had: the table does without. */
  async function read(): Promise<GameStatistics | null | undefined> {
    const game = table.known?.game ?? ''
    return await api.statistics().then((all) => all[game] ?? null, () => undefined)
  }

  async function movesOf(id: string): Promise<number | undefined> {
    const page = await api.history(new URLSearchParams({ game: table.known?.game ?? '' })).catch(() => null)
    return page?.games.find((one) => one.tableId === id)?.moves
  }

  async function readBefore(): Promise<void> {
    const found = await read()
    if (found !== undefined && table.over === null) before = found
  }

  async function readAfter(id: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const after = await read()
      if (table.id !== id || after === undefined) return
      if (after && after.played > (before?.played ?? 0)) {
        standing.value = { before, after, moves: await movesOf(id) }
        return
      }
      await wait(BETWEEN)
    }
  }

  watch(() => table.known !== null && table.seat !== null, (sits) => {
    if (sits && table.over === null) timer = setTimeout(() => void readBefore(), LOOKED_AT)
  }, { immediate: true })
  watch(() => table.over, (over) => {
    if (over && table.id !== null && table.seat !== null) void readAfter(table.id)
  }, { immediate: true })
  // the rating is settled after the result, and the news says so
  watch(() => table.news?.rating?.status, (status) => {
    if (table.over && status !== undefined && status !== 'void' && table.id !== null && table.seat !== null) void readAfter(table.id)
  })
  onBeforeUnmount(() => { clearTimeout(timer) })

  return standing
}
