import { expect, test } from 'vitest'

import { BOXES, clashes } from '@/games/layouts.fixture'
import { laidCode } from '@/games/shapes'

import { isRun, room } from './room'
import type { View } from './types'

test('a run alternates in colour and goes one way, which an Ace or King column chooses', () => {
  const run = (codes: string, kind: 'ace' | 'king' | 'untyped' | null = null) => isRun(codes.split(' ').map(laidCode), kind)
  expect([run('5H'), run('5H 6S 7D'), run('7D 6S 5H', 'untyped')]).toEqual([true, true, true])
  expect([run('5H 6S 5D'), run('5H 6D'), run('5H 7S'), run('3D 9S')]).toEqual([false, false, false, false])
  expect([run('5H 6S', 'ace'), run('5H 6S', 'king'), run('6S 5H', 'king'), run('6S 5H', 'ace')]).toEqual([true, false, true, false])
  expect(isRun([{}, laidCode('5H')], null)).toBe(false)
})

const up = (code: string) => ({ faceDown: false, cardId: code, rank: 6, suit: 'H' })
const VIEW: View = {
  baseHeights: [0, 0, 0, 0, 0, 0, 0], columnTypes: [null, null, null, null, null, null, null],
  directions: ['ascending', null, null, null, null, null, null], draws: 0, efficiency: 100, end: null,
  foundations: { up: [[], [], [], []], down: [[], [], [], []] }, moves: 0, movesWithoutProgress: 0,
  options: { direction: 'flexible', mode: 'double_pocket' }, pockets: [null, null], rating: '', recycles: 0, status: 'active', stock: 24,
  tableau: Array.from({ length: 7 }, (_, index) => Array.from({ length: index + 1 }, (__, at) => up(`${index} ${at}`))),
  trail: { draws: 0, positions: [], since: 0 }, warnings: [], waste: ['a', 'b', 'c'].map(up),
}

test.each(Object.entries(BOXES))('in a window of %s no pile overlaps another', (_, box) => {
  const piles = room.piles(VIEW, [])
  expect(clashes(piles, room.arrange(piles, box, new Set()), box)).toEqual([])
})

test.each([['390×844', 50], ['844×390', 48], ['820×1180', 100], ['1440×900', 125], ['3840×2160', 330]])('in a window of %s cards are at least %i pixels wide', (window, least) => {
  const box = BOXES[window]
  expect(box && room.arrange(room.piles(VIEW, []), box, new Set()).card.width).toBeGreaterThanOrEqual(least)
})

test('all cards can be played home if none is hidden and the foundations take them one after another', () => {
  const home = { up: ['7', '8', '9', '10', 'J', 'Q', 'K'], down: ['6', '5', '4', '3', '2', 'A'] }
  const shown = (code: string) => { const { face } = laidCode(code); return { faceDown: false, cardId: code, ...face } }
  const pile = (ranks: readonly string[], suit: string, least: number) => ranks.slice(0, ranks.length - least).map((rank) => shown(`${rank}${suit}`))
  const near = (tableau: string[][], rest: Partial<View> = {}): View => ({
    ...VIEW, stock: 0, waste: [], tableau: tableau.map((codes) => codes.map(shown)),
    foundations: { up: [...'HDCS'].map((suit) => pile(home.up, suit, 1)), down: [...'HDCS'].map((suit) => pile(home.down, suit, suit === 'H' ? 2 : 0)) }, ...rest,
  } as View)
  const legal = (card: string, zone = 'foundation') => [{ kind: 'move', payload: { card, target: { zone, kind: 'up', index: 0 } } }] as never
  const next = (view: View, card: string) => room.finish?.(view, room.moves(view, legal(card)))?.action.payload
  expect(next(near([['AH', '2H', 'KH'], ['KD', 'KC'], ['KS']]), 'KH')).toMatchObject({ card: 'KH' })
  expect(next(near([['2H', 'AH', 'KH'], ['KD', 'KC'], ['KS']]), 'KH')).toBeUndefined()
  expect(next(near([['AH', '2H', 'KH'], ['KD', 'KC'], ['KS']], { stock: 1 }), 'KH')).toBeUndefined()
  expect(next(near([['AH', '2H'], ['KD', 'KC'], ['KS']], { waste: [shown('KH')] } as Partial<View>), '2H')).toMatchObject({ card: '2H' })
})
