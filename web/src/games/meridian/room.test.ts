import { expect, test } from 'vitest'

import { laidCode } from '@/games/shapes'

import { isRun } from './room'

test('a run alternates in colour and goes one way, which an Ace or King column chooses', () => {
  const run = (codes: string, kind: 'ace' | 'king' | 'untyped' | null = null) => isRun(codes.split(' ').map(laidCode), kind)
  expect([run('5H'), run('5H 6S 7D'), run('7D 6S 5H', 'untyped')]).toEqual([true, true, true])
  expect([run('5H 6S 5D'), run('5H 6D'), run('5H 7S'), run('3D 9S')]).toEqual([false, false, false, false])
  expect([run('5H 6S', 'ace'), run('5H 6S', 'king'), run('6S 5H', 'king'), run('6S 5H', 'ace')]).toEqual([true, false, true, false])
  expect(isRun([{}, laidCode('5H')], null)).toBe(false)
})
