/** The room of a game that has no folder: its piles side by side, facts above them, and a button for each legal action. */
import { GAP, laidOut, RATIO, thick } from '@/games/grid'
import { closedFan } from '@/table/places'
import type { Arrangement, Box, Figure, GameRoom, Pile, Spot } from '@/table/model'
import { words } from '@/words'

import Actions from './Actions.vue'
import { isDict } from './cards'
import Facts from './Facts.vue'
import { labelOf } from './labels'
import { FIGURES, read } from './reading'

/** The name of a group stands above its first pile. */
const PLATE = 22
const MARGIN = 10
/** The least width of a group in pixels: that of its name. */
const NAME = 104
const LARGEST = 84
const SMALLEST = 34
/** How far the cards of a single pile lie apart, and those of columns, as shares of a card. */
const ACROSS = 0.8
const DOWN = 0.34
const BACKS_DOWN = 0.14

/** The groups again: the first pile of each shows its name. */
function grouped(piles: readonly Pile[]): readonly (readonly Pile[])[] {
  const groups: Pile[][] = []
  for (const pile of piles) {
    if (pile.seated !== undefined || groups.length === 0) groups.push([])
    groups.at(-1)?.push(pile)
  }
  return groups
}

/** Lay the groups in rows from left to right with cards of this width. */
function flow(groups: readonly (readonly Pile[])[], box: Box, width: number): { spots: Map<string, Spot>; height: number } {
  const height = width * RATIO
  const spots = new Map<string, Spot>()
  let [x, y, deepest] = [MARGIN, 0, 0]
  for (const piles of groups) {
    const columns = piles.length > 1
    const [first] = piles
    const count = first?.cards.length ?? 0
    const room = box.width - 2 * MARGIN - width
    const across = Math.min(width * ACROSS, room / Math.max(1, count - 1))
    const wide = Math.max(NAME, columns ? piles.length * width * (1 + GAP) : width + across * Math.max(0, count - 1))
    if (x > MARGIN && x + wide > box.width - MARGIN) [x, y, deepest] = [MARGIN, y + deepest + MARGIN, 0]
    const fan = closedFan(piles.map((pile) => pile.cards), height * DOWN, height * BACKS_DOWN, Infinity)
    const step = Math.min(width * (1 + GAP), (box.width - 2 * MARGIN - width) / Math.max(1, piles.length - 1))
    piles.forEach((pile, index) => {
      const at = { x: x + index * step, y: y + PLATE }
      if (pile.kind === 'stock') spots.set(pile.id, thick(at.x, at.y))
      else spots.set(pile.id, { ...at, scale: 1, fan: columns ? { x: 0, y: fan.y, backY: fan.backY } : { x: across, y: 0 } })
    })
    const down = columns ? Math.max(0, ...piles.map((pile) => pile.cards.slice(0, -1).reduce((sum, card) => sum + (card.face ? fan.y : fan.backY), 0))) : 0
    deepest = Math.max(deepest, PLATE + height + down)
    x += wide + MARGIN * 2
  }
  return { spots, height: y + deepest + MARGIN }
}

function arrange(piles: readonly Pile[], box: Box): Arrangement {
  const groups = grouped(piles)
  let width = Math.max(SMALLEST, Math.min(LARGEST, box.width / 8))
  let laid = flow(groups, box, width)
  while (laid.height > box.height && width > SMALLEST) {
    width = Math.max(SMALLEST, width - 4)
    laid = flow(groups, box, width)
  }
  return laidOut(piles, { width, height: width * RATIO }, laid.spots, box)
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
