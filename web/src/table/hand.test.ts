import { expect, test } from 'vitest'
import { computed } from 'vue'

import { useHand, type HandActions } from './hand'
import type { Laying, Scene } from './laying'
import type { Laid, Move, Pile } from './model'

const card = (id: string, rank: number): Laid => ({ id, face: { rank, suit: 'S' } })
const column = (id: string, cards: readonly Laid[]): Pile => ({ id, kind: 'tableau', cards, label: id, mine: true })

/** Tap the first card of column `a`; return the moves that are made and the reasons for those that are not. */
function tapFirst(piles: readonly Pile[], moves: readonly Move[]) {
  const made: Move[] = []
  const reasons: string[] = []
  const texts = {
    piles, moves, pending: [], oneTap: true, room: {},
    act: (move: Move) => {
      made.push(move)
      return Promise.resolve({ accepted: true, report: {} })
    },
  } as unknown as Scene & HandActions
  const laying = { byId: computed(() => new Map(piles.map((pile) => [pile.id, pile]))) } as unknown as Laying
  const hand = useHand(texts, laying, { refused: (reason) => { reasons.push(reason) }, picked: () => undefined })
  hand.tap('a', 0)
  return { made, reasons }
}

test('a tap does not send a whole column to an empty one, and says that it gains nothing', () => {
  const move: Move = { from: 'a', to: 'b', count: 1, action: { kind: 'move', payload: {} } }
  const king = column('a', [card('k', 13)])
  expect(tapFirst([king, column('b', [])], [move])).toEqual({ made: [], reasons: ['Moving the king of spades to an empty column gains nothing.'] })
  expect(tapFirst([king, column('b', [])], [])).toEqual({ made: [], reasons: ['The king of spades fits nowhere right now.'] })
  expect(tapFirst([king, column('b', [card('x', 2)])], [move]).made).toEqual([move])
})
