import { expect, test } from 'vitest'

import { Cycle, ranked } from './best'
import { HIDDEN, type Laid, type Move, type Pile } from './model'
import { Reach } from './reach'

const card = (id: string): Laid => ({ id, face: { rank: 1, suit: 'H' } })
const pile = (id: string, cards: readonly Laid[], kind: Pile['kind'] = 'tableau'): Pile => ({ id, kind, cards, label: id, mine: true })
const move = (from: string, to: string, count = 1): Move => ({ from, to, count, action: { kind: 'move', payload: {} } })
const best = (piles: readonly Pile[], moves: readonly Move[], count = 1) => {
  const reach = new Reach(moves)
  return ranked({ pile: 'a', count }, piles, (hold) => reach.from(hold)).map(({ to, count: taken }) => `${to} ${taken}`)
}

const run = pile('b', [card('q'), card('r'), card('s')])
const single = pile('c', [card('t')])
const free = pile('d', [])
const home = pile('f', [], 'foundation')
const pocket = pile('p', [], 'pocket')

test('home comes first, then the longest run, then an empty column, then a pocket', () => {
  const piles = [pile('a', [HIDDEN, card('x')]), run, single, free, home, pocket]
  const moves = [move('a', 'p'), move('a', 'd'), move('a', 'c'), move('a', 'b'), move('a', 'f')]
  expect(best(piles, moves)).toEqual(['f 1', 'b 1', 'c 1', 'd 1', 'p 1'])
})

test('a run that exposes a hidden card goes before the tapped card that exposes none', () => {
  const piles = [pile('a', [HIDDEN, card('x'), card('y')]), run, single]
  expect(best(piles, [move('a', 'b', 1), move('a', 'c', 2)])).toEqual(['c 2', 'b 1'])
  const open = [pile('a', [card('w'), card('x'), card('y')]), run, single]
  expect(best(open, [move('a', 'b', 1), move('a', 'c', 2)])).toEqual(['b 1', 'c 2'])
})

test('a tapped card moves with the cards on it, and fewer cards never move', () => {
  const piles = [pile('a', [HIDDEN, card('x'), card('y')]), run, single]
  expect(best(piles, [move('a', 'b', 1), move('a', 'c', 2)], 2)).toEqual(['c 2'])
})

test('a whole column does not wander to an empty one, but is emptied onto another', () => {
  const piles = [pile('a', [card('x')]), single, free]
  expect(best(piles, [move('a', 'd'), move('a', 'c')])).toEqual(['c 1'])
})

test('taps on the same card lead it round all its places and then back', () => {
  const cycle = new Cycle()
  const ways: Readonly<Record<string, readonly Move[]>> = {
    a: [move('a', 'b'), move('a', 'c')], b: [move('b', 'a'), move('b', 'c')], c: [move('c', 'a'), move('c', 'b')],
  }
  const places: string[] = []
  let at = 'a'
  for (let tap = 0; tap < 7; tap += 1) {
    const moves = ways[at] ?? []
    const next = cycle.has('x', at) ? cycle.next(moves) : moves[0]
    if (!next) break
    cycle.went('x', next)
    at = next.to
    places.push(at)
  }
  expect(places).toEqual(['b', 'c', 'a', 'b', 'c', 'a', 'b'])
})

test('another card, or the same one elsewhere, starts over', () => {
  const cycle = new Cycle()
  cycle.went('x', move('a', 'b'))
  expect([cycle.has('x', 'b'), cycle.has('x', 'a'), cycle.has('y', 'b')]).toEqual([true, false, false])
  cycle.end()
  expect(cycle.has('x', 'b')).toBe(false)
})
