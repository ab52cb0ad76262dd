import { expect, test } from 'vitest'

import { de } from './de'
import { en } from './en'
import { preferredLanguage, speak, words } from './index'
import { type Saying } from './reasons'

test('the page speaks the first language that it knows', () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(preferredLanguage(['fr'])).toBe('en')
})

test('a change of language changes the words and the document', async () => {
  await speak('de')
  expect(words.value.app.settings).toBe('Einstellungen')
  expect(document.documentElement.lang).toBe('de')
})

/** All paths of a tree of words, with what is said there: a text, or a way to make one. */
function paths(tree: unknown, path = ''): string[] {
  if (typeof tree !== 'object' || tree === null) return [`${path}: ${typeof tree}`]
  return Object.entries(tree).flatMap(([name, branch]) => paths(branch, `${path}.${name}`))
}

test('both languages say the same things, also where the types leave it open', () => {
  expect(paths(de)).toEqual(paths(en))
})

test('nothing is left unsaid', () => {
  const silent = (tree: unknown): boolean => (typeof tree === 'object' && tree !== null ? Object.values(tree).some(silent) : tree === '')
  expect([silent({ ...en, cards: null }), silent({ ...de, cards: null })]).toEqual([false, false])
})

test('every reason of every game has a German sentence, made from what its template holds', () => {
  const games = import.meta.glob<Readonly<Record<string, Saying>>>('../games/*/refusals.de.ts', { eager: true, import: 'reasons' })
  expect(Object.keys(games).length).toBeGreaterThan(0)
  for (const reasons of Object.values(games)) {
    for (const template of Object.keys(reasons)) {
      const text = de.failed.refused('', template.replaceAll('{}', 'ten of diamonds'))
      expect(text).toMatch(/^[A-ZÄÖÜ„].*[.!]$/)
      expect(text).not.toMatch(/undefined|diamonds/)
    }
  }
})
