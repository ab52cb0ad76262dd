/** Looking for people to play with: the server is asked again and again, on every screen, until it has found a match. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'

import { api, Refusal } from '@/protocol/api'
import type { PairingStatus } from '@/protocol/types'

import { isLooking } from './looking'
import { usePlayer } from './player'
import { reasonOf } from './refusals'

const AGAIN = 2000
const SECOND = 1000

export const usePairing = defineStore('pairing', () => {
  const status = shallowRef<PairingStatus | null>(null)
  const game = ref<string | null>(null)
  /** Why the search has ended or does not get through, in words. */
  const problem = ref<string | null>(null)
  const isLost = ref(false)
  const now = ref(Date.now())
  let began = 0
  let asking: ReturnType<typeof setTimeout> | undefined
  let ticking: ReturnType<typeof setInterval> | undefined
  let onFound: (table: string) => void = () => undefined

  const seconds = computed(() => (began === 0 ? 0 : Math.max(0, Math.floor((now.value - began) / SECOND))))

  /** Look for a match of a game; `found` is called with its table, on any screen. */
  async function start(wanted: string, found: (table: string) => void): Promise<void> {
    onFound = found
    if (isLooking.value && game.value === wanted) return
    end()
    game.value = wanted
    status.value = null
    problem.value = null
    began = now.value = Date.now()
    isLooking.value = true
    ticking = setInterval(() => { now.value = Date.now() }, SECOND)
    await ask()
  }

  async function ask(): Promise<void> {
    const wanted = game.value
    if (wanted === null) return
    try {
      await usePlayer().signIn()
      const answer = await api.look(wanted)
      if (game.value !== wanted || !isLooking.value) return
      isLost.value = false
      take(answer)
    } catch (error) {
      if (game.value !== wanted || !isLooking.value) return
      isLost.value = !(error instanceof Refusal)
      if (error instanceof Refusal) {
        problem.value = reasonOf(error)
        end()
        return
      }
    }
    if (isLooking.value) asking = setTimeout(() => { void ask() }, AGAIN)
  }

  function take(answer: PairingStatus): void {
    status.value = answer
    if (answer.state === 'paired' && answer.tableId) {
      end()
      onFound(answer.tableId)
    } else {
      began = Date.now() - answer.waited
    }
  }

  /** Stop looking. If a match was found at that moment, it is played. */
  async function stop(): Promise<void> {
    if (!isLooking.value) return
    end()
    const answer = await api.stopLooking().catch(() => null)
    if (answer?.state === 'paired' && answer.tableId) onFound(answer.tableId)
  }

  function end(): void {
    clearTimeout(asking)
    clearInterval(ticking)
    isLooking.value = false
    isLost.value = false
  }

  return { status, game, problem, isLost, seconds, start, stop }
})
