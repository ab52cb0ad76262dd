/** What the charts of a player's games show, computed from the games themselves. */
import type { ChartGame, RatingPoint } from '@/protocol/types'

/** How many of the latest games a win rate looks back at. */
export const LAST = 20
const FEWEST = 3
const MINUTE = 60_000
const POINTS = 40
const MOST_BARS = 20

export interface ChartData {
  readonly x: readonly number[]
  /** The line, or the height of the bars. */
  readonly y: readonly number[]
  /** The edges of a band around the line. */
  readonly low?: readonly number[]
  readonly high?: readonly number[]
  /** A second, thinner line. */
  readonly average?: readonly number[]
}

/** The share of clean wins among the latest games, in percent, after each game. */
export function winRate(games: readonly ChartGame[]): ChartData | null {
  if (games.length < FEWEST) return null
  const won = games.map((game) => (game.won && game.clean ? 1 : 0))
  const y = games.map((_, index) => {
    const seen = won.slice(Math.max(0, index + 1 - LAST), index + 1)
    return (100 * seen.reduce((sum: number, one) => sum + one, 0)) / seen.length
  })
  return { x: games.map((_, index) => index + 1), y }
}

/** How many clean wins took how many minutes; the last bar holds all that took longer. */
export function winTimes(games: readonly ChartGame[]): ChartData | null {
  const minutes = games.filter((game) => game.won && game.clean).map((game) => Math.floor(game.milliseconds / MINUTE))
  if (minutes.length < FEWEST) return null
  const last = Math.min(Math.max(...minutes), MOST_BARS - 1)
  const x = Array.from({ length: last + 1 }, (_, index) => index)
  return { x, y: x.map((bar) => minutes.filter((one) => Math.min(one, last) === bar).length) }
}

/** How near each clean win came to the player's own best with the same options, in percent of its moves, and the average so far. */
export function efficiency(games: readonly ChartGame[]): ChartData | null {
  const shares = games.flatMap(({ won, clean, moves, fewest }) => (won && clean && fewest !== null && moves > 0 ? [(100 * fewest) / moves] : []))
  if (shares.length < FEWEST) return null
  let sum = 0
  const average = shares.map((share, index) => (sum += share) / (index + 1))
  return { x: shares.map((_, index) => index + 1), y: shares, average }
}

/** The estimated strength after each rated match, with three times its uncertainty on both sides, in points. */
export function ratingCourse(points: readonly RatingPoint[]): ChartData | null {
  if (points.length < FEWEST) return null
  const shown = (value: number) => Math.round(1000 + POINTS * value)
  return {
    x: points.map((point) => point.matches),
    y: points.map((point) => shown(point.mean)),
    low: points.map((point) => shown(point.mean - 3 * point.uncertainty)),
    high: points.map((point) => shown(point.mean + 3 * point.uncertainty)),
  }
}
