/** What can be played now? The games of the house, my unfinished tables, and the tables of others. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

import { api, Unreachable } from '@/protocol/api'
import type { GameCard, News, Wish } from '@/protocol/types'

import { usePlayer } from './player'

export const useLobby = defineStore('lobby', () => {
  const games = shallowRef<readonly GameCard[]>([])
  const mine = shallowRef<readonly News[]>([])
  const open = shallowRef<readonly News[]>([])
  const unreachable = shallowRef(false)

  async function load(): Promise<void> {
    try {
      await usePlayer().signIn()
      const found = await Promise.all([api.games(), api.myTables(), api.openTables()])
      games.value = found[0]
      mine.value = found[1]
      open.value = found[2].filter((table) => !found[1].some((own) => own.tableId === table.tableId))
      unreachable.value = false
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      unreachable.value = true
    }
  }

  /** Open a table and return its id. */
  async function create(wish: Wish): Promise<string> {
    await usePlayer().signIn()
    return (await api.create(wish)).tableId
  }

  return { games, mine, open, unreachable, load, create }
})
