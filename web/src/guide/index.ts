/** The guides of the games, found in their folders and fetched when one is played. */
import type { Language } from '@/words'

import type { Guide } from './model'

const GUIDES = import.meta.glob<{ guide: Guide }>('../games/*/guide.ts')
const WORDS = import.meta.glob<Readonly<Record<string, unknown>>>('../games/*/guide.{en,de}.ts')

export const hasGuide = (game: string): boolean => `../games/${game}/guide.ts` in GUIDES

export async function guideOf(game: string): Promise<Guide | null> {
  const found = await GUIDES[`../games/${game}/guide.ts`]?.()
  return found?.guide ?? null
}

/** The words of a guide; a language that the game lacks falls back on English. */
export async function guideWordsOf(game: string, language: Language): Promise<unknown> {
  const load = WORDS[`../games/${game}/guide.${language}.ts`]
  return load ? (await load())[language] : (await WORDS[`../games/${game}/guide.en.ts`]?.())?.en
}
