/** Turns any failure into a sentence for the player. */
import { Refusal } from '@/protocol/api'
import { words } from '@/words'

const BUSY = 'SOLVER_BUSY'
const PREPARING = 'SOLVER_PREPARING'

/** Whether the solver cannot answer just now, because it has too much to do or is still getting ready. */
export const isBusy = (error: unknown): boolean => error instanceof Refusal && [BUSY, PREPARING].includes(error.code)

/** A refusal as a sentence, in the words of the page where it knows the code. */
export function refusal(code: string, reason: string): string {
  const text = words.value.failed.refused(code, reason)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function reasonOf(error: unknown): string {
  const { failed } = words.value
  if (error instanceof Refusal && error.code === BUSY) return failed.busy
  return error instanceof Refusal ? refusal(error.code, error.message) : failed.offline
}
