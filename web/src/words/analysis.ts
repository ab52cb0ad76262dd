/** The words of analyses, continued games and drills. They come with those screens, so that the first page stays small. */
import { computed } from 'vue'

import { analysisDe } from './analysis.de'
import { analysisEn } from './analysis.en'
import { en } from './en'
import { words } from './index'

export const analysisWords = computed(() => (words.value === en ? analysisEn : analysisDe))
