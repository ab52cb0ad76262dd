/** The player: anonymous, created by the server on the first visit and recognised by a cookie. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

import { api } from '@/protocol/api'
import type { Me, GameStatistics } from '@/protocol/types'

export const usePlayer = defineStore('player', () => {
  const me = shallowRef<Me | null>(null)
  const statistics = shallowRef<Readonly<Record<string, GameStatistics>>>({})

  /** Ask who we are, once. */
  async function signIn(): Promise<Me> {
    me.value ??= await api.me()
    return me.value
  }

  async function rename(name: string): Promise<void> {
    me.value = await api.rename(name)
  }

  async function loadStatistics(): Promise<void> {
    await signIn()
    statistics.value = await api.statistics()
  }

  return { me, statistics, signIn, rename, loadStatistics }
})
