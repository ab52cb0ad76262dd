import { expect, test } from 'vitest'

import { sizes } from './cards/room'
import { room as cards } from './cards/room'
import { room as klondike } from './klondike/room'
import { isRun } from './meridian/room'
import { room as nevernine } from './nevernine/room'
import { laidCode } from './shapes'
import type { KlondikeView, NevernineView } from '@/protocol/types'

const KLONDIKE: KlondikeView = {
  autoComplete: false, foundations: [[], [], [], []], moves: 0, options: { draw: 1, redeals: -1, scoring: 'standard' },
  redealsLeft: null, score: 0, status: 'active', stock: 20,
  tableau: [[{ faceDown: true }, { faceDown: false, cardId: 'KH', rank: 13, suit: 'H' }], [], [], [], [], [], []], waste: [],
}

test('the sizes of Cards are those of its text', () => {
  expect(sizes({ width: 1000, height: 600 })).toEqual({
    width: 800, cardWidth: 800 / 9, cardHeight: 3200 / 27, overlap: Math.max(3200 / 27 / 5.1, 600 / 32),
  })
})

test('a hidden card has neither id nor face, and a stock shows only that it is there', () => {
  const piles = klondike.piles(KLONDIKE, [])
  expect(piles.find(({ id }) => id === 'stock')).toMatchObject({ count: 20, cards: [{}, {}, {}] })
  expect(piles.find(({ id }) => id === 'tableau-0')?.cards[0]).toEqual({})
})

test('every pile of a room has a place, however small the window', () => {
  for (const box of [{ width: 320, height: 400 }, { width: 3840, height: 2000 }, { width: 844, height: 280 }]) {
    const piles = klondike.piles(KLONDIKE, [])
    const { spots } = klondike.arrange(piles, box, new Set())
    expect([...spots.keys()].sort()).toEqual(piles.map(({ id }) => id).sort())
  }
})

test('what the server lists becomes moves between piles, and a drop becomes a proposal of the same form', () => {
  const action = { kind: 'tableauMove', payload: { source: { zone: 'tableau', index: 0 }, target: { zone: 'tableau', index: 3 }, count: 1 } }
  expect(klondike.moves(KLONDIKE, [action])).toEqual([{ from: 'tableau-0', to: 'tableau-3', count: 1, action }])
  const [from, to] = ['tableau-0', 'tableau-3'].map((name) => klondike.piles(KLONDIKE, []).find(({ id }) => id === name))
  expect(from && to && klondike.propose(from, 1, to)).toEqual(action)
})

test('a move home of Cards that names no target goes to the foundation of the suit', () => {
  const view = {
    foundations: [[], [], [], []], options: { faces: 'lastThreeUp', stack: 'run' }, seat: 'p1', status: 'active',
    tableau: [[{ faceUp: true, id: 26, rank: 0, suit: 2 }]],
  } as const
  const action = { kind: 'foundationMove', payload: { source: { zone: 'tableau', index: 0 } } }
  expect(cards.moves(view, [action])).toMatchObject([{ from: 'tableau-0', to: 'foundation-2', count: 1 }])
})

test('a run of Meridian alternates in colour and goes one way, which an Ace or King column chooses', () => {
  const run = (codes: string, kind: 'ace' | 'king' | 'untyped' | null = null) => isRun(codes.split(' ').map(laidCode), kind)
  expect([run('5H'), run('5H 6S 7D'), run('7D 6S 5H', 'untyped')]).toEqual([true, true, true])
  expect([run('5H 6S 5D'), run('5H 6D'), run('5H 7S'), run('3D 9S')]).toEqual([false, false, false, false])
  expect([run('5H 6S', 'ace'), run('5H 6S', 'king'), run('6S 5H', 'king'), run('6S 5H', 'ace')]).toEqual([true, false, true, false])
  expect(isRun([{}, laidCode('5H')], null)).toBe(false)
})

test('Never Nine seats the others clockwise and keeps the last trick on the table until somebody leads', () => {
  const view: NevernineView = {
    bids: [1, 1, 1, 1], dealer: 0, endedReason: null, forbiddenBid: null, handSizes: [8, 8, 8, 8], lastRound: null,
    lastTrick: { leader: 1, winner: 2, moves: [{ card: '7H', seat: 1 }, { card: 'AH', seat: 2 }] },
    options: { limit: 15, tieBreak: 'later', turnSeconds: 0 }, phase: 'play', reachedRound: [0, 0, 0, 0], round: 1,
    scores: [0, 0, 0, 0], seat: 1, status: 'active', taken: [0, 0, 1, 0], trick: { leader: 2, moves: [], winner: null },
    tricks: [], turn: 2, winners: [], hand: ['6C'],
  }
  const piles = nevernine.piles(view, ['A', 'B', 'C', 'D'])
  const top = (id: string) => piles.find((pile) => pile.id === id)?.cards.map((card) => card.id)
  expect(top('trick-0')).toEqual(['7H'])
  expect(top('trick-1')).toEqual(['AH'])
  expect(piles.find((pile) => pile.id === 'seat-1')?.label).toContain('C')
  const fresh = nevernine.piles({ ...view, phase: 'bid' }, [])
  expect(fresh.find((pile) => pile.id === 'trick-0')?.cards[0]?.id).not.toBe('7H')
})
