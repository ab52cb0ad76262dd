import { expect, test } from 'vitest'

import { refusal } from '@/stores/refusals'
import { speak } from '@/words'

test('a refusal names the card, the column and the reason in German', async () => {
  await speak('de')
  expect(refusal('RULE_VIOLATION', 'the queen of spades does not go on column 3')).toBe('Die Pik-Dame passt nicht auf Spalte 3.')
  expect(refusal('RULE_VIOLATION', 'the ten of diamonds is not a king: only a king goes on an empty column')).toBe('Die Karo-Zehn ist kein König: Auf eine leere Spalte darf nur ein König.')
  await speak('en')
})
