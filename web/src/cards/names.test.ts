import { afterEach, expect, test } from 'vitest'

import { speak } from '@/words'

import { glyphOf } from './glyphs'
import { cardName, lettersFollowLanguage, rankLabel } from './names'

const COURTS = [13, 12, 11, 1, 10]

afterEach(async () => {
  lettersFollowLanguage.value = true
  await speak('en')
})

test('courts have the letters of the language, or those of most decks', async () => {
  expect(COURTS.map(rankLabel)).toEqual(['K', 'Q', 'J', 'A', '10'])
  await speak('de')
  expect(COURTS.map(rankLabel)).toEqual(['K', 'D', 'B', 'A', '10'])
  expect(cardName({ rank: 12, suit: 'S' })).toBe('Pik-Dame')
  lettersFollowLanguage.value = false
  expect(COURTS.map(rankLabel)).toEqual(['K', 'Q', 'J', 'A', '10'])
})

test.each(['en', 'de'] as const)('every rank can be drawn in %s', async (language) => {
  await speak(language)
  for (let rank = 1; rank <= 13; rank += 1) expect(glyphOf(rankLabel(rank)).path).not.toBe('')
})
