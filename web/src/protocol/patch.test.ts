import { expect, test } from 'vitest'

import { canonicalJson, patched, viewHash } from './patch'

test('a change sets a value, cuts a list and adds to it, or replaces everything', () => {
  const view = { stock: 3, tableau: [[1, 2], [3]] }
  const changes = [{ path: ['tableau', 0], keep: 1, add: [9, 8] }, { path: ['stock'], value: 2 }]
  expect(patched(view, changes)).toEqual({ stock: 2, tableau: [[1, 9, 8], [3]] })
  expect(view).toEqual({ stock: 3, tableau: [[1, 2], [3]] })
  expect(patched(view, [{ path: [], value: { stock: 0 } }])).toEqual({ stock: 0 })
})

test('the hash is that of the protocol page', async () => {
  const view = {
    bids: [null, null, null, null], dealer: 3, endedReason: null, forbiddenBid: null, handSizes: [9, 9, 9, 9],
    lastRound: null, lastTrick: null, options: { limit: 15, tieBreak: 'later', turnSeconds: 30 }, phase: 'bid',
    reachedRound: [0, 0, 0, 0], round: 1, scores: [0, 0, 0, 0], seat: 0, status: 'active', taken: [0, 0, 0, 0],
    trick: { leader: 0, moves: [], winner: null }, tricks: [], turn: 0, winners: [],
    hand: ['6C', '6D', '7D', '8D', 'AD', 'TH', 'JH', 'QH', 'AH'],
  }
  expect(await viewHash(0, view)).toBe('5b4c0e9eb1ac8135760b70d6baf928d1b24dbe79572bb2df15d7d6e3246bc30b')
  expect(canonicalJson({ b: [1, null], a: 'x' })).toBe('{"a":"x","b":[1,null]}')
})
