/** The words of the screens about other people. They come with those screens, so that the first page stays small. */
import { computed } from 'vue'

import { companyDe } from './company.de'
import { companyEn } from './company.en'
import { en } from './en'
import { words } from './index'

export const companyWords = computed(() => (words.value === en ? companyEn : companyDe))
