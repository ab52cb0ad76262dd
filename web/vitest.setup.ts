/** Leaves nothing of a test to the next: all files share one page, which takes a fifth of the time of a page for each. */
import { afterEach } from 'vitest'

import { speak } from '@/words'

afterEach(async () => {
  await speak('en')
  localStorage.clear()
})
