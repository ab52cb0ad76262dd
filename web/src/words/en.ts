/** What the page says in English. Other languages have the same keys, or they do not compile. */
import type { GameWords } from '@/games/page'

import { byGame } from './games'
import { guideEn } from './guide.en'
import { screensEn } from './screens.en'
import { tableEn } from './table.en'

const general = { ...screensEn, ...tableEn, ...guideEn }

/** All words of a language; those of the games come from their folders, by the game's name. */
export type Words = typeof general & { readonly games: Readonly<Record<string, GameWords>> }

const games = byGame(import.meta.glob<{ en: GameWords }>('../games/*/words.en.ts', { eager: true }))

export const en: Words = { ...general, games: Object.fromEntries(games.map(([game, found]) => [game, found.en])) }
