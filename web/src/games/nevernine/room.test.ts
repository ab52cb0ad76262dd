import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'

import { faceOf } from '@/cards/faces'
import { labelOf, spokenLabelOf } from '@/games/plain/labels'
import { read } from '@/games/plain/reading'
import { room as plain } from '@/games/plain/room'

import { ranking } from './ranking'
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

beforeEach(() => { setActivePinia(createPinia()) })

const cardsIn = (view: View, pile: string) => room.piles(view, NAMES).find(({ id }) => id === pile)?.cards.map(({ face }) => face && `${face.rank}${face.suit}`)

test('the others sit clockwise around the player', () => {
  const view: View = { ...VIEW, trick: { leader: 'p3', moves: [{ card: card('AH'), seat: 'p3' }, { card: card('7H'), seat: 'p2' }], winner: null } }
  expect([cardsIn(view, 'trick-1'), cardsIn(view, 'trick-0')]).toEqual([['1H'], ['7H']])
  expect(room.piles(view, NAMES).find((pile) => pile.id === 'seat-1')?.label).toContain('C')
})

test('a trick that was finished before the table was opened is not on it', () => {
  expect([0, 1, 2, 3].flatMap((place) => cardsIn(VIEW, `trick-${place}`))).toEqual([])
})

test('no card has two elements, although the last trick of a round and the next hand may share cards', () => {
  const view: View = { ...VIEW, phase: 'play', round: 2, taken: [0, 0, 0, 0], tricks: [] }
  const ids = room.piles(view, NAMES).flatMap(({ cards }) => cards.flatMap(({ id }) => id ?? []))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the plain room finds hand and trick, and gives each card one element', () => {
  const piles = plain.piles(VIEW, NAMES)
  expect(piles.map(({ label, cards }) => [label, cards.length])).toEqual([['Last trick moves', 2], ['Hand', 2]])
  const ids = piles.flatMap(({ cards }) => cards.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the plain room shows the rest as facts, by player where there is one for each', () => {
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

test('one point is no points', () => {
  expect(ranking({ ...VIEW, scores: [1, 0, 3, 2] }, NAMES).map(({ result }) => result)).toEqual(['0 pts', '1 pt', '2 pts', '3 pts'])
})
