import { expect, test } from 'vitest'

import { revived, type Settings } from './settings'

const FIRST: Settings = {
  language: 'en', theme: 'auto', felt: 'green', back: 'lattice', motion: 'auto', fourColours: false, sounds: true, leftHanded: false, turnCards: true,
}

test('kept settings come back', () => {
  expect(revived({ felt: 'slate', language: 'de', sounds: false }, FIRST)).toEqual({ ...FIRST, felt: 'slate', language: 'de', sounds: false })
})

test('what makes no sense any more is passed over', () => {
  expect(revived({ felt: 'lava', language: 'fr', sounds: 'loud', theme: 1, nonsense: true, __proto__: null }, FIRST)).toEqual(FIRST)
})
