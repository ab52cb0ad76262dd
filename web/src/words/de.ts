/** Was die Seite auf Deutsch sagt. */
import type { GameWords } from '@/games/page'

import { en, type Words } from './en'
import { byGame } from './games'
import { guideDe } from './guide.de'
import { screensDe } from './screens.de'
import { translator, type Saying } from './reasons'
import { REASONS, REFUSALS } from './refusals.de'
import { tableDe } from './table.de'

interface Found {
  readonly de: GameWords
  /** Warum der Server etwas nicht tut, nach seinen Codes. */
  readonly refusals?: Readonly<Record<string, string>>
}

const games = byGame(import.meta.glob<Found>('../games/*/words.de.ts', { eager: true }))
const refusals: Readonly<Record<string, string>> = Object.assign({}, REFUSALS, ...games.map(([, found]) => found.refusals))
/** Warum die Regeln der Spiele etwas nicht erlauben, nach ihren englischen Sätzen. */
const reasons = import.meta.glob<Readonly<Record<string, Saying>>>('../games/*/refusals.de.ts', { eager: true, import: 'reasons' })

/** Karten und Farben, nach ihren englischen Namen. */
const names = new Map<string, string>()
for (const suit of ['C', 'D', 'H', 'S'] as const) {
  names.set(en.cards.suits[suit], tableDe.cards.suits[suit])
  en.cards.ranks.forEach((rank, index) => names.set(en.cards.of(rank, en.cards.suits[suit]), tableDe.cards.of(tableDe.cards.ranks[index] ?? '', tableDe.cards.suits[suit])))
}

const inGerman = translator(Object.assign({}, REASONS, ...Object.values(reasons)), (value) => names.get(value) ?? value)

/** Ein Spiel ohne deutsche Worte behält die englischen. */
export const de: Words = {
  ...screensDe,
  ...tableDe,
  ...guideDe,
  failed: { ...screensDe.failed, refused: (code, reason) => inGerman(reason) ?? refusals[code] ?? reason },
  games: { ...en.games, ...Object.fromEntries(games.map(([game, found]) => [game, { ...en.games[game], ...found.de }])) },
}
