/** Why was it not done? A sentence for the player, whatever went wrong. */
import { Refusal } from '@/protocol/api'
import { words } from '@/words'

const BUSY = 'SOLVER_BUSY'

/** Whether the solver only has too much to do just now. */
export const isBusy = (error: unknown): boolean => error instanceof Refusal && error.code === BUSY

/** A refusal as a sentence, in the words of the page where it knows the code. */
export function refusal(code: string, reason: string): string {
  const told = words.value.failed.refused(code, reason)
  return told.charAt(0).toUpperCase() + told.slice(1)
}

export function reasonOf(error: unknown): string {
  const { failed } = words.value
  if (isBusy(error)) return failed.busy
  return error instanceof Refusal ? refusal(error.code, error.message) : failed.offline
}
