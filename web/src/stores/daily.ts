/** What is dealt today? One deal a day for each solitaire, the same for everyone; this browser knows who began it. */
import { defineStore } from 'pinia'
import { reactive } from 'vue'

import { api } from '@/protocol/api'

import { recallObject, remember } from './browser'
import { useLobby } from './lobby'

export type Today = 'new' | 'begun' | 'played'

interface Begun {
  readonly date: string
  readonly table: string
}

const KEY = 'saloon.daily'

/** The day as the server counts it. */
const today = () => new Date().toISOString().slice(0, 10)

export const useDaily = defineStore('daily', () => {
  const lobby = useLobby()
  const begun = reactive({ ...recallObject(KEY) } as Record<string, Begun>)

  /** The table of today's deal, if it was begun. */
  function tableOf(game: string): string | null {
    const kept = begun[game]
    return kept?.date === today() ? kept.table : null
  }

  function stateOf(game: string): Today {
    const table = tableOf(game)
    if (table === null) return 'new'
    return lobby.mine.some((one) => one.tableId === table) ? 'begun' : 'played'
  }

  /** Return the table of today's deal: the one that was begun, or a new one. */
  async function play(game: string): Promise<string> {
    const kept = tableOf(game)
    if (kept !== null && stateOf(game) === 'begun') return kept
    const { date, seed, options } = await api.daily(game)
    const table = await lobby.create({ game, options, seed })
    begun[game] = { date, table }
    remember(KEY, JSON.stringify(begun))
    return table
  }

  return { stateOf, play }
})
