import { expect, test } from 'vitest'

import { Refusal } from '@/protocol/api'
import { speak } from '@/words'

import { isBusy, reasonOf, refusal } from './refusals'

test('a refusal is a sentence', () => {
  expect(refusal('MUST_FOLLOW_SUIT', 'you must follow suit')).toBe('You must follow suit')
  expect(reasonOf(new Refusal('SEAT_TAKEN', 'all seats are taken', 409))).toBe('All seats are taken')
})

test('a solver that is getting ready says so, and is asked again', async () => {
  const preparing = new Refusal('SOLVER_PREPARING', 'the solver is getting ready', 503)
  expect(isBusy(preparing)).toBe(true)
  expect(reasonOf(preparing)).toBe('The solver is getting ready')
  await speak('de')
  expect(reasonOf(preparing)).toContain('vorbereitet')
})

test('the German page says it in German, but for a code that it does not know', async () => {
  await speak('de')
  expect(refusal('MUST_FOLLOW_SUIT', 'you must follow suit')).toBe('Du musst Farbe bedienen.')
  expect(refusal('TOO_MANY_ACTIONS', 'you have used all 20000 actions')).toContain('aufgeben oder gehen')
  expect(refusal('NEVER_HEARD_OF', 'no such luck')).toBe('No such luck')
})
