/** The deals of the day: one for each solitaire, the same for everyone. The server keeps the player's results. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

import { api } from '@/protocol/api'
import type { DailyResult } from '@/protocol/types'

import { useLobby } from './lobby'
import { usePlayer } from './player'

export const useDaily = defineStore('daily', () => {
  const lobby = useLobby()
  const results = shallowRef<Readonly<Record<string, DailyResult>>>({})

  async function load(): Promise<void> {
    await usePlayer().signIn()
    results.value = await api.myDaily()
  }

  const stateOf = (game: string): DailyResult['state'] => results.value[game]?.state ?? 'new'
  const streakOf = (game: string): number => results.value[game]?.streak ?? 0

  /** Return the table of today's deal: the one that was opened, or a new one. */
  async function play(game: string): Promise<string> {
    await load()
    const opened = results.value[game]?.tableId ?? null
    if (opened !== null) return opened
    const { seed, options } = await api.daily(game)
    return await lobby.create({ game, options, seed })
  }

  return { load, stateOf, streakOf, play }
})
