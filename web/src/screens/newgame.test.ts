import { expect, test } from 'vitest'

import { CARDS, HIGHNOON, KLONDIKE, WHIST } from '@/stores/cards.fixture'
import { firstWish } from '@/stores/wishes'
import { en } from '@/words/en'

import { fieldsOf, presetsOf } from './newgame'

test('what a preset decides is not asked for', () => {
  const easy = firstWish(KLONDIKE)
  expect(fieldsOf(KLONDIKE, easy, en).map((field) => field.name)).toEqual(['scoring'])
  expect(fieldsOf(KLONDIKE, { ...easy, preset: null }, en).map((field) => field.name)).toEqual(['draw', 'redeals', 'scoring'])
  expect(presetsOf(KLONDIKE, en).map((preset) => preset.label)).toEqual(['Easy', 'Normal', 'Hard'])
})

test('choices come in the order of the words, with how often they can be won', () => {
  const stack = fieldsOf(CARDS, firstWish(CARDS), en).find((field) => field.name === 'stack')
  expect(stack?.choices?.map((choice) => choice.value)).toEqual(['any', 'run'])
  expect(stack?.choices?.[1]?.often).toContain('1 deal in 200')
})

test('a number whose values have words is a choice, any other has bounds', () => {
  const redeals = fieldsOf(KLONDIKE, { ...firstWish(KLONDIKE), preset: null }, en).find((field) => field.name === 'redeals')
  expect(redeals?.choices).toHaveLength(11)
  expect(redeals?.choices?.at(-1)).toEqual({ value: -1, label: 'As often as you like' })
})

test('options that have no words yet can be chosen all the same', () => {
  expect(fieldsOf(WHIST, firstWish(WHIST), en)).toMatchObject([{ name: 'trumps', label: 'trumps', choices: [{ value: 'no', label: 'no' }, { value: 'yes', label: 'yes' }] }])
})

test('what is for old logs is offered against bots only', () => {
  const wanted = firstWish(HIGHNOON)
  const names = (company: 'bots' | 'friends' | 'anyone') => fieldsOf(HIGHNOON, { ...wanted, company }, en).map((field) => field.name)
  expect(names('bots')).toEqual(['clock', 'profile'])
  expect(names('friends')).toEqual(['clock'])
  expect(names('anyone')).toEqual(['clock'])
})
