/** What the solver knows about this table: how hard the deal is, and on request whether it can still be won.
 *
 * The rating reveals nothing about a single card. The light looks at hidden ones: it is off until the player switches it on
 * for this table, and the server marks the game as played with help.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'

import { api } from '@/protocol/api'
import type { Chance, DealRating } from '@/protocol/types'

import { recallFor, rememberFor } from './browser'
import { useGames } from './games'
import { isBusy } from './refusals'
import { useTable } from './table'

export type Light = 'asking' | 'yes' | 'no' | 'unknown'

const KEY = 'saloon.lights'
/** Milliseconds without a move before the light asks, and before anything is asked again of a busy solver. */
const CALM = 250
const BUSY = 3000
/** And before a deal is rated: one that is left at once is not worth the search. */
const LOOKED_AT = 2000
const LIGHTS: Readonly<Record<Chance['verdict'], Light>> = { winnable: 'yes', unwinnable: 'no', unknown: 'unknown' }
/** Actions that move no cards. */
const IDLE: ReadonlySet<string> = new Set(['assist', 'hint', 'pause', 'resume'])

export const useInsight = defineStore('insight', () => {
  const table = useTable()
  const rating = shallowRef<DealRating | null>(null)
  /** How hard the deal is for people, or for the solver where nothing else is known. */
  const level = computed(() => rating.value?.people?.level ?? rating.value?.level)
  /** Null while it is off. */
  const light = ref<Light | null>(null)
  /** Whether a solution is being played. */
  const playing = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the questions: only the answer to the newest is shown. */
  let newest = 0

  function darken(): void {
    clearTimeout(timer)
    newest += 1
    light.value = null
  }

  function ask(wait: number): void {
    darken()
    light.value = 'asking'
    const number = newest
    timer = setTimeout(() => void shine(number), wait)
  }

  async function shine(number: number): Promise<void> {
    if (table.id === null) return
    try {
      const { verdict } = await api.winnable(table.id)
      if (number === newest) light.value = LIGHTS[verdict]
    } catch (error) {
      if (number !== newest) return
      if (isBusy(error)) ask(BUSY)
      else light.value = 'unknown'
    }
  }

  /** Switch the light of this table on or off. */
  function turn(on: boolean): void {
    if (table.id === null) return
    rememberFor(KEY, table.id, on)
    if (on) ask(0)
    else darken()
  }

  async function rate(id: string): Promise<void> {
    if (useGames().of(table.known?.game)?.solver === false) return
    try {
      const found = await api.rating(id)
      if (table.id === id) rating.value = found
    } catch (error) {
      // A table without a rating is played as well as any other.
      if (isBusy(error)) rateLater(id, BUSY)
    }
  }

  function rateLater(id: string, wait: number): void {
    setTimeout(() => { if (table.id === id) void rate(id) }, wait)
  }

  watch(() => table.id, () => {
    rating.value = null
    darken()
  })
  // Only a solitaire shows its seed, and only to its player.
  watch(() => table.known !== null && table.known.seed !== null, (mine) => {
    const { id } = table
    if (!mine || id === null) return
    rateLater(id, LOOKED_AT)
    if (recallFor(KEY, id) === true && table.over === null) ask(0)
  }, { immediate: true })
  watch(() => table.event, ({ ack }) => {
    if (light.value === null) return
    if (table.over !== null) darken()
    else if (ack === null || !IDLE.has(ack.action.kind)) ask(CALM)
  })

  return { rating, level, light, playing, turn }
})
