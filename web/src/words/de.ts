/** Was die Seite auf Deutsch sagt. */
import type { GameWords } from '@/games/page'

import { en, type Words } from './en'
import { byGame } from './games'
import { houseDe } from './house.de'
import { REFUSALS } from './refusals.de'
import { tableDe } from './table.de'

interface Found {
  readonly de: GameWords
  /** Warum der Server etwas nicht tut, nach seinen Codes. */
  readonly refusals?: Readonly<Record<string, string>>
}

const games = byGame(import.meta.glob<Found>('../games/*/words.de.ts', { eager: true }))
const refusals: Readonly<Record<string, string>> = Object.assign({}, REFUSALS, ...games.map(([, found]) => found.refusals))

/** Ein Spiel ohne deutsche Worte behält die englischen. */
export const de: Words = {
  ...houseDe,
  ...tableDe,
  failed: { ...houseDe.failed, refused: (code, reason) => refusals[code] ?? reason },
  games: { ...en.games, ...Object.fromEntries(games.map(([game, found]) => [game, { ...en.games[game], ...found.de }])) },
}
