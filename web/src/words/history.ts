/** The words of the screens after a game. They come with those screens, so that the first page stays small. */
import { computed } from 'vue'

import { en } from './en'
import { historyDe } from './history.de'
import { historyEn } from './history.en'
import { words } from './index'

export const historyWords = computed(() => (words.value === en ? historyEn : historyDe))
