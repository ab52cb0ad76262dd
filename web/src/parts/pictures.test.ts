import { expect, test } from 'vitest'

import { pageOf } from '@/games'
import { en } from '@/words/en'

import { PLAIN } from './pictures'

test.each(['whist', ...Object.keys(en.games)])('the picture of %s shows different cards, all within its frame', (game) => {
  const { cards } = pageOf(game).picture ?? PLAIN
  const faces = cards.flatMap(({ face }) => (face ? [`${face.rank}${face.suit}`] : []))
  expect(faces.length).toBeGreaterThan(3)
  expect(new Set(faces).size).toBe(faces.length)
  expect(cards.every(({ face }) => face === null || face.rank > 0)).toBe(true)
  expect(cards.every(({ x, y }) => x > 10 && x < 310 && y > 20 && y < 190)).toBe(true)
})
