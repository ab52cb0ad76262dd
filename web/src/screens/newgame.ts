/** How is a new game asked for? Fields made of the server's options and the words for them; unknown ones still work. */
import type { Choice } from '@/parts/Choices.vue'
import type { GameCard } from '@/protocol/types'
import { isAlone, isWeak, presetKeys, type OptionValue, type Wanted } from '@/stores/wishes'
import type { Words } from '@/words'
import type { OptionWords } from '@/words/house.en'


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
  readonly enum?: readonly OptionValue[]
  readonly minimum?: number
  readonly maximum?: number
}

/** What a player may well never touch. */
const FOLDED: ReadonlySet<string> = new Set(['scoring', 'faces', 'direction', 'mode.highnoon', 'reveal', 'profile', 'tieBreak', 'turnSeconds'])

function propertiesOf(card: GameCard): Readonly<Record<string, Schema>> {
  const definitions = card.optionsSchema.$defs as Record<string, { properties?: Record<string, Schema> }> | undefined
  return definitions?.Options?.properties ?? {}
}

function field(card: GameCard, name: string, schema: Schema, told: OptionWords | undefined): Field {
  const least = schema.minimum ?? 0
  const most = schema.maximum ?? 9999
  const range = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  const values = schema.enum ?? (told?.choices ? range : null)
  const named = Object.keys(told?.choices ?? {})
  const place = (value: OptionValue) => (named.includes(String(value)) ? named.indexOf(String(value)) : named.length)
  return {
    name,
    label: told?.label ?? name,
    note: told?.note,
    choices: values && [...values].sort((a, b) => place(a) - place(b)).map((value) => ({ value, ...(told?.choices?.[value] ?? { label: String(value) }) })),
    least,
    most,
    folded: FOLDED.has(name) || FOLDED.has(`${name}.${card.name}`),
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
export function fieldsOf(card: GameCard, wanted: Wanted, words: Words): readonly Field[] {
  const told = words.options[card.name] ?? {}
  const named = Object.keys(told)
  const place = (name: string) => (named.includes(name) ? named.indexOf(name) : named.length)
  const decided = wanted.preset === null ? [] : presetKeys(card)
  return Object.entries(propertiesOf(card))
    .filter(([name]) => !decided.includes(name))
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, schema]) => field(card, name, schema, told[name]))
    .map((one) => (isAlone(card, wanted) ? one : withoutWeak(card, one)))
    .filter((one) => one !== null)
}

/** The presets of a game in the words of the player. */
export function presetsOf(card: GameCard, words: Words): readonly Choice[] {
  return Object.keys(card.presets).map((value) => ({ value, ...(words.presets[card.name]?.[value] ?? { label: value }) }))
}
