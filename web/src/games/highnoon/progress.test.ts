import { expect, test } from 'vitest'

import type { ShownCard } from '@/protocol/types'

import { hasProgressed } from './progress'
import type { BoardView } from './types'

const DOWN: ShownCard = { faceDown: true }
const ACE: ShownCard = { cardId: 'd0:C:01', faceDown: false, rank: 1, suit: 'C' }
const TWO: ShownCard = { cardId: 'd0:C:02', faceDown: false, rank: 2, suit: 'C' }
const BOARD: BoardView = { cardsLeft: 6, score: 3, stock: 2, tableau: [[DOWN, ACE], [DOWN]], waste: [TWO] }

test('a card brought up and a card turned are progress', () => {
  expect(hasProgressed(BOARD, { ...BOARD, score: 5, waste: [], cardsLeft: 5 })).toBe(true)
  expect(hasProgressed(BOARD, { ...BOARD, tableau: [[DOWN, ACE], [TWO]] })).toBe(true)
})

test('drawing, recycling and laying cards on columns are not', () => {
  expect(hasProgressed(BOARD, BOARD)).toBe(false)
  expect(hasProgressed(BOARD, { ...BOARD, stock: 1, waste: [TWO, ACE] })).toBe(false)
  expect(hasProgressed(BOARD, { ...BOARD, stock: 3, waste: [] })).toBe(false)
  expect(hasProgressed(BOARD, { ...BOARD, tableau: [[DOWN], [DOWN, ACE]] })).toBe(false)
})
