import { expect, test } from 'vitest'

import { Elements } from './elements'
import { HIDDEN, type Laid, type Pile } from './model'

const card = (id: string): Laid => ({ id, face: { rank: 1, suit: 'H' } })
const pile = (id: string, cards: readonly Laid[], kind: Pile['kind'] = 'tableau'): Pile => ({ id, kind, cards, label: id, mine: true })

test('a card keeps its element wherever it goes', () => {
  const elements = new Elements()
  const [first] = elements.follow([pile('a', [card('x')]), pile('b', [])])
  const [second] = elements.follow([pile('a', []), pile('b', [card('x')])])
  expect(second?.key).toBe(first?.key)
  expect(second?.origin).toBeNull()
})

test('a back that is turned keeps its element, and gets a new one when it is covered up again elsewhere', () => {
  const elements = new Elements()
  const [back] = elements.follow([pile('a', [HIDDEN])])
  const [turned] = elements.follow([pile('a', [card('x')])])
  expect(turned?.key).toBe(back?.key)
  const [hidden] = elements.follow([pile('a', [HIDDEN])])
  expect(hidden?.key).not.toBe(turned?.key)
})

test('a card that was not there before comes out of the stock of its owner', () => {
  const elements = new Elements()
  elements.follow([pile('stock', [HIDDEN], 'stock'), pile('waste', [], 'waste')])
  const shown = elements.follow([pile('stock', [HIDDEN], 'stock'), pile('waste', [card('x')], 'waste')])
  expect(shown[1]?.origin).toBe('stock')
  expect(new Set(shown.map((one) => one.key)).size).toBe(2)
})
