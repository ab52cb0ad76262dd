import { expect, test } from 'vitest'

import { BOXES, clashes } from '@/games/layouts.fixture'
import { read } from '@/games/plain/reading'
import { room as plain } from '@/games/plain/room'
import { labelOf, spokenLabelOf } from '@/games/plain/labels'

import { room } from './room'
import type { View } from './types'

const VIEW: View = {
  autoComplete: false, foundations: [[], [], [], []], moves: 0, options: { draw: 1, redeals: -1, scoring: 'standard' },
  redealsLeft: null, score: 0, status: 'active', stock: 20,
  tableau: [[{ faceDown: true }, { faceDown: false, cardId: 'KH', rank: 13, suit: 'H' }], [], [], [], [], [], []], waste: [],
}
const MOVE = { kind: 'tableauMove', payload: { source: { zone: 'tableau', index: 0 }, target: { zone: 'tableau', index: 3 }, count: 1 } }

test('a hidden card has neither id nor face, and a stock shows only that it is there', () => {
  const piles = room.piles(VIEW, [])
  expect(piles.find(({ id }) => id === 'stock')).toMatchObject({ count: 20, cards: [{}, {}, {}] })
  expect(piles.find(({ id }) => id === 'tableau-0')?.cards[0]).toEqual({})
})

test('every pile of a room has a place, however small the window', () => {
  for (const box of [{ width: 320, height: 400 }, { width: 3840, height: 2000 }, { width: 844, height: 280 }]) {
    const piles = room.piles(VIEW, [])
    const { spots } = room.arrange(piles, box, new Set())
    expect([...spots.keys()].sort()).toEqual(piles.map(({ id }) => id).sort())
  }
})

test('what the server lists becomes moves between piles, and a drop becomes a proposal of the same form', () => {
  expect(room.moves(VIEW, [MOVE])).toEqual([{ from: 'tableau-0', to: 'tableau-3', count: 1, action: MOVE }])
  const [from, to] = ['tableau-0', 'tableau-3'].map((name) => room.piles(VIEW, []).find(({ id }) => id === name))
  expect(from && to && room.propose(from, 1, to)).toEqual(MOVE)
})

test('a move to a foundation that names none goes to that of its suit, and an ace to the first empty one', () => {
  const home = { kind: 'foundationMove', payload: { source: { zone: 'tableau', index: 0 } } }
  const card = (rank: number, suit: string) => ({ faceDown: false, cardId: `${rank}${suit}`, rank, suit })
  const begun: View = { ...VIEW, foundations: [[card(1, 'S')], [card(1, 'H')], [], []] }
  const to = (view: View) => room.moves(view, [home]).map((move) => [move.from, move.to])
  expect([to(begun), to({ ...begun, tableau: [[card(1, 'D')]] })]).toEqual([[['tableau-0', 'foundation-1']], [['tableau-0', 'foundation-2']]])
})

test('the plain room shows every pile, empty ones too, and the score above the table', () => {
  const piles = plain.piles(VIEW, ['You'])
  expect(piles.map(({ id }) => id).sort()).toEqual(room.piles(VIEW, []).map(({ id }) => id.replace('foundation', 'foundations')).sort())
  expect(piles.find(({ id }) => id === 'tableau-0')).toMatchObject({ label: 'Tableau 1', cards: [{}, { id: 'KH' }] })
  expect(piles.flatMap(({ seated }) => seated ?? [])).toEqual(['Foundations', 'Stock', 'Tableau', 'Waste'])
  expect(plain.figures(VIEW)).toEqual([{ label: 'Score', value: 0 }, { label: 'Moves', value: 0 }])
  expect(read(VIEW, ['You']).facts).toEqual([{ label: 'Auto complete', value: '✗' }])
  for (const box of [{ width: 320, height: 400 }, { width: 1440, height: 700 }]) {
    const { spots, card } = plain.arrange(piles, box, new Set())
    expect([...spots.keys()].sort()).toEqual(piles.map(({ id }) => id).sort())
    expect([...spots.values()].every(({ x }) => x >= 0 && x + card.width <= box.width)).toBe(true)
  }
})

test('the plain room names actions by their kind and payload', () => {
  expect(labelOf({ kind: 'draw', payload: {} })).toBe('Draw')
  expect(labelOf(MOVE)).toBe('Tableau move tableau 1 → tableau 4, count 1')
  expect(spokenLabelOf(MOVE)).toBe(labelOf(MOVE))
})

const up = (code: string, rank: number, suit: string) => ({ faceDown: false, cardId: code, rank, suit })
const LATE: View = {
  ...VIEW,
  waste: [up('2C', 2, 'C'), up('9D', 9, 'D'), up('TD', 10, 'D')],
  tableau: VIEW.tableau.map((_, index) => [...Array.from({ length: index }, () => ({ faceDown: true as const })), ...['KS', 'QH', 'JS', 'TH', '9S'].map((code, at) => up(`${code}${index}`, 13 - at, at % 2 ? 'H' : 'S'))]),
}

test.each(Object.entries(BOXES))('in a window of %s no pile overlaps another', (_, box) => {
  for (const view of [VIEW, LATE]) {
    const piles = room.piles(view, [])
    expect(clashes(piles, room.arrange(piles, box, new Set()), box)).toEqual([])
  }
})

test.each([['390×844', 50], ['844×390', 56], ['820×1180', 100], ['1440×900', 140], ['3840×2160', 370]])('in a window of %s cards are at least %i pixels wide', (window, least) => {
  const piles = room.piles(VIEW, [])
  const box = BOXES[window]
  expect(box && room.arrange(piles, box, new Set()).card.width).toBeGreaterThanOrEqual(least)
})
