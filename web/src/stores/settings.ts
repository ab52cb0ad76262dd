/** What does this player like? Kept in this browser, and shown to the style sheets as attributes of the document. */
import { defineStore } from 'pinia'
import { reactive, watchEffect } from 'vue'

import { LANGUAGES, preferredLanguage, speak, type Language } from '@/words'

import { recallObject, remember } from './browser'

/** What there is to choose from; the first is what the page begins with. */
export const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  felt: ['green', 'blue', 'burgundy', 'slate'],
  back: ['lattice', 'dots', 'sun'],
  motion: ['auto', 'full', 'reduced'],
} as const

type Chosen = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }

export interface Settings extends Chosen {
  language: Language
  fourColours: boolean
  sounds: boolean
  leftHanded: boolean
  /** Where cards are turned by hand, the page turns them as soon as that is legal. */
  turnCards: boolean
}

const KEY = 'saloon.settings'

function defaults(): Settings {
  return {
    language: preferredLanguage(),
    theme: 'auto',
    felt: 'green',
    back: 'lattice',
    motion: 'auto',
    fourColours: false,
    sounds: true,
    leftHanded: false,
    turnCards: true,
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
    const { theme, felt, back, motion, leftHanded, fourColours } = settings
    Object.assign(document.documentElement.dataset, { theme, felt, back, motion })
    document.documentElement.toggleAttribute('data-left-handed', leftHanded)
    document.documentElement.toggleAttribute('data-four-colours', fourColours)
  })
  watchEffect(() => void speak(settings.language))

  function movesLittle(): boolean {
    if (settings.motion !== 'auto') return settings.motion === 'reduced'
    return matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  function reset(): void {
    Object.assign(settings, defaults())
  }

  return { settings, movesLittle, reset }
})
