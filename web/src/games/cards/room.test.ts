import { expect, test } from 'vitest'

import { fieldsOf } from '@/screens/newgame'
import { game } from '@/stores/games.fixture'
import { defaultChoices, newTableRequest } from '@/stores/newTable'
import { en } from '@/words/en'

import { room, sizes } from './room'

const CARD = game(
  'cards', 1, { faces: 'lastThreeUp', stack: 'run' }, { faces: { enum: ['firstThreeDown', 'lastThreeUp'] }, stack: { enum: ['any', 'run'] } },
  { dealsWinnable: true },
)

test('the sizes are those of the text', () => {
  expect(sizes({ width: 1000, height: 600 })).toEqual({
    width: 800, cardWidth: 800 / 9, cardHeight: 3200 / 27, overlap: Math.max(3200 / 27 / 5.1, 600 / 32),
  })
})

test('a move home that names no target goes to the foundation of the suit', () => {
  const view = {
    foundations: [[], [], [], []], options: { faces: 'lastThreeUp', stack: 'run' }, status: 'active',
    tableau: [[{ cardId: 'AC', faceDown: false, rank: 1, suit: 'C' }]],
  } as const
  const action = { kind: 'foundationMove', payload: { source: { zone: 'tableau', index: 0 } } }
  expect(room.moves(view, [action])).toMatchObject([{ from: 'tableau-0', to: 'foundation-2', count: 1 }])
})

test('who never chose gets the stacks of the original program, and a deal that can be won', () => {
  expect(newTableRequest(CARD, defaultChoices(CARD))).toEqual({ game: 'cards', options: { stack: 'any' }, winnable: true })
})

test('the stacks are asked for first, with how often they can be won', () => {
  const [stack, faces] = fieldsOf(CARD, defaultChoices(CARD), en)
  expect(stack?.choices?.map((choice) => choice.value)).toEqual(['any', 'run'])
  expect(stack?.choices?.[1]?.often).toContain('1 deal in 200')
  expect([stack?.folded, faces?.folded]).toEqual([false, true])
})
