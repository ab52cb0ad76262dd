/** What the page says in English. Other languages have the same keys, or they do not compile. */
import { houseEn } from './house.en'
import { tableEn } from './table.en'

export const en = { ...houseEn, ...tableEn }
