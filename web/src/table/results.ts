/** What a finished game comes to: its figures, each beside the player's best. */
import { clockTime } from '@/parts/figures'
import type { GameStatistics } from '@/protocol/types'

import type { Standing } from './standing'

export interface Result {
  readonly name: 'score' | 'moves' | 'time' | 'streak' | 'rating' | 'difficulty' | 'figure'
  readonly label: string
  readonly value: string
  /** What the value is worth, in a word. */
  readonly note?: string
  /** The player's best so far, as it is shown. */
  readonly best?: string
  /** Whether this game has set it. */
  readonly isRecord?: boolean
}

type Kept = 'bestScore' | 'fewestActionsToWin' | 'fastestWin'

const KEPT: Readonly<Partial<Record<Result['name'], Kept>>> = { score: 'bestScore', moves: 'fewestActionsToWin', time: 'fastestWin' }

const written = (kept: Kept, value: number) => (kept === 'fastestWin' ? clockTime(Math.floor(value / 1000)) : String(value))

/** A figure with the best of its kind, and whether this game has beaten the best before it. */
export function withBest(result: Result, standing: Standing | null): Result {
  const kept = KEPT[result.name]
  const now = kept && standing?.after[kept]
  if (!kept || typeof now !== 'number') return result
  return { ...result, best: written(kept, now), isRecord: isBeaten(kept, standing?.before ?? null, now) }
}

function isBeaten(kept: Kept, before: GameStatistics | null, now: number): boolean {
  const old = before?.[kept]
  return typeof old === 'number' && old !== now
}

/** By how much a rating has changed, with its sign; empty if that is not known. */
export function ratingChange({ before, after }: Standing): string {
  if (!before?.rating || !after.rating) return ''
  const by = after.rating.shown - before.rating.shown
  return by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '±0'
}
