/** The words of this game, in the language of the page. */
import { wordsOf } from '@/words'

import type { en } from './words.en'

export const texts = wordsOf<typeof en>('klondike')
