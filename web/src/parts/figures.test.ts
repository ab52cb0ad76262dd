import { expect, test } from 'vitest'

import { clockTime, dealName, percent } from './figures'

test('a time is written as on a clock', () => {
  expect([0, 59, 61, 3599, 3600, 36_061].map(clockTime)).toEqual(['0:00', '0:59', '1:01', '59:59', '1:00:00', '10:01:01'])
})

test('a share is written as the language does', () => {
  document.documentElement.lang = 'en'
  expect(percent(335)).toBe('34%')
  document.documentElement.lang = 'de'
  expect(percent(335)).toMatch(/^34\s%$/)
})

test('a deal is named by its number, its day or the beginning of a long number', () => {
  document.documentElement.lang = 'en'
  expect(['7', '1763472000000', 'daily::snap::2026-01-31::4', '0123456789abcdef0123456789abcdef'].map((seed) => dealName(seed))).toEqual(['7', '1763472000000', 'Jan 31, 2026', '01234567…'])
  expect(['oldfelt:123', 'toString:1', 'oldfelt:1:2'].map((seed) => dealName(seed, { oldfelt: 'Old Felt' }))).toEqual(['Old Felt 123', 'toString:1', 'oldfelt:1:2'])
})
