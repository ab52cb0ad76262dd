import { expect, test } from 'vitest'

import { overlap, type Rect } from '@/table/places'

import { layout, RAISED } from './layout'

/** Tables on a small phone with and without a guide, on a phone held either way, on a tablet, a laptop and a wall. */
const TABLES = [[320, 368], [320, 440], [390, 690], [588, 334], [844, 285], [667, 270], [820, 1060], [1440, 790], [3840, 2040]] as const

test.each(TABLES)('on a table of %i by %i everything is within it and nothing covers anything else', (width, height) => {
  const box = { width, height }
  const { card, trick, plates, status, bids, summary, hand } = layout(box)
  expect(card.width).toBeGreaterThanOrEqual(40)
  const cards = hand(9).map(({ x, y }): Rect => ({ x, y: y - card.height * RAISED, width: card.width, height: card.height * (1 + RAISED) }))
  const played = trick.map(({ x, y }): Rect => ({ x, y, ...card }))
  for (const { x, y, ...size } of [...cards, ...played, ...plates, status, bids, summary]) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + size.width).toBeLessThanOrEqual(width)
    expect(y + size.height).toBeLessThanOrEqual(height + 0.01)
  }
  const apart = [...plates, status, ...(bids.overTrick ? [] : [bids])]
  const covered = apart.flatMap((one, index) => [...cards, ...played, ...apart.slice(index + 1)].filter((other) => overlap(one, other) > 0.5))
  expect(covered).toEqual([])
  expect([...cards, ...plates, status].filter((one) => overlap(bids, one) > 0.5)).toEqual([])
  expect(cards.filter((one) => overlap(one, summary) > 0)).toEqual([])
})

test('a table with too little room is as high as it must be, and scrolls', () => {
  for (const [width, height] of [[320, 212], [390, 250], [580, 190]] as const) {
    expect(layout({ width, height }).plates).toEqual(layout({ width, height: layout({ width, height }).height }).plates)
    expect(layout({ width, height }).height).toBeGreaterThan(height)
  }
  expect(layout({ width: 844, height: 285 }).height).toBe(285)
})

test('rank and suit of every card in the hand are seen, however many there are', () => {
  for (const [width, height] of TABLES) {
    const { card, hand } = layout({ width, height })
    for (let count = 1; count <= 9; count++) {
      const places = hand(count)
      const hidden = places.filter((one, index) => places.slice(index + 1).some((other) => {
        const strip = { ...one, width: card.width, height: card.height * (0.5 - RAISED) }
        return overlap(strip, { ...other, y: other.y - card.height * RAISED, ...card }) > 1
      }))
      // a raised card of the lower row touches none but the one above it
      expect(hidden).toEqual([])
    }
  }
})
