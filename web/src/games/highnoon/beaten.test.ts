import { expect, test } from 'vitest'

import type { WireAction } from '@/protocol/types'

import { takenAway } from './beaten'

const raise = (column: number, foundation: number): WireAction => ({
  kind: 'foundationMove', payload: { source: { zone: 'tableau', owner: 'p1', index: column }, target: { zone: 'foundation', owner: 'global', index: foundation } },
})

test('a card that lost its foundation was beaten to it', () => {
  expect(takenAway([raise(1, 4), raise(2, 6)], [raise(2, 6)], 4)).toEqual([raise(1, 4)])
})

test('a card that has another foundation to go to was not', () => {
  expect(takenAway([raise(1, 4)], [raise(1, 5)], 4)).toEqual([])
})
