import { expect, test } from 'vitest'

import { DUEL, game, PATIENCE } from '@/stores/games.fixture'
import { defaultChoices } from '@/stores/newTable'
import type { Words } from '@/words'
import { en } from '@/words/en'

import { fieldsOf, presetsOf } from './newgame'

const own = { ...defaultChoices(PATIENCE), preset: null }

test('what a preset decides is not asked for', () => {
  expect(fieldsOf(PATIENCE, defaultChoices(PATIENCE), en).map((field) => field.name)).toEqual(['scoring'])
  expect(fieldsOf(PATIENCE, own, en).map((field) => field.name)).toEqual(['draw', 'redeals', 'scoring'])
  expect(presetsOf(PATIENCE, en).map((preset) => preset.label)).toEqual(['Easy', 'Normal', 'Hard'])
})

test('fields and choices come in the order of the words, and a number whose values have words is a choice', () => {
  const choices = Object.fromEntries([...Array.from({ length: 10 }, (_, times) => [String(times), { label: `${times} times` }]), ['-1', { label: 'Always' }]]) as Record<string, { label: string }>
  const words: Words = { ...en, games: { patience: { options: { redeals: { label: 'How often?', choices }, scoring: { label: 'Scoring', choices: { vegas: { label: 'Vegas', often: 'rarely won' } } } } } } }
  const fields = fieldsOf(PATIENCE, own, words)
  expect(fields.map((field) => field.name)).toEqual(['redeals', 'scoring', 'draw'])
  expect(fields[0]?.choices).toHaveLength(11)
  expect(fields[0]?.choices?.at(-1)).toEqual({ value: -1, label: 'Always' })
  expect(fields[1]?.choices).toEqual([{ value: 'vegas', label: 'Vegas', often: 'rarely won' }, { value: 'standard', label: 'Standard' }])
})

test('options without words can still be chosen', () => {
  const card = game('euchre', 4, { goAlone: 'never', farmerHands: true }, { goAlone: { enum: ['never', 'oncePerHand'] }, farmerHands: { type: 'boolean' }, note: { type: 'string' } })
  expect(fieldsOf(card, defaultChoices(card), en)).toMatchObject([
    { name: 'goAlone', label: 'Go alone', folded: false, choices: [{ value: 'never', label: 'Never' }, { value: 'oncePerHand', label: 'Once per hand' }] },
    { name: 'farmerHands', label: 'Farmer hands', choices: [{ value: false, label: 'No' }, { value: true, label: 'Yes' }] },
  ])
})

test('what is for old logs is offered against bots only', () => {
  const wanted = defaultChoices(DUEL)
  const names = (company: 'bots' | 'friends' | 'anyone') => fieldsOf(DUEL, { ...wanted, company }, en).map((field) => field.name)
  expect(names('bots')).toEqual(['clock', 'profile', 'blind'])
  expect(names('friends')).toEqual(['clock', 'blind'])
  expect(names('anyone')).toEqual(['clock', 'blind'])
})
