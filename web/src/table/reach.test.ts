import { expect, test } from 'vitest'

import { HIDDEN, type Laid, type Move, type Pile } from './model'
import { previewed } from './preview'
import { carried, longest, Reach } from './reach'

const card = (id: string): Laid => ({ id, face: { rank: 1, suit: 'H' } })
const pile = (id: string, cards: readonly Laid[], kind: Pile['kind'] = 'tableau', mine = true): Pile => ({ id, kind, cards, label: id, mine })
const action = { kind: 'tableauMove', payload: {} }
const move = (from: string, to: string, count: number): Move => ({ from, to, count, action })

test('only what the server listed can be reached, and any foundation counts as the right one', () => {
  const piles = [pile('a', [card('x')]), pile('f0', [], 'foundation'), pile('f1', [], 'foundation'), pile('b', [])]
  const reach = new Reach([move('a', 'f1', 1), move('stock', 'waste', 0)])
  const hold = { pile: 'a', count: 1 }
  const at = (index: number) => piles[index] ?? pile('none', [])
  expect(reach.to(hold, at(3), piles)).toBeUndefined()
  expect(reach.to(hold, at(1), piles)?.to).toBe('f1')
  expect(reach.home(hold, piles)?.to).toBe('f1')
  expect(reach.tap('stock')?.to).toBe('waste')
})

test('runs are picked up from columns, single cards elsewhere, and never what is hidden or of another', () => {
  const column = pile('a', [HIDDEN, card('x'), card('y')])
  expect([0, 1, 2].map((index) => carried(column, index))).toEqual([0, 2, 1])
  expect(longest(column)).toBe(2)
  expect(carried(pile('w', [card('x'), card('y')], 'waste'), 0)).toBe(0)
  expect(carried(pile('s', [card('x')], 'stock'), 0)).toBe(0)
  expect(carried(pile('o', [card('x')], 'tableau', false), 0)).toBe(0)
})

test('a game may say which open cards can be picked up together', () => {
  const column = { ...pile('a', [card('x'), card('y'), card('z')]), isRun: (cards: readonly Laid[]) => cards.length < 3 }
  expect([0, 1, 2].map((index) => carried(column, index))).toEqual([0, 2, 1])
  expect(longest(column)).toBe(2)
})

test('a move on its way is shown, one that does not fit any more is not', () => {
  const piles = [pile('a', [card('x'), card('y')]), pile('b', [])]
  const names = (after: readonly Pile[]) => after.map((one) => one.cards.map(({ id }) => id))
  expect(names(previewed(piles, [move('a', 'b', 1)]))).toEqual([['x'], ['y']])
  expect(names(previewed(piles, [move('a', 'b', 3)]))).toEqual([['x', 'y'], []])
})
