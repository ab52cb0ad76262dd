import { expect, test } from 'vitest'

import { faceOf } from '@/cards/faces'
import { labelOf, spokenLabelOf } from '@/games/plain/labels'
import { read } from '@/games/plain/reading'
import { room as plain } from '@/games/plain/room'

import { room } from './room'
import type { View } from './types'

const card = (code: string) => ({ cardId: code, faceDown: false, ...faceOf(code) })
const VIEW: View = {
  bids: [1, 1, 1, null], dealer: 'p1', endedReason: null, forbiddenBid: null, handSizes: [8, 8, 8, 8], lastRound: null,
  lastTrick: { leader: 'p2', winner: 'p3', moves: [{ card: card('7H'), seat: 'p2' }, { card: card('AH'), seat: 'p3' }] },
  options: { limit: 15, tieBreak: 'later', turnSeconds: 0 }, phase: 'play', reachedRound: [0, 0, 0, 0], round: 1,
  scores: [0, 0, 0, 0], seat: 'p2', status: 'active', taken: [0, 0, 1, 0], trick: { leader: 'p3', moves: [], winner: null },
  tricks: [], turn: 'p3', winners: [], hand: [card('6C'), card('AH')],
}
const NAMES = ['A', 'B', 'C', 'D']

test('the others sit clockwise, and the last trick stays on the table until somebody leads', () => {
  const view = { ...VIEW, hand: [card('6C')] }
  const piles = room.piles(view, NAMES)
  const top = (id: string) => piles.find((pile) => pile.id === id)?.cards.map((card) => card.id)
  expect(top('trick-0')).toEqual(['7H'])
  expect(top('trick-1')).toEqual(['AH'])
  expect(piles.find((pile) => pile.id === 'seat-1')?.label).toContain('C')
  const fresh = room.piles({ ...view, phase: 'bid' }, [])
  expect(fresh.find((pile) => pile.id === 'trick-0')?.cards[0]?.id).not.toBe('7H')
})

test('the plain room finds hand and trick, and gives each card one element', () => {
  const piles = plain.piles(VIEW, NAMES)
  expect(piles.map(({ label, cards }) => [label, cards.length])).toEqual([['Last trick moves', 2], ['Hand', 2]])
  const ids = piles.flatMap(({ cards }) => cards.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the plain room tells the rest as facts, by player where there is one for each', () => {
  const facts = Object.fromEntries(read(VIEW, NAMES).facts.map(({ label, value }) => [label, value]))
  expect(facts).toMatchObject({ Bids: 'A 1 · B 1 · C 1 · D –', 'Hand sizes': 'A 8 · B 8 · C 8 · D 8', Phase: 'Play', Round: '1', 'Last trick winner': 'C', Turn: 'C' })
  expect(facts).not.toHaveProperty('Forbidden bid')
  expect(plain.figures(VIEW)).toEqual([])
})

test('the plain room names bids and cards', () => {
  expect(labelOf({ kind: 'bid', payload: { bid: 3 } })).toBe('Bid 3')
  const play = { kind: 'play', payload: { card: '6C' } }
  expect([labelOf(play), spokenLabelOf(play)]).toEqual(['Play 6♣', 'Play six of clubs'])
})
