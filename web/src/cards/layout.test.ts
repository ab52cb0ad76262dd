import { describe, expect, test } from 'vitest'

import { courtShapes } from './courts'
import { pips, rankText } from './faces'
import { endOf, FACE, indexOf, PIP, pipAt, UNCOVERED, type FaceStyle } from './layout'

const RANKS = Array.from({ length: 13 }, (_, index) => rankText(index + 1)).concat('D', 'B')
const STYLES: readonly FaceStyle[] = ['classic', 'large']

describe.each(STYLES)('the index of a %s face', (style) => {
  test.each(RANKS)('of %s is within the card, the suit right of the rank', (text) => {
    const index = indexOf(text, style)
    expect(index.suitX).toBeGreaterThan(index.x)
    expect(index.suitY).toBe(index.y)
    expect(endOf(index, text).x).toBeLessThan(FACE.width - 5)
  })

  test.each([1 / 5.1, 0.17, 0.3, 0.4])('fits a strip of %f of the height, with rank and suit', (down) => {
    for (const text of RANKS) {
      const index = indexOf(text, style, { across: 1, down })
      expect(endOf(index, text).y).toBeLessThanOrEqual(down * FACE.height)
      expect(index.suitY).toBe(index.y)
      expect(index.size).toBeGreaterThan(down * FACE.height * 0.6 > 15 ? 14.9 : down * FACE.height * 0.6)
    }
  })

  test.each([0.25, 0.3, 0.4, 0.6])('fits a strip of %f of the width, at the side that is seen', (across) => {
    for (const text of RANKS) {
      const [left, right] = [across, -across].map((seen) => indexOf(text, style, { across: seen, down: 1 }))
      expect(left && endOf(left, text).x).toBeLessThanOrEqual(across * FACE.width)
      expect(right && Math.min(right.x, right.suitX)).toBeGreaterThanOrEqual((1 - across) * FACE.width)
    }
  })
})

test('a strip of two fifths of the width is enough for rank and suit of a classic face side by side', () => {
  for (const text of RANKS) {
    const index = indexOf(text, 'classic', { across: 0.4, down: 1 })
    expect([index.size, index.suitY]).toEqual([indexOf(text, 'classic').size, index.y])
  }
})

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('no pip of a %i touches an index', (rank) => {
  const text = rankText(rank)
  const index = indexOf(text, 'classic', UNCOVERED)
  const end = endOf(index, text)
  for (const { x, y } of pips(rank).map(pipAt)) {
    const apart = x - PIP / 2 > end.x || y - PIP / 2 > end.y
    const apartBelow = x + PIP / 2 < FACE.width - end.x || y + PIP / 2 < FACE.height - end.y
    expect([apart, apartBelow]).toEqual([true, true])
  }
})

test('there are twelve different courts', () => {
  const found = [...courtShapes().matchAll(/<symbol id="(court-\d+-[CDHS])"[^>]*>(.*?)<\/symbol>/g)]
  expect(found.map(([, name]) => name).sort()).toEqual([11, 12, 13].flatMap((rank) => ['C', 'D', 'H', 'S'].map((suit) => `court-${rank}-${suit}`)))
  expect(new Set(found.map(([, , drawing]) => drawing)).size).toBe(12)
})
