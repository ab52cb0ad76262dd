import { expect, test } from 'vitest'

import type { Move, Pile } from '@/table/model'

import { draws, hasGrown, movesBetween, ofKind, uncovers } from './conditions'
import { guideOf, guideWordsOf, hasGuide } from './index'
import { ask, nextStep, type Scene, type Step } from './model'

const pile = (id: string, kind: Pile['kind'], ...codes: (string | undefined)[]): Pile => ({
  id, kind, label: id, mine: true, cards: codes.map((code) => (code === undefined ? {} : { id: code, face: { rank: 5, suit: 'H' } })),
})
const move = (from: string, to: string, count = 1): Move => ({ from, to, count, action: { kind: 'move', payload: {} } })
const scene = (piles: readonly Pile[], moves: readonly Move[] = []): Scene => ({ view: null, piles, moves })

const TABLE = [pile('stock', 'stock', undefined), pile('a', 'tableau', undefined, 'x'), pile('b', 'tableau', 'y'), pile('home', 'foundation')]
const STEP: Step<unknown, null> = {
  id: 'home',
  say: () => 'bring it home',
  moves: (now) => movesBetween(now, ofKind('tableau'), ofKind('foundation')),
  otherwise: { say: () => 'draw', moves: draws },
  done: (now, before) => hasGrown(now, before, ofKind('foundation')),
}

test('a step asks for the first move that completes it', () => {
  const now = scene(TABLE, [move('stock', 'waste', 0), move('a', 'b'), move('a', 'home')])
  expect(ask(STEP, null, now)).toMatchObject({ text: 'bring it home', task: { move: { from: 'a', to: 'home' } }, reads: false })
  expect(uncovers(now, move('a', 'home'))).toBe(true)
  expect(uncovers(now, move('b', 'home'))).toBe(false)
})

test('while no such move is legal, the step asks for what helps, and leads on where nothing does', () => {
  expect(ask(STEP, null, scene(TABLE, [move('stock', 'waste', 0)]))).toMatchObject({ text: 'draw', task: { move: { from: 'stock' } }, reads: false })
  expect(ask(STEP, null, scene(TABLE))).toMatchObject({ text: 'bring it home', task: {}, reads: true })
  expect(ask({ ...STEP, waits: () => true }, null, scene(TABLE, [move('stock', 'waste', 0)]))).toMatchObject({ task: {}, reads: false })
})

test('any change that does what the step wants completes it', () => {
  const after = [...TABLE.slice(0, -1), pile('home', 'foundation', 'z')]
  expect(STEP.done?.(scene(after), scene(TABLE))).toBe(true)
  expect(STEP.done?.(scene(TABLE), scene(TABLE))).toBe(false)
})

test('steps that make no sense now are left out, but never the last one', () => {
  const never = { id: 'never', say: () => '', when: () => false }
  expect(nextStep([STEP, never, STEP], 1, scene(TABLE))).toBe(2)
  expect(nextStep([STEP, never], 1, scene(TABLE))).toBe(1)
})

const GAMES = Object.keys(import.meta.glob('../games/*/guide.ts')).map((path) => path.split('/').at(-2) ?? '')

test.each(GAMES)('the guide of %s has steps with names of their own, and all its words in both languages', async (game) => {
  const guide = await guideOf(game)
  const [english, german] = [await guideWordsOf(game, 'en'), await guideWordsOf(game, 'de')] as [object, object]
  const names = guide?.steps.map(({ id }) => id) ?? []
  expect(hasGuide(game)).toBe(true)
  expect(new Set(names).size).toBe(names.length)
  expect(guide?.steps.at(-1)?.done).toBeUndefined()
  expect(Object.keys(german)).toEqual(Object.keys(english))
  for (const [name, text] of Object.entries(english)) {
    expect(text).toBeTruthy()
    if (typeof text === 'string') expect((german as Record<string, unknown>)[name]).not.toBe(text)
  }
})
