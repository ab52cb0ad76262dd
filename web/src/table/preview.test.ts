import { expect, test } from 'vitest'

import { frozen } from '@/protocol/patch'

import type { Move, Pile } from './model'
import { previewed } from './preview'

const card = (id: string) => ({ id })
const pile = (id: string, ...cards: string[]) => ({ id, cards: cards.map(card) }) as unknown as Pile
const move = (from: string, to: string, count: number) => ({ from, to, count }) as unknown as Move
const cards = (piles: readonly Pile[]) => piles.map((one) => one.cards.map((held) => (held as unknown as { id: string }).id).join(' '))

const PILES = frozen([pile('a', '1', '2', '3'), pile('b'), pile('c', '4')])

test('a proposal is drawn on a copy: the piles of the view stay as they are', () => {
  expect(cards(previewed(PILES, [move('a', 'b', 2)]))).toEqual(['1', '2 3', '4'])
  expect(cards(previewed(PILES, [move('a', 'b', 2), move('b', 'c', 1)]))).toEqual(['1', '2', '4 3'])
  expect(cards(PILES)).toEqual(['1 2 3', '', '4'])
})

test('without a proposal the picture is the view', () => {
  expect(previewed(PILES, [])).toBe(PILES)
})

test('a proposal that no longer fits the view is not drawn', () => {
  expect(previewed(PILES, [move('b', 'c', 1), move('a', 'c', 4), move('x', 'a', 1)])).toBe(PILES)
})
