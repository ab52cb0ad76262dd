import { describe, expect, it } from 'vitest'

import type { ChartGame } from '@/protocol/types'

import { efficiency, ratingCourse, winRate, winTimes } from './charts'

const game = (won: boolean, minutes = 1, clean = true): ChartGame => ({ at: 0, won, clean, milliseconds: 60_000 * minutes, moves: 100, fewest: null })

describe('charts', () => {
  it('shows the share of clean wins among the latest games', () => {
    expect(winRate([game(true), game(false)])).toBeNull()
    expect(winRate([game(true), game(false), game(true, 1, false), game(true)])?.y).toEqual([100, 50, 100 / 3, 50])
    const streak = winRate([...Array.from({ length: 20 }, () => game(false)), ...Array.from({ length: 20 }, () => game(true))])
    expect(streak?.y.at(-1)).toBe(100)
  })

  it('counts wins by minutes', () => {
    const found = winTimes([game(true, 0), game(true, 2), game(true, 2), game(true, 90), game(false, 1), game(true, 1, false)])
    expect(found?.y.slice(0, 4)).toEqual([1, 0, 2, 0])
    expect(found?.y.at(-1)).toBe(1)
  })

  it('compares the moves of clean wins with the best', () => {
    const moved = (moves: number, won = true, clean = true): ChartGame => ({ ...game(won, 1, clean), moves, fewest: 80 })
    expect(efficiency([moved(100), moved(80), game(true)])).toBeNull()
    const found = efficiency([moved(160), moved(80), moved(80, false), moved(40, true, false), moved(100)])
    expect(found).toEqual({ x: [1, 2, 3], y: [50, 100, 80], average: [50, 75, 230 / 3] })
  })

  it('shows the rating between its bounds', () => {
    const points = [1, 2, 3].map((matches) => ({ at: 0, matches, mean: 25, uncertainty: 5, shown: 1400 }))
    expect(ratingCourse(points)).toEqual({ x: [1, 2, 3], y: [2000, 2000, 2000], low: [1400, 1400, 1400], high: [2600, 2600, 2600] })
  })
})
