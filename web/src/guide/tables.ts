/** Which tables are guides, and the step of each. Kept in this browser. */
import { recallFor, rememberFor } from '@/stores/browser'

const KEY = 'saloon.guides'
const LEFT = 'left'

/** Whether a table was opened for a guide. It is not a game to go on with, and giving it up must not count as lost. */
export const isGuide = (table: string): boolean => recallFor(KEY, table) !== undefined

/** The step of a guide; null once it was left, and at any other table. */
export function stepOf(table: string): number | null {
  const kept = recallFor(KEY, table)
  return typeof kept === 'number' ? kept : null
}

export function keepStep(table: string, step: number): void {
  rememberFor(KEY, table, step)
}

export function leaveGuide(table: string): void {
  rememberFor(KEY, table, LEFT)
}
