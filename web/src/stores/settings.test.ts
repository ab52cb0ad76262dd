import { expect, test } from 'vitest'

import { feltOf, revived, type Settings } from './settings'

const FIRST: Settings = {
  language: 'en', theme: 'auto', felt: 'game', back: 'lattice', faces: 'classic', letters: 'language', motion: 'auto', fourColours: false, sounds: true, leftHanded: false, turnCards: true, oneTap: true, autoHome: false,
}

test('kept settings come back', () => {
  expect(revived({ felt: 'slate', language: 'de', sounds: false }, FIRST)).toEqual({ ...FIRST, felt: 'slate', language: 'de', sounds: false })
})

test('what makes no sense any more is passed over', () => {
  expect(revived({ felt: 'lava', language: 'fr', sounds: 'loud', theme: 1, nonsense: true, __proto__: null }, FIRST)).toEqual(FIRST)
})

test('each game has a felt of its own until the player picks one for all', () => {
  expect([feltOf('game', 'plum'), feltOf('game'), feltOf('slate', 'plum')]).toEqual(['plum', 'green', 'slate'])
})
