import { expect, test } from 'vitest'

import type { GameStatistics } from '@/protocol/types'

import { ratingChange, withBest } from './results'

const figures = (some: Partial<GameStatistics>): GameStatistics => ({
  played: 1, won: 1, drawn: 0, lost: 0, winPermille: 1000, streak: 1, longestStreak: 1, actions: 1, hints: 0, undos: 0, milliseconds: 1, ...some,
}) as GameStatistics
const strength = (shown: number) => ({ mean: 0, uncertainty: 0, shown, matches: 1 })

test('a record is a best that this game has changed, and the first win sets none', () => {
  const time = { name: 'time', label: 'Time', value: '1:05' } as const
  const standing = { before: figures({ fastestWin: 90_000 }), after: figures({ fastestWin: 65_400 }) }
  expect(withBest(time, standing)).toEqual({ ...time, best: '1:05', isRecord: true })
  expect(withBest(time, { ...standing, after: figures({ fastestWin: 90_000 }) })).toEqual({ ...time, best: '1:30', isRecord: false })
  expect(withBest(time, { ...standing, before: null }).isRecord).toBe(false)
  expect(withBest(time, null)).toEqual(time)
  expect(withBest({ ...time, name: 'difficulty' }, standing).best).toBeUndefined()
})

test('a rating changes up, down or not at all, and an unknown one is not shown', () => {
  const change = (from: number | null, to: number | null) => ratingChange({
    before: figures({ rating: from === null ? null : strength(from) }), after: figures({ rating: to === null ? null : strength(to) }),
  })
  expect([change(1000, 1012), change(1012, 1000), change(1000, 1000), change(null, 1000), change(1000, null)]).toEqual(['+12', '−12', '±0', '', ''])
})
