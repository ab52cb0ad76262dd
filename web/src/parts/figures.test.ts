import { expect, test } from 'vitest'

import { clockTime, percent } from './figures'

test('a time is written as on a clock', () => {
  expect([0, 59, 61, 3599, 3600, 36_061].map(clockTime)).toEqual(['0:00', '0:59', '1:01', '59:59', '1:00:00', '10:01:01'])
})

test('a share is written as the language does', () => {
  document.documentElement.lang = 'en'
  expect(percent(335)).toBe('34%')
  document.documentElement.lang = 'de'
  expect(percent(335)).toMatch(/^34\s%$/)
})
