import { expect, test } from 'vitest'

import { en } from '@/words/en'

import { rulesOf } from './rules'

test.each(Object.keys(en.games))('the rules of %s are shown in both languages, with the same parts and pictures', async (game) => {
  const [english, german] = [await rulesOf(game, 'en'), await rulesOf(game, 'de')]
  expect(english.length).toBeGreaterThanOrEqual(5)
  expect(german.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
  for (const [index, rule] of english.entries()) {
    expect([rule.title, rule.text].every(Boolean)).toBe(true)
    expect(german[index]?.text).not.toBe(rule.text)
    expect(german[index]?.picture).toBe(rule.picture)
  }
  expect(english.filter(({ picture }) => picture).length).toBeGreaterThanOrEqual(4)
})

test('no picture is drawn that no rule shows', async () => {
  for (const [path, load] of Object.entries(import.meta.glob<{ pictures: object }>('../games/*/rules.ts'))) {
    const texts = await rulesOf(path.split('/').at(-2) ?? '', 'en')
    expect(Object.keys((await load()).pictures).filter((id) => !texts.some((rule) => rule.id === id))).toEqual([])
  }
})

test('a game without rules pages shows the lines among its words, or nothing', async () => {
  expect(await rulesOf('whist', 'en')).toEqual([])
})
