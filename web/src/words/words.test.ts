import { expect, test } from 'vitest'

import { preferredLanguage, speak, words } from './index'

test('the page speaks the first language that it knows', () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(preferredLanguage(['fr'])).toBe('en')
})

test('a change of language changes the words and the document', async () => {
  await speak('de')
  expect(words.value.app.settings).toBe('Einstellungen')
  expect(document.documentElement.lang).toBe('de')
})
