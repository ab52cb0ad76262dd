/** The player's settings, kept in this browser and shown to the style sheets as attributes of the document. */
import { defineStore } from 'pinia'
import { reactive, watchEffect } from 'vue'

import { lettersFollowLanguage } from '@/cards/names'
import { keepLanguage } from '@/protocol/push'
import { LANGUAGES, preferredLanguage, speak, type Language } from '@/words'

import { recallObject, remember } from './browser'

/** What there is to choose from; the first is what the page begins with. */
export const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  felt: ['game', 'green', 'blue', 'burgundy', 'slate', 'plum', 'walnut'],
  back: ['lattice', 'dots', 'sun', 'scales', 'argyle', 'stars'],
  faces: ['classic', 'large'],
  letters: ['language', 'international'],
  motion: ['auto', 'full', 'reduced'],
} as const

/** A felt of its own; `game` leaves the choice to each game. */
export type Felt = Exclude<(typeof CHOICES)['felt'][number], 'game'>

type Chosen = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }

export interface Settings extends Chosen {
  language: Language
  fourColours: boolean
  sounds: boolean
  leftHanded: boolean
  /** Where cards are turned by hand, the page turns them as soon as that is legal. */
  turnCards: boolean
  /** A tap moves a card to its best place; otherwise it picks the card up. */
  oneTap: boolean
  /** Cards that can never be needed again go to the foundations by themselves. */
  autoHome: boolean
}

const KEY = 'saloon.settings'
const HOUSE_FELT: Felt = 'green'

/** The felt that is shown: the player's, or that of the game that is played. */
export const feltOf = (chosen: Settings['felt'], ofGame: Felt = HOUSE_FELT): Felt => (chosen === 'game' ? ofGame : chosen)

function defaults(): Settings {
  return {
    language: preferredLanguage(),
    theme: 'auto',
    felt: 'game',
    back: 'lattice',
    faces: 'classic',
    letters: 'language',
    motion: 'auto',
    fourColours: false,
    sounds: true,
    leftHanded: false,
    turnCards: true,
    oneTap: true,
    autoHome: false,
  }
}

/** What of the kept settings still makes sense: those of the right kind, and choices that are there. */
export function revived(kept: Readonly<Record<string, unknown>>, first: Settings = defaults()): Settings {
  const choices: Readonly<Record<string, readonly unknown[]>> = { ...CHOICES, language: Object.keys(LANGUAGES) }
  const sound = Object.entries(kept).filter(([name, value]) =>
    name in choices ? choices[name]?.includes(value) : name in first && typeof value === 'boolean',
  )
  return { ...first, ...Object.fromEntries(sound) }
}

export const useSettings = defineStore('settings', () => {
  const settings = reactive<Settings>(revived(recallObject(KEY)))

  watchEffect(() => { remember(KEY, JSON.stringify(settings)) })
  watchEffect(() => {
    const { theme, back, motion, leftHanded, fourColours } = settings
    Object.assign(document.documentElement.dataset, { theme, felt: feltOf(settings.felt), back, motion })
    document.documentElement.toggleAttribute('data-left-handed', leftHanded)
    document.documentElement.toggleAttribute('data-four-colours', fourColours)
  })
  watchEffect(() => { lettersFollowLanguage.value = settings.letters === 'language' })
  watchEffect(() => void speak(settings.language))
  watchEffect(() => void keepLanguage(settings.language))

  function movesLittle(): boolean {
    if (settings.motion !== 'auto') return settings.motion === 'reduced'
    return matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  function reset(): void {
    Object.assign(settings, defaults())
  }

  return { settings, movesLittle, reset }
})
