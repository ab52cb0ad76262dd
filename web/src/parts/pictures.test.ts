import { expect, test } from 'vitest'

import { en } from '@/words/en'

import { PICTURES } from './pictures'

test.each(Object.keys(en.games))('the picture of %s shows different cards, all within its frame', (game) => {
  const drawn = PICTURES[game] ?? []
  const faces = drawn.flatMap(({ face }) => (face ? [`${face.rank}${face.suit}`] : []))
  expect(faces.length).toBeGreaterThan(3)
  expect(new Set(faces).size).toBe(faces.length)
  expect(drawn.every(({ face }) => face === null || face.rank > 0)).toBe(true)
  expect(drawn.every(({ x, y }) => x > 10 && x < 310 && y > 20 && y < 190)).toBe(true)
})
