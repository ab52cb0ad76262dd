/** Whether a player has made progress: a card on a foundation, or a column's card turned. Nothing else restarts the clock. */
import type { BoardView } from './types'

export function hasProgressed(before: BoardView, after: BoardView): boolean {
  return after.score > before.score || hiddenCards(after) < hiddenCards(before)
}

function hiddenCards(board: BoardView): number {
  return board.tableau.flat().filter((card) => card.faceDown).length
}
