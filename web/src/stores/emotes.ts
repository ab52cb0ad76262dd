/** Emotes at the table: what the others have just sent, and whom the player does not want to hear from. */
import { defineStore } from 'pinia'
import { reactive, shallowRef } from 'vue'

import { seatNumber } from '@/games/shapes'
import type { EmoteSent, News } from '@/protocol/types'

import { recallObject, remember } from './browser'
import { shownName } from './names'

export const EMOTES = ['hello', 'goodLuck', 'wellPlayed', 'thanks', 'oops', 'goodGame'] as const satisfies readonly EmoteSent['emote'][]
export type Emote = EmoteSent['emote']

/** A person at the table besides the player. */
export interface Person {
  readonly seat: string
  readonly name: string
  readonly publicId: string
  /** Whether others can look at their profile. */
  readonly hasProfile: boolean
}

export interface ShownEmote {
  /** Counts the emotes, so that the same one sent again is a new one. */
  readonly number: number
  readonly emote: Emote
}

const KEY = 'saloon.muted'
const MOST_MUTED = 200
/** Milliseconds for which an emote is shown. */
const SHOWN_FOR = 4000

/** The people besides the player at a table that was opened for several; at any other table there is nobody. */
export function peopleAt(news: News | null, own: string | null): readonly Person[] {
  return (news?.seats ?? []).flatMap(({ name, isBot, publicId, hasProfile }, index) => {
    const seat = `p${index + 1}`
    return seat === own || typeof publicId !== 'string' ? [] : [{ seat, name: shownName(String(name), isBot === true), publicId, hasProfile: hasProfile === true }]
  })
}

export const useEmotes = defineStore('emotes', () => {
  const shown = reactive(new Map<string, ShownEmote>())
  const muted = shallowRef<readonly string[]>(Object.keys(recallObject(KEY)))
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let number = 0

  const isMuted = (publicId: unknown) => muted.value.includes(String(publicId))

  /** Mute a person in this browser, at this table and all others, or hear them again. */
  function mute(publicId: string, isOff: boolean): void {
    const others = muted.value.filter((one) => one !== publicId)
    muted.value = isOff ? [...others, publicId].slice(-MOST_MUTED) : others
    remember(KEY, JSON.stringify(Object.fromEntries(muted.value.map((one) => [one, true]))))
  }

  /** Show an emote for a while, unless its sender is muted; return whether it is shown. */
  function receive({ seat, emote }: EmoteSent, news: News | null): boolean {
    if (isMuted(news?.seats[seatNumber(seat)]?.publicId)) return false
    number += 1
    shown.set(seat, { number, emote })
    clearTimeout(timers.get(seat))
    timers.set(seat, setTimeout(() => { shown.delete(seat) }, SHOWN_FOR))
    return true
  }

  function clear(): void {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    shown.clear()
  }

  return { shown, isMuted, mute, receive, clear }
})
