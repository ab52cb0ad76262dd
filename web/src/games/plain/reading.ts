/** Reads a view that the page has no words for: piles of cards, named by their keys, and facts for all the rest. */
import { backs, seatNumber } from '@/games/shapes'
import type { Laid, Pile } from '@/table/model'
import { inWords } from '@/table/naming'

import { cardIn, cardsIn, isDict } from './cards'

/** Names under which a list is a pile though it is empty now. */
const PILES: ReadonlySet<string> = new Set(['deck', 'discard', 'foundation', 'foundations', 'hand', 'hands', 'pile', 'piles', 'pockets', 'stock', 'table', 'tableau', 'trick', 'waste'])
/** Names under which a number counts cards that nobody sees. */
const COUNTED: ReadonlySet<string> = new Set(['deck', 'stock'])
/** Fields that are shown elsewhere, or never change. */
const SILENT: ReadonlySet<string> = new Set(['options', 'seat', 'status'])
/** Numbers that are shown above the table. */
export const FIGURES = ['score', 'moves'] as const

/** Piles that belong together, such as the columns of a tableau. */
export interface Group {
  readonly label: string
  readonly piles: readonly Pile[]
}

export interface Fact {
  readonly label: string
  readonly value: string
}

type Path = readonly string[]

const labelOf = (path: Path) => inWords(path.join(' '))

export interface Read {
  readonly groups: readonly Group[]
  readonly facts: readonly Fact[]
}

/** Read a view; `names` are those of the seats, to which a list of the same length belongs. */
export function read(view: unknown, names: readonly string[]): Read {
  const reader = new Reader(names)
  if (isDict(view)) reader.visit(view, [])
  return { groups: reader.groups, facts: reader.facts }
}

const isSilent = (name: string, value: unknown) => SILENT.has(name) || (typeof value === 'number' && FIGURES.some((figure) => figure === name))

class Reader {
  readonly groups: Group[] = []
  readonly facts: Fact[] = []
  private readonly seen = new Set<string>()

  constructor(private readonly names: readonly string[]) {}

  visit(value: unknown, path: Path): void {
    if (this.isPile(value, path) || this.isGroup(value, path)) return
    if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
      value.forEach((one, index) => { this.visit(one, [...path, String(index + 1)]) })
    } else if (isDict(value)) {
      for (const [name, one] of Object.entries(value)) if (path.length > 0 || !isSilent(name, one)) this.visit(one, [...path, name])
    } else {
      this.addFact(value, path)
    }
  }

  private isPile(value: unknown, path: Path): boolean {
    const name = path.at(-1) ?? ''
    const counted = typeof value === 'number' && COUNTED.has(name) ? value : undefined
    const card = cardIn(value)
    const empty = Array.isArray(value) && value.length === 0 && PILES.has(name) ? [] : null
    const cards = counted === undefined ? (card ? [card] : (cardsIn(value) ?? empty)) : backs(counted)
    if (!cards) return false
    this.groups.push({ label: labelOf(path), piles: [this.pile(path, labelOf(path), cards, counted)] })
    return true
  }

  /** Whether it is a list of piles, such as a tableau. One that is empty throughout must have a name that says so. */
  private isGroup(value: unknown, path: Path): boolean {
    if (!Array.isArray(value) || value.length === 0) return false
    const piles = value.map((one: unknown) => (Array.isArray(one) && one.length === 0 ? [] : cardsIn(one)))
    if (piles.some((cards) => cards === null)) return false
    if (piles.every((cards) => cards?.length === 0) && !PILES.has(path.at(-1) ?? '')) return false
    const label = labelOf(path)
    this.groups.push({ label, piles: piles.map((cards, index) => this.pile([...path, String(index)], `${label} ${index + 1}`, cards ?? [])) })
    return true
  }

  /** A card that is in two piles of the view, as in a hand and in the last trick, is moved only in the first. */
  private pile(path: Path, label: string, cards: readonly Laid[], count?: number): Pile {
    const id = path.join('-')
    const unique = cards.map((card) => {
      if (card.id === undefined || !this.seen.has(card.id)) return card
      return { ...card, id: `${id} ${card.id}` }
    })
    for (const card of cards) if (card.id !== undefined) this.seen.add(card.id)
    return {
      id, label, cards: unique, mine: false,
      ...(count === undefined ? { kind: 'tableau' } : { kind: 'stock', count, badge: String(count) }),
    }
  }

  private addFact(value: unknown, path: Path): void {
    const text = this.written(value)
    if (text !== '') this.facts.push({ label: labelOf(path), value: text })
  }

  private written(value: unknown): string {
    if (typeof value === 'boolean') return value ? '✓' : '✗'
    if (typeof value === 'string' && /^p[1-9]$/.test(value)) return this.names[seatNumber(value)] ?? value
    if (typeof value === 'string') return /^[a-z][A-Za-z_]*$/.test(value) ? inWords(value) : value
    if (typeof value === 'number') return String(value)
    if (!Array.isArray(value) || value.every((one) => one === null)) return ''
    const parts = value.map((one) => this.written(one) || '–')
    const bySeat = this.names.length > 1 && parts.length === this.names.length
    return parts.map((part, seat) => (bySeat ? `${this.names[seat] ?? ''} ${part}` : part)).join(bySeat ? ' · ' : ', ')
  }
}
