/** What does this player like? Kept in this browser, and shown to the style sheets as attributes of the document. */
import { defineStore } from 'pinia'
import { reactive, watchEffect } from 'vue'

import { preferredLanguage, speak, type Language } from '@/words'

export interface Settings {
  language: Language
  theme: 'auto' | 'light' | 'dark'
  felt: 'green' | 'blue' | 'burgundy' | 'slate'
  back: 'lattice' | 'dots' | 'sun'
  fourColours: boolean
  sounds: boolean
  motion: 'auto' | 'full' | 'reduced'
  leftHanded: boolean
  /** HighNoon with explicit turning: the page sends the `flip` as soon as it is legal. */
  turnCards: boolean
}

const KEY = 'saloon.settings'

function defaults(): Settings {
  return {
    language: preferredLanguage(),
    theme: 'auto',
    felt: 'green',
    back: 'lattice',
    fourColours: false,
    sounds: true,
    motion: 'auto',
    leftHanded: false,
    turnCards: true,
  }
}

function kept(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}

export const useSettings = defineStore('settings', () => {
  const settings = reactive<Settings>({ ...defaults(), ...kept() })

  watchEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // a browser that keeps nothing still plays
    }
  })
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

  return { settings, movesLittle }
})
