/** Actions in words, from their kind and payload: what is written on their buttons. */
import { faceOf } from '@/cards/faces'
import { cardName, rankLabel } from '@/cards/names'
import { payloadOf } from '@/games/shapes'
import type { WireAction } from '@/protocol/types'
import { inWords } from '@/table/naming'
import { words } from '@/words'

import { isCode, isDict } from './cards'

const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' } as const
/** Two fields that say where something comes from and where it goes. */
const WAYS = [['source', 'target'], ['from', 'to']] as const

type Naming = (code: string) => string

const shortName: Naming = (code) => {
  const { rank, suit } = faceOf(code)
  return `${rankLabel(rank)}${SIGNS[suit]}`
}

/** What a button says: cards by their signs. */
export const labelOf = (action: WireAction): string => described(action, shortName)

/** The same for screen readers: cards by their names. */
export const spokenLabelOf = (action: WireAction): string => described(action, (code) => cardName(faceOf(code)))

function described(action: WireAction, naming: Naming): string {
  const known = (words.value.table as Readonly<Record<string, unknown>>)[action.kind]
  const kind = typeof known === 'string' ? known : inWords(action.kind)
  const payload = payloadOf(action)
  const way = WAYS.find(([from, to]) => payload[from] !== undefined && payload[to] !== undefined)
  const said = way ? [`${valueText(payload[way[0]], naming)} → ${valueText(payload[way[1]], naming)}`] : []
  for (const [name, value] of Object.entries(payload)) {
    const text = way?.some((end) => end === name) ? '' : fieldText(name, value, naming)
    if (text !== '') said.push(name === action.kind || isCode(value) || isDict(value) ? text : `${inWords(name).toLowerCase()} ${text}`)
  }
  return said.length === 0 ? kind : `${kind} ${said.join(', ')}`
}

/** Lists are counted from 1 by people. */
const fieldText = (name: string, value: unknown, naming: Naming): string =>
  name === 'index' && typeof value === 'number' ? String(value + 1) : valueText(value, naming)

function valueText(value: unknown, naming: Naming): string {
  if (isCode(value)) return naming(value)
  if (typeof value === 'string') return /^[a-z][A-Za-z_]*$/.test(value) ? inWords(value).toLowerCase() : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map((one) => valueText(one, naming)).join(', ')
  if (!isDict(value)) return ''
  return Object.entries(value).sort(([a], [b]) => Number(a === 'index') - Number(b === 'index')).map(([name, one]) => fieldText(name, one, naming)).join(' ')
}
