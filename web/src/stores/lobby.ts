/** What can be played now: my unfinished tables, and the tables of others. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

import type { ChoiceWords } from '@/games/page'
import { isGuide } from '@/guide/tables'
import { api, Unreachable } from '@/protocol/api'
import type { News, NewTable } from '@/protocol/types'
import { inWords } from '@/table/naming'
import { words } from '@/words'

import { useGames } from './games'
import { shownName } from './names'
import { usePlayer } from './player'

/** What each seat of a table is called: people by their names, bots by where they sit, an open seat is a free one. */
export function seatNames(table: News): readonly string[] {
  const { table: texts, lobby } = words.value
  return table.seats.map((seat, index) => {
    if (seat.open) return lobby.free
    if (typeof seat.name === 'string') return shownName(seat.name, seat.isBot === true)
    return seat.kind === 'bot' ? texts.botName(index) : texts.seat(index + 1)
  })
}

/** A level of a game's bots in words. */
export const levelWords = (game: string, level: string): ChoiceWords =>
  words.value.games[game]?.levels?.[level] ?? words.value.newGame.levels[level] ?? { label: inWords(level) }

/** Who sits at a table, seat by seat; for a bot also its level. */
export function namesAt(table: News): readonly string[] {
  const { lobby } = words.value
  const names = seatNames(table)
  return table.seats.map(({ kind, level }, index) => {
    const name = names[index] ?? ''
    return kind === 'bot' ? lobby.bot(name, levelWords(table.game, String(level)).label) : name
  })
}

/** Who sits at a table beside the player. */
export function othersAt(table: News): readonly string[] {
  const own = table.seats.findIndex((seat) => seat.name === usePlayer().me?.name)
  return namesAt(table).filter((_, index) => index !== own)
}

export const useLobby = defineStore('lobby', () => {
  const mine = shallowRef<readonly News[]>([])
  const open = shallowRef<readonly News[]>([])
  const unreachable = shallowRef(false)

  async function load(): Promise<void> {
    try {
      await usePlayer().signIn()
      const [own, listed] = await Promise.all([api.myTables(), api.openTables(), useGames().load(true)])
      mine.value = own.filter((table) => !isGuide(table.tableId))
      open.value = listed.filter((table) => !own.some((one) => one.tableId === table.tableId))
      unreachable.value = false
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      unreachable.value = true
    }
  }

  /** My unfinished table of a game. The server is asked, for `mine` may be out of date. */
  async function inProgress(game: string): Promise<News | undefined> {
    await usePlayer().signIn()
    return (await api.myTables()).find((table) => table.game === game && !isGuide(table.tableId))
  }

  /** Open a table and return its id. */
  async function create(request: NewTable): Promise<string> {
    await usePlayer().signIn()
    return (await api.create(request)).tableId
  }

  /** Sit down at a table that waits. */
  async function join(id: string): Promise<void> {
    await usePlayer().signIn()
    await api.join(id)
  }

  /** Give a table up: one that still waits is taken away or left, a game in play is lost. */
  async function drop(table: News): Promise<void> {
    if (table.status === 'waiting') await api.remove(table.tableId).catch(() => api.leave(table.tableId))
    else await api.leave(table.tableId)
    await load()
  }

  return { mine, open, unreachable, load, inProgress, create, join, drop }
})
