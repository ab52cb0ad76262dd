/** Has a player made progress? A card brought up, or a column's card turned: the clock starts again with nothing else. */
import type { HighnoonBoardView } from '@/protocol/types'

export function hasProgressed(before: HighnoonBoardView, after: HighnoonBoardView): boolean {
  return after.score > before.score || hiddenCards(after) < hiddenCards(before)
}

function hiddenCards(board: HighnoonBoardView): number {
  return board.tableau.flat().filter((card) => card.faceDown).length
}
