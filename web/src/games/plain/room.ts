/** The room of a game that has no folder: its piles side by side, facts above them, and a button for each legal action. */
import { GAP, laidOut, RATIO, thick } from '@/games/grid'
import { closedFan } from '@/table/places'
import type { Arrangement, Box, Figure, GameRoom, Laid, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import Actions from './Actions.vue'
import { isDict } from './cards'
import Facts from './Facts.vue'
import { labelOf } from './labels'
import { FIGURES, read } from './reading'

/** The name of a group is above its first pile. */
const PLATE = 22
const MARGIN = 10
/** The least width of a group in pixels: that of its name. */
const NAME = 104
/** The widest card, in pixels and as a share of the table; the narrowest that can be read. */
const LARGEST = 116
const SHARE = 1 / 5
const SMALLEST = 34
/** The offsets of cards in a single pile and in columns, as shares of a card. */
const ACROSS = 0.8
const DOWN = 0.34
const BACKS_DOWN = 0.14
/** How much of the remaining room is above the cards. */
const ABOVE = 0.4

/** The groups again: the first pile of each shows its name. */
function grouped(piles: readonly Pile[]): readonly (readonly Pile[])[] {
  const groups: Pile[][] = []
  for (const pile of piles) {
    if (pile.seated !== undefined || groups.length === 0) groups.push([])
    groups.at(-1)?.push(pile)
  }
  return groups
}

interface Block {
  readonly width: number
  readonly height: number
  /** Where the piles are in it. */
  readonly spots: readonly (readonly [string, Spot])[]
}

/** Piles that belong together, side by side below their name; a single pile is spread to the right. */
function block(piles: readonly Pile[], room: number, width: number): Block {
  const height = width * RATIO
  const cards = piles.map((pile) => pile.cards)
  const columns = piles.length > 1
  const gaps = Math.max(1, columns ? piles.length - 1 : (cards[0]?.length ?? 0) - 1)
  const step = Math.min(width * (columns ? 1 + GAP : ACROSS), (room - width) / gaps)
  const fan = closedFan(cards, height * DOWN, height * BACKS_DOWN, Infinity)
  const down = (pile: readonly Laid[]) => pile.slice(0, -1).reduce((sum, card) => sum + (card.face ? fan.y : fan.backY), 0)
  const spots = piles.map((pile, index): readonly [string, Spot] => {
    if (pile.kind === 'stock') return [pile.id, thick(0, PLATE)]
    return [pile.id, { x: columns ? index * step : 0, y: PLATE, scale: 1, fan: columns ? { x: 0, y: fan.y, backY: fan.backY } : { x: step, y: 0 } }]
  })
  const spread = piles[0]?.kind === 'stock' || (!columns && (cards[0]?.length ?? 0) < 2) ? 0 : gaps * step
  return { width: Math.max(NAME, width + spread), height: PLATE + height + (columns ? Math.max(0, ...cards.map(down)) : 0), spots }
}

/** Put blocks into rows that are no wider than the room. */
function inRows(blocks: readonly Block[], room: number): readonly (readonly Block[])[] {
  const rows: Block[][] = []
  for (const one of blocks) {
    const last = rows.at(-1)
    if (last && widthOf([...last, one]) <= room) last.push(one)
    else rows.push([one])
  }
  return rows
}

const widthOf = (row: readonly Block[]) => row.reduce((sum, one) => sum + one.width, 2 * MARGIN * (row.length - 1))
const heightOf = (row: readonly Block[]) => Math.max(...row.map((one) => one.height))

function arrange(piles: readonly Pile[], box: Box): Arrangement {
  const groups = grouped(piles)
  const room = box.width - 2 * MARGIN
  const laid = (width: number) => {
    const rows = inRows(groups.map((group) => block(group, room, width)), room)
    return { rows, height: rows.reduce((sum, row) => sum + heightOf(row), MARGIN * (rows.length + 1)) }
  }
  let width = Math.max(SMALLEST, Math.min(LARGEST, box.width * SHARE))
  while (width > SMALLEST && laid(width).height > box.height) width = Math.max(SMALLEST, width - 4)
  const { rows, height } = laid(width)
  const spots = new Map<string, Spot>()
  let y = MARGIN + Math.max(0, box.height - height) * ABOVE
  for (const row of rows) {
    let x = (box.width - widthOf(row)) / 2
    for (const one of row) {
      for (const [pile, spot] of one.spots) spots.set(pile, { ...spot, x: x + spot.x, y: y + spot.y })
      x += one.width + 2 * MARGIN
    }
    y += heightOf(row) + MARGIN
  }
  return laidOut(piles, { width, height: width * RATIO }, spots, box)
}

function figures(view: unknown): readonly Figure[] {
  return FIGURES.flatMap((name) => {
    const value = isDict(view) ? view[name] : undefined
    return typeof value === 'number' ? [{ label: words.value.table[name], value }] : []
  })
}

export const room: GameRoom = {
  piles: (view, names) => read(view, names).groups.flatMap(({ label, piles }) => piles.map((pile, index) => (index === 0 ? { ...pile, seated: label } : pile))),
  moves: () => [],
  propose: () => null,
  arrange,
  figures,
  ending: () => words.value.ends.over,
  describe: labelOf,
  panel: Facts,
  actions: Actions,
}
