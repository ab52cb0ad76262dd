import { expect, test } from 'vitest'

import { ground, overlap, type Rect } from '@/table/places'
import { HIDDEN, type Pile } from '@/table/model'

import { layout, type Layout } from './layout'

/** Tables on which everything stands in a row or a column. */
const TABLES = [[320, 440], [390, 690], [844, 285], [667, 270], [820, 1060]] as const
/** Larger ones, whose foundations are above the other board; and the share of their width that an own card has. */
const LARGE = [[1024, 660], [1280, 690], [1440, 790], [3840, 2040]] as const
const SHARE = 0.077
/** How high a plate must be for three lines, in sizes of its text. */
const THREE_LINES = 3.8
const pile = (id: string, kind: Pile['kind'], cards: number): Pile => ({ id, kind, cards: Array.from({ length: cards }, () => HIDDEN), label: id, mine: false })
const board = (side: string) => [
  pile(`${side}-stock`, 'stock', 3), pile(`${side}-waste`, 'waste', 3), ...Array.from({ length: 7 }, (_, index) => pile(`${side}-tableau-${index}`, 'tableau', index + 1)),
]
const PILES = [...Array.from({ length: 8 }, (_, index) => pile(`foundation-${index}`, 'foundation', 1)), ...board('you'), ...board('opp')]

const placesOf = (arranged: Layout) => PILES.map((one): Rect & { id: string } => ({ id: one.id, ...ground(one, arranged) }))

test.each([...TABLES, ...LARGE])('on a table of %i by %i nothing is cut or covered', (width, height) => {
  const arranged = layout(PILES, { width, height })
  const places = placesOf(arranged)
  const parts = [...places, { id: 'plate you', ...arranged.plates.you }, { id: 'plate opp', ...arranged.plates.opp }]
  const cut = parts.filter(({ x, y, ...size }) => x < 0 || y < 0 || x + size.width > width + 0.5 || y + size.height > height + 0.5)
  expect(cut.map(({ id }) => id)).toEqual([])
  const covered = parts.flatMap((one, index) => parts.slice(index + 1).filter((other) => overlap(one, other) > 1).map(({ id }) => `${one.id} ${id}`))
  expect(covered).toEqual([])
  for (const side of ['you', 'opp'] as const) expect(arranged.plates[side].height / arranged.font[side]).toBeGreaterThanOrEqual(THREE_LINES)
  expect(arranged.spots.get('opp-tableau-0')?.scale).toBeLessThan(0.7)
})

test.each(TABLES)('on a table of %i by %i the foundations are between the boards', (width, height) => {
  const places = placesOf(layout(PILES, { width, height }))
  const middle = (start: string) => {
    const found = places.filter(({ id }) => id.startsWith(start)).map((one) => (width > height * 1.1 ? one.x + one.width / 2 : one.y + one.height / 2))
    return found.reduce((sum, one) => sum + one, 0) / found.length
  }
  const order = [middle('you'), middle('foundation'), middle('opp')]
  expect(width > height * 1.1 ? order : [...order].reverse()).toEqual([...order].sort((a, b) => a - b))
})

test.each(LARGE)('a table of %i by %i is used for large cards, and the foundations are above the other board and next to the own one', (width, height) => {
  const arranged = layout(PILES, { width, height })
  expect(arranged.card.width / width).toBeGreaterThan(SHARE)
  const places = placesOf(arranged)
  const of = (start: string) => places.filter(({ id }) => id.startsWith(start))
  const left = (start: string) => Math.min(...of(start).map(({ x }) => x))
  const right = (start: string) => Math.max(...of(start).map((one) => one.x + one.width))
  expect(right('you')).toBeLessThan(left('foundation'))
  expect(left('foundation')).toBeCloseTo(left('opp'), 0)
  expect(right('foundation')).toBeCloseTo(right('opp'), 0)
  expect(Math.max(...of('foundation').map((one) => one.y + one.height))).toBeLessThan(Math.min(...of('opp').map(({ y }) => y)))
})
