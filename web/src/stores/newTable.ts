/** The options that the player chose last for each game, kept in this browser; the first ones are the page's own. */
import { defineStore } from 'pinia'
import { reactive, watch } from 'vue'

import { pageOf } from '@/games'
import type { GameCard, NewTable } from '@/protocol/types'

import { recallObject, remember } from './browser'

export type OptionValue = string | number | boolean
export type Options = Readonly<Record<string, OptionValue>>
/** Who takes the other seats: bots at once, friends who get the link, or anyone. */
export type Company = 'bots' | 'friends' | 'anyone'

export const DIFFICULTIES = ['any', 'easy', 'normal', 'hard', 'expert'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

export interface TableChoices {
  options: Options
  /** The preset that the options came from, or null for a mix of the player's own. */
  preset: string | null
  company: Company
  /** How many people besides the player; bots take the other seats. */
  people: number
  level: string
  /** Whether only deals shall be dealt that the solver has won, and how hard they may be. */
  winnable: boolean
  difficulty: Difficulty
  /** Whether others may watch a solitaire. */
  watched: boolean
}

const KEY = 'saloon.wishes'
const FIRST_LEVEL = 'greedy'

/** What somebody plays who has never chosen: a game that can be won, with bots that play sensibly. */
export function defaultChoices(card: GameCard): TableChoices {
  const preset = card.firstPreset
  return {
    options: { ...(card.options as Options), ...pageOf(card.name).options, ...presetOptions(card, preset) },
    preset,
    company: 'bots',
    people: 1,
    level: card.levels.includes(FIRST_LEVEL) ? FIRST_LEVEL : (card.levels[0] ?? ''),
    winnable: card.dealsWinnable,
    difficulty: 'any',
    watched: false,
  }
}

/** The options of a preset; what it does not name stays the game's default. */
export function presetOptions(card: GameCard, preset: string | null): Options {
  if (preset === null) return {}
  const touched = presetKeys(card).map((key) => [key, card.options[key]] as const)
  return { ...(Object.fromEntries(touched) as Options), ...(card.presets[preset] as Options | undefined) }
}

/** The options that any preset of a game decides. */
export const presetKeys = (card: GameCard): readonly string[] => [...new Set(Object.values(card.presets).flatMap((one) => Object.keys(one)))]

/** Whether nobody but bots sits beside the player, so that the deal may be chosen. */
export const isAlone = (card: GameCard, wanted: TableChoices): boolean => card.seats === 1 || wanted.company === 'bots'

/** The request with other opponents: options that nobody has changed follow what the game preselects for them. */
export function withCompany(card: GameCard, wanted: TableChoices, company: Company): TableChoices {
  const [before, after] = [preselected(card, wanted.company), preselected(card, company)]
  const untouched = Object.entries(after).filter(([name]) => wanted.options[name] === before[name])
  return { ...wanted, company, options: { ...wanted.options, ...(Object.fromEntries(untouched) as Options) } }
}

function preselected(card: GameCard, company: Company): Options {
  const optionsBetweenPeople = card.optionsBetweenPeople as Options
  const defaults = Object.keys(optionsBetweenPeople).map((name) => [name, card.options[name]] as const)
  return company === 'bots' ? (Object.fromEntries(defaults) as Options) : optionsBetweenPeople
}

/** Whether an option value is for old logs: the server deals no such game between people. */
export const isWeak = (card: GameCard, name: string, value: OptionValue): boolean => card.weakOptions[name] === value

/** Which deal: a certain one, any that can be won, or simply any. */
function dealFor(card: GameCard, wanted: TableChoices, seed: string): Partial<NewTable> {
  if (seed) return isAlone(card, wanted) ? { seed } : {}
  return card.solver ? winnableDeal(wanted) : {}
}

function winnableDeal({ winnable, difficulty }: Pick<TableChoices, 'winnable' | 'difficulty'>): Pick<NewTable, 'winnable' | 'level'> {
  if (!winnable) return {}
  return difficulty === 'any' ? { winnable } : { winnable, level: difficulty }
}

/** The request as the server takes it. Options that are the game's defaults go without saying, and so does what is not offered between people. */
export function newTableRequest(card: GameCard, wanted: TableChoices, seed = ''): NewTable {
  const offered = (name: string, value: OptionValue) => isAlone(card, wanted) || !isWeak(card, name, value)
  const options = Object.fromEntries(Object.entries(wanted.options).filter(([name, value]) => value !== card.options[name] && offered(name, value)))
  const request: NewTable = { game: card.name, options, ...dealFor(card, wanted, seed) }
  if (card.seats === 1) return wanted.watched ? { ...request, private: false } : request
  const people = wanted.company === 'bots' ? 0 : Math.min(wanted.people, card.seats - 1)
  const seats = Array.from({ length: card.seats }, (_, seat) => (seat <= people ? { kind: 'human' } : { kind: 'bot', level: wanted.level }))
  return { ...request, seats, private: wanted.company === 'friends' }
}

/** What of a kept request still makes sense: options that the game has, a preset and a level that are there. */
function revived(card: GameCard, kept: Partial<TableChoices> | undefined): TableChoices {
  const first = defaultChoices(card)
  if (!kept) return first
  const known = Object.entries(kept.options ?? {}).filter(([name]) => name in card.options)
  return {
    options: { ...first.options, ...Object.fromEntries(known) },
    preset: kept.preset !== undefined && (kept.preset === null || kept.preset in card.presets) ? kept.preset : first.preset,
    company: kept.company ?? first.company,
    people: kept.people ?? first.people,
    level: kept.level !== undefined && card.levels.includes(kept.level) ? kept.level : first.level,
    winnable: kept.winnable ?? first.winnable,
    difficulty: DIFFICULTIES.find((one) => one === kept.difficulty) ?? first.difficulty,
    watched: kept.watched ?? first.watched,
  }
}

export const useTableChoices = defineStore('tableChoices', () => {
  const kept = reactive({ ...recallObject(KEY) } as Record<string, Partial<TableChoices>>)

  watch(kept, () => { remember(KEY, JSON.stringify(kept)) })

  const of = (card: GameCard): TableChoices => revived(card, kept[card.name])

  function keep(game: string, wanted: TableChoices): void {
    kept[game] = { ...wanted }
  }

  /** Which deals of a solitaire the player wants, independent of the other choices. */
  const dealOf = (card: GameCard) => winnableDeal({ winnable: card.dealsWinnable, difficulty: 'any', ...kept[card.name] })

  return { of, keep, dealOf }
})
