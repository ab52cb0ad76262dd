import { expect, test } from 'vitest'

import type { Suit } from '@/cards/faces'

import { isSafe } from './safe'

const home = (C: number, D: number, H: number, S: number) => new Map(Object.entries({ C, D, H, S }))
const card = (rank: number, suit: Suit) => ({ rank, suit })

test('a card is safe once no card in play fits on it', () => {
  expect(isSafe(card(5, 'H'), home(4, 3, 4, 4))).toBe(true)
  expect(isSafe(card(5, 'H'), home(3, 3, 4, 4)), 'the four of clubs may need it').toBe(false)
  expect(isSafe(card(5, 'H'), home(4, 2, 4, 4)), 'a four that comes back may hold the three of diamonds').toBe(false)
})

test('aces and twos are always safe', () => {
  expect(isSafe(card(1, 'S'), home(0, 0, 0, 0))).toBe(true)
  expect(isSafe(card(2, 'S'), home(0, 0, 0, 1))).toBe(true)
  expect(isSafe(card(3, 'S'), home(0, 1, 1, 2))).toBe(false)
})
