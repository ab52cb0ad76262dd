/** Who was asked for a rematch, kept in the browser: to the server the seat is as free as any other. */
import type { News } from '@/protocol/types'

import { recallFor, rememberFor } from './browser'
import { shownName } from './names'

const KEY = 'saloon.rematches'

const peopleAt = ({ seats }: News) => seats.flatMap(({ kind, name }) => (kind === 'human' && typeof name === 'string' ? [name] : []))

/** Remember that the people of a table that is over were asked to another. */
export function keepAsked(over: News, tableId: string): void {
  rememberFor(KEY, tableId, peopleAt(over))
}

/** Who was asked to this table and is not there yet. */
export function awaitedAt(table: News): readonly string[] {
  const asked = recallFor(KEY, table.tableId)
  const here = new Set(peopleAt(table))
  return Array.isArray(asked) ? asked.filter((name): name is string => typeof name === 'string' && !here.has(name)).map((name) => shownName(name)) : []
}
