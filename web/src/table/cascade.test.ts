import { expect, test } from 'vitest'

import { fly, leap } from './cascade'

test('a card always leaps aside, so that it leaves the window', () => {
  const values = [0, 0.25, 0.49, 0.5, 0.75, 0.999]
  for (const value of values) expect(Math.abs(leap(0, 0, () => value).vx)).toBeGreaterThan(0.2)
  expect(leap(0, 0, () => 0).vx).toBeLessThan(0)
  expect(leap(0, 0, () => 0.9).vx).toBeGreaterThan(0)
})

test('a card bounces from the floor, each time lower', () => {
  const body = leap(300, 0, () => 0.9)
  const tops: number[] = []
  let rising = true
  for (let time = 0; time < 6000; time += 16) {
    const before = body.vy
    fly(body, 16, 500)
    expect(body.y).toBeLessThanOrEqual(500)
    if (before < 0 && body.vy >= 0 && !rising) tops.push(body.y)
    rising = before < 0 && body.vy < 0 && rising
  }
  expect(tops.length).toBeGreaterThan(2)
  expect([...tops].sort((a, b) => a - b)).toEqual(tops)
})
