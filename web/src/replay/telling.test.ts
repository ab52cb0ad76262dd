import { expect, test } from 'vitest'

import type { Choice, Mistake, TurningPoint, WireAction } from '@/protocol/types'
import type { GameRoom, Pile } from '@/table/model'

import { runsOf } from './analysis'
import { describeAction, tellMistake, tellRuns, tellTurningPoint, type Scene } from './telling'

const action = (kind: string, payload: object = {}): WireAction => ({ kind, payload } as WireAction)
const card = (id: string, rank: number, suit: 'H' | 'S') => ({ id, face: { rank, suit } })
const columns: readonly Pile[] = [
  { id: 'a', kind: 'tableau', label: 'column 1', mine: true, cards: [card('QS', 12, 'S'), card('7H', 7, 'H')] },
  { id: 'b', kind: 'tableau', label: 'column 2', mine: true, cards: [] },
]
/** Moves name their piles and cards as they are. */
const room = {
  piles: () => columns,
  moves: (_: unknown, [one]: readonly WireAction[]) => (one?.kind === 'move' ? [{ ...one.payload, action: one }] : []),
  describe: (one: WireAction) => (one.kind === 'bid' ? 'bid 2' : ''),
} as unknown as GameRoom
const scene: Scene = { room, view: {}, names: ['Ada'] }
const top = action('move', { from: 'a', to: 'b', count: 1 })
const both = action('move', { from: 'a', to: 'b', count: 2 })
const draw = action('draw')

test('actions are named by their cards and piles, by their game, or by their kind', () => {
  expect([top, both, draw, action('bid'), action('play', { card: 'KD' }), action('oddThing')].map((one) => describeAction(scene, one))).toEqual([
    'seven of hearts to column 2', '2 cards from queen of spades to column 2', 'a draw from the stock', 'bid 2', 'king of diamonds', 'Odd thing',
  ])
})

const choice = (one: WireAction, notation: string, verdict: Choice['verdict'], winnable: number): Choice =>
  ({ action: one, notation, verdict, estimate: { winnable, unwinnable: 30 - winnable, unknown: 0 } })
const point = (choices: readonly Choice[], more: Partial<TurningPoint> = {}): TurningPoint =>
  ({ kind: 'turningPoint', step: 41, winnableAfter: 40, played: 'x', line: [both], notations: ['y'], choices, ...more })

test('a turning point says what lost, what would have won and what could be known', () => {
  const choices = [choice(top, 'x', 'unwinnable', 12), choice(draw, 'd', 'winnable', 9), choice(both, 'y', 'winnable', 21), choice(action('flip'), 'f', 'unwinnable', 0)]
  expect(tellTurningPoint(point(choices), top, scene, scene)).toEqual([
    'Step 41 lost the game: seven of hearts to column 2.',
    '2 cards from queen of spades to column 2 or a draw from the stock would have kept it winnable.',
    'From the cards you could see, the better move wins in 21 of 30 possible deals, yours in 12.',
  ])
})

test('a loss without an exact step, a repeated one and giving up have their own sentences', () => {
  expect(tellTurningPoint(point([], { winnableAfter: 38 }), top, scene, scene)[0]).toContain('between step 38 and step 41')
  expect(tellTurningPoint(point([], { line: [] }), top, scene, scene)[1]).toContain('lost before')
  expect(tellTurningPoint(point([]), action('resign'), scene, scene)).toEqual([
    'Step 41 lost the game: giving up.', '2 cards from queen of spades to column 2 would have kept it winnable.',
  ])
})

test('a mistake says what the bot prefers and what it cost', () => {
  const mistake: Mistake = {
    kind: 'mistake', step: 7, seat: 'p1', played: 'x', preferred: 'd', loss: 0.1234, lossError: 0.01,
    choices: [{ action: draw, notation: 'd', value: 1, error: 0.1, considered: true }],
  }
  expect(tellMistake(mistake, top, scene, 'nosuchgame')).toEqual(['Step 7: seven of hearts to column 2.', 'The bot prefers: a draw from the stock.', 'It cost about 0.12.'])
})

test('steps with the same verdict are one run, and what is not known yet is unknown', () => {
  const runs = runsOf(new Map([[0, 'winnable'], [1, 'winnable'], [3, 'unwinnable']]), 4)
  expect(tellRuns(runs)).toBe('steps 0 to 1 winnable, step 2 unknown, step 3 lost, step 4 unknown')
})
