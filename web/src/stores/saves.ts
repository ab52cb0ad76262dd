/** Saved games outside the server: one for each game in this browser, or a file. */
import { pageOf } from '@/games'
import { api } from '@/protocol/api'

/** The name under which this browser keeps a saved game. */
const keyOf = (game: string) => pageOf(game).saveKey ?? `saloon.save.${game}`

/** Keep the game in this browser. */
export async function save(game: string, tableId: string): Promise<void> {
  localStorage.setItem(keyOf(game), JSON.stringify(await api.save(tableId)))
}

export const hasSave = (game: string) => localStorage.getItem(keyOf(game)) !== null

/** Open a table that continues the saved game; return its id, or null if there is none. */
export async function load(game: string): Promise<string | null> {
  const kept = localStorage.getItem(keyOf(game))
  return kept === null ? null : await open(kept)
}

/** The file to load is not a save. */
export class NoSave extends Error {}

/** Open a table that continues a save file; its clock continues too. */
export async function open(text: string): Promise<string> {
  return (await api.load(parsed(text))).tableId
}

/** A save states its version, even if the rest is damaged. */
function parsed(text: string): object {
  let found: unknown = null
  try {
    found = JSON.parse(text)
  } catch {
    // no JSON: no save either
  }
  if (typeof found !== 'object' || found === null || !('version' in found)) throw new NoSave()
  return found
}

/** Let the player keep the game as a file. */
export async function download(game: string, tableId: string): Promise<void> {
  const file = new Blob([JSON.stringify(await api.save(tableId), null, 1)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${game}-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
