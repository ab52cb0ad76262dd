import { expect, test } from 'vitest'

import { HIDDEN, type Laid, type Pile } from './model'
import { describeChange, describePile, describeTable } from './speech'

const jack: Laid = { id: 'JD', face: { rank: 11, suit: 'D' } }
const ace: Laid = { id: 'AH', face: { rank: 1, suit: 'H' } }
const column = (cards: readonly Laid[]): Pile => ({ id: 'c', kind: 'tableau', cards, label: 'column 5', mine: true })
const home = (cards: readonly Laid[]): Pile => ({ id: 'f', kind: 'foundation', cards, label: 'foundation of hearts', mine: false })

test('a move and the card it exposes are announced in one sentence each', () => {
  const before = [column([HIDDEN, HIDDEN, HIDDEN, HIDDEN, ace]), home([])]
  const after = [column([HIDDEN, HIDDEN, HIDDEN, jack]), home([ace])]
  expect(describeChange(before, after)).toBe(
    'Revealed jack of diamonds, 4 of 4 in column 5. Moved ace of hearts to foundation of hearts',
  )
})

test('hidden cards are counted, never named', () => {
  expect(describePile(column([HIDDEN, HIDDEN, jack]))).toBe('column 5, jack of diamonds, 2 face-down')
  expect(describeTable([column([]), home([ace])])).toBe('column 5, empty. foundation of hearts, ace of hearts')
})
