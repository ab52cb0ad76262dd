/** Why was it not done? A sentence for the player, whatever went wrong. */
import { Refusal } from '@/protocol/api'
import { words } from '@/words'

const BUSY = 'SOLVER_BUSY'

/** Whether the solver only has too much to do just now. */
export const isBusy = (error: unknown): boolean => error instanceof Refusal && error.code === BUSY

export function reasonOf(error: unknown): string {
  const { failed } = words.value
  if (isBusy(error)) return failed.busy
  return error instanceof Refusal ? error.message : failed.offline
}
