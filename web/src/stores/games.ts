/** The games of the server, and what they are called. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

import { byPlace } from '@/games'
import { api } from '@/protocol/api'
import type { GameCard } from '@/protocol/types'
import { words } from '@/words'

export const useGames = defineStore('games', () => {
  const all = shallowRef<readonly GameCard[]>([])

  /** Ask the server for its games; `again` even if they are known. */
  async function load(again = false): Promise<void> {
    if (again || all.value.length === 0) all.value = await api.games()
  }

  const of = (game: string | undefined): GameCard | undefined => all.value.find((card) => card.name === game)

  return { all, load, of }
})

/** What a game is called: by the page, else by the server. */
export const titleOf = (game: string): string => words.value.games[game]?.title ?? useGames().of(game)?.title ?? game

/** Games in the order of the lobby. */
export const inOrder = <Named extends { readonly name: string }>(games: readonly Named[]): readonly Named[] =>
  games.map((one) => ({ one, name: one.name, title: titleOf(one.name) })).sort((a, b) => byPlace(a, b)).map(({ one }) => one)
