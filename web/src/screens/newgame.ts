/** The form for a new game: fields made of the server's options and the words for them; unknown ones still work. */
import { pageOf } from '@/games'
import type { Choice } from '@/parts/Choices.vue'
import type { GameCard } from '@/protocol/types'
import { isAlone, isWeak, presetKeys, type OptionValue, type TableChoices } from '@/stores/newTable'
import { inWords } from '@/table/naming'
import type { Words } from '@/words'

export interface Field {
  readonly name: string
  readonly label: string
  readonly note?: string
  /** What there is to choose from, if the values have words of their own; a number within bounds otherwise. */
  readonly choices: readonly Choice[] | null
  readonly least: number
  readonly most: number
  /** Shown only when more options are asked for. */
  readonly folded: boolean
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly OptionValue[]
  readonly minimum?: number
  readonly maximum?: number
}

function propertiesOf(card: GameCard): Readonly<Record<string, Schema>> {
  const { $defs, $ref } = card.optionsSchema as { $defs?: Record<string, { properties?: Record<string, Schema> }>; $ref?: string }
  return $defs?.[$ref?.split('/').at(-1) ?? 'Options']?.properties ?? {}
}

/** Whether there is a field for such an option; any other keeps the game's default. */
const isAsked = ({ type, enum: values }: Schema): boolean => values !== undefined || type === 'integer' || type === 'boolean'

/** What a value is called that has no words of its own. */
function plainLabel(value: OptionValue, { newGame }: Words): string {
  if (typeof value === 'boolean') return value ? newGame.on : newGame.off
  return typeof value === 'string' ? inWords(value) : String(value)
}

function field(card: GameCard, name: string, schema: Schema, words: Words): Field {
  const texts = words.games[card.name]?.options?.[name]
  const least = schema.minimum ?? 0
  const most = schema.maximum ?? 9999
  const range = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  const values = schema.enum ?? (schema.type === 'boolean' ? [false, true] : texts?.choices ? range : null)
  const named = Object.keys(texts?.choices ?? {})
  const place = (value: OptionValue) => (named.includes(String(value)) ? named.indexOf(String(value)) : named.length)
  return {
    name,
    label: texts?.label ?? inWords(name),
    note: texts?.note,
    choices: values && [...values].sort((a, b) => place(a) - place(b)).map((value) => ({ value, ...(texts?.choices?.[String(value)] ?? { label: plainLabel(value, words) }) })),
    least,
    most,
    folded: pageOf(card.name).folded?.includes(name) ?? false,
  }
}

/** A field without the values for old logs; nothing is asked where one value is left. */
function withoutWeak(card: GameCard, field: Field): Field | null {
  const choices = field.choices?.filter((choice) => !isWeak(card, field.name, choice.value)) ?? null
  return choices?.length === 1 ? null : { ...field, choices }
}

/**
 * The fields of a game's form, in the order of the words; what the chosen preset decides is left out, and so is what
 * is not offered between people.
 */
export function fieldsOf(card: GameCard, wanted: TableChoices, words: Words): readonly Field[] {
  const texts = words.games[card.name]?.options ?? {}
  const named = Object.keys(texts)
  const place = (name: string) => (named.includes(name) ? named.indexOf(name) : named.length)
  const decided = wanted.preset === null ? [] : presetKeys(card)
  return Object.entries(propertiesOf(card))
    .filter(([name, schema]) => !decided.includes(name) && isAsked(schema))
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, schema]) => field(card, name, schema, words))
    .map((one) => (isAlone(card, wanted) ? one : withoutWeak(card, one)))
    .filter((one) => one !== null)
}

/** The presets of a game in the words of the player. */
export function presetsOf(card: GameCard, words: Words): readonly Choice[] {
  return Object.keys(card.presets).map((value) => ({ value, ...(words.games[card.name]?.presets?.[value] ?? { label: inWords(value) }) }))
}
