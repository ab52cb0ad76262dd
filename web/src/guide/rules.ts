/** The illustrated rules of the games, found in their folders and fetched when they are read. */
import type { Picture } from '@/parts/pictures'
import { words, type Language } from '@/words'

/** One part of the rules. */
export interface RuleWords {
  readonly title: string
  readonly text: string
}

/** The parts of a game's rules by name, in the order in which they are read. */
export type RulesWords = Readonly<Record<string, RuleWords>>

export interface Rule extends RuleWords {
  readonly id: string
  readonly picture?: Picture
}

const PICTURES = import.meta.glob<{ pictures: Readonly<Record<string, Picture>> }>('../games/*/rules.ts')
const WORDS = import.meta.glob<Readonly<Record<string, RulesWords>>>('../games/*/rules.{en,de}.ts')

export const hasRules = (game: string): boolean => `../games/${game}/rules.ts` in PICTURES || words.value.games[game]?.rules !== undefined

/** The rules of a game in a language; a game without illustrated ones has the lines among its words. */
export async function rulesOf(game: string, language: Language): Promise<readonly Rule[]> {
  const load = WORDS[`../games/${game}/rules.${language}.ts`]
  const pictures = await PICTURES[`../games/${game}/rules.ts`]?.()
  if (!load || !pictures) return (words.value.games[game]?.rules ?? []).map((text, index) => ({ id: String(index), title: '', text }))
  const texts = (await load())[language] ?? {}
  return Object.entries(texts).map(([id, one]) => ({ id, ...one, ...(pictures.pictures[id] && { picture: pictures.pictures[id] }) }))
}
