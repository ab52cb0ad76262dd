import { expect, test } from 'vitest'

import { HIDDEN, type Laid } from './model'
import { at, closedFan, mirrored, offsets, overlap } from './places'

const up: Laid = { id: 'x', face: { rank: 1, suit: 'H' } }

test('backs are closer than faces, and only the last cards of a strip are spread', () => {
  const fan = { x: 0, y: 30, backY: 10 }
  expect(offsets([HIDDEN, up, up], { x: 0, y: 0, scale: 1, fan }).map(({ y }) => y)).toEqual([0, 10, 40])
  const strip = offsets([up, up, up, up, up], { x: 0, y: 0, scale: 1, fan: { x: 20, y: 0 }, spread: 3 })
  expect(strip.map(({ x }) => x)).toEqual([0, 0, 0, 20, 40])
})

test('a fan closes until the highest column fits', () => {
  const column = [HIDDEN, HIDDEN, up, up, up]
  expect(closedFan([column], 30, 10, 1000)).toEqual({ y: 30, backY: 10 })
  const { y, backY } = closedFan([column], 30, 10, 40)
  expect(2 * y + 2 * backY).toBeCloseTo(40)
})

test('faces stay open as far as they must, at the cost of the backs and then of the height', () => {
  const column = [HIDDEN, HIDDEN, up, up, up]
  expect(closedFan([column], 30, 10, 50, 20)).toEqual({ y: 20, backY: 5 })
  expect(closedFan([column], 30, 10, 0, 20)).toEqual({ y: 20, backY: 4 })
})

test('the other hand has the same table the other way round', () => {
  const spots = new Map([['a', { x: 10, y: 5, scale: 1, fan: { x: 20, y: 0 } }]])
  const { spots: other } = mirrored({ card: { width: 50, height: 70 }, spots, height: 100 }, 200)
  expect(other.get('a')).toMatchObject({ x: 140, y: 5, fan: { x: -20 } })
})

test('grounds share their intersection', () => {
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 5, width: 10, height: 10 })).toBe(25)
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 })).toBe(0)
})

test('a point belongs to the top card that will be there, or to an empty place', () => {
  const spot = { y: 0, scale: 1, fan: { x: 0, y: 20 } }
  const arrangement = { card: { width: 50, height: 70 }, spots: new Map([['a', { ...spot, x: 0 }], ['b', { ...spot, x: 60 }]]), height: 100 }
  const cards = [
    { pile: 'a', index: 0, x: 0, y: 0, scale: 1, z: 0 },
    { pile: 'a', index: 1, x: 0, y: 20, scale: 1, z: 1 },
  ]
  expect(at({ x: 10, y: 10 }, cards, arrangement)).toEqual({ pile: 'a', index: 0 })
  expect(at({ x: 10, y: 30 }, [...cards].reverse(), arrangement)).toEqual({ pile: 'a', index: 1 })
  expect(at({ x: 70, y: 10 }, cards, arrangement)).toEqual({ pile: 'b', index: -1 })
  expect(at({ x: 55, y: 10 }, cards, arrangement)).toBeNull()
})
