import { expect, test } from 'vitest'

import { PATIENCE } from './games.fixture'
import { joinSeed, OURS, splitSeed } from './seeds'

test('a deal number of another program becomes a seed and back', () => {
  for (const [seed, source, number] of [['oldfelt:123', 'oldfelt', '123'], ['123', OURS, '123'], ['atari:7', OURS, 'atari:7'], ['toString:7', OURS, 'toString:7'], ['', OURS, '']] as const) {
    expect(splitSeed(PATIENCE, seed)).toEqual({ source, number })
    expect(joinSeed(source, number)).toBe(seed)
  }
  expect(joinSeed('oldfelt', '')).toBe('')
})
