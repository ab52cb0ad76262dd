/** How a match counts for the rating, in a sentence. */
import type { News } from '@/protocol/types'
import { words } from '@/words'

/** Why a match does not count as usual: in the words of the game, of the page, or of the server. */
export function ratingNote({ game, rating }: News): string | null {
  const code = rating?.code ?? ''
  return words.value.games[game]?.ratingNotes?.[code] ?? words.value.ratingNotes[code] ?? rating?.reason ?? null
}
