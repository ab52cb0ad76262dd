/** The texts of the page in the chosen language. English is always there, others are fetched. */
import { computed, shallowRef, type ComputedRef } from 'vue'

import type { GameWords } from '@/games/page'

import { en, type Words } from './en'

export type { Words }
export type Language = 'en' | 'de'

export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

const loaders: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de')).de,
}

/** The words shown now. Templates read `words.lobby.heading`; a change of language shows at once. */
export const words = shallowRef<Words>(en)

export async function speak(language: Language): Promise<void> {
  words.value = await loaders[language]()
  document.documentElement.lang = language
}

/** The language that the browser asks for, as far as the page speaks it. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in LANGUAGES)
  return (known ?? 'en') as Language
}

/** The words of one game, for its own components: its folder has them, so their type is that of its English words. */
export function wordsOf<Own extends GameWords>(game: string): ComputedRef<Own> {
  return computed(() => words.value.games[game] as Own)
}
