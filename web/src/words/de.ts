/** Was die Seite auf Deutsch sagt. */
import { houseDe } from './house.de'
import type { Words } from './index'
import { tableDe } from './table.de'

export const de: Words = { ...houseDe, ...tableDe }
