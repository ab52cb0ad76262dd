/** Has a player made progress? A card brought up, or a column's card turned: the clock starts again with nothing else. */
import type { BoardView } from './types'

export function hasProgressed(before: BoardView, after: BoardView): boolean {
  return after.score > before.score || hiddenCards(after) < hiddenCards(before)
}

function hiddenCards(board: BoardView): number {
  return board.tableau.flat().filter((card) => card.faceDown).length
}
