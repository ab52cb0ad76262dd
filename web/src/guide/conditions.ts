/** What several guides look for: moves between kinds of piles, and what has changed since a step began. */
import type { Laid, Move, Pile } from '@/table/model'

import type { Scene } from './model'

type Kind = Pile['kind']
type Which = (pile: Pile) => boolean

export const pileOf = (scene: Scene, id: string): Pile | undefined => scene.piles.find((pile) => pile.id === id)
export const ofKind = (...kinds: readonly Kind[]): Which => (pile) => kinds.includes(pile.kind)
export const idsOf = (scene: Scene, which: Which): readonly string[] => scene.piles.filter(which).map((pile) => pile.id)

/** The legal moves of cards from some piles to others. */
export function movesBetween(scene: Scene, from: Which, to: Which): readonly Move[] {
  return scene.moves.filter((move) => {
    const [source, target] = [pileOf(scene, move.from), pileOf(scene, move.to)]
    return move.count > 0 && source !== undefined && target !== undefined && from(source) && to(target)
  })
}

/** Draws and redeals: taps on the stock. */
export const draws = (scene: Scene): readonly Move[] => scene.moves.filter((move) => move.count === 0 && pileOf(scene, move.from)?.kind === 'stock')

/** Whether a move turns up a hidden card. */
export function uncovers(scene: Scene, move: Move): boolean {
  const cards = pileOf(scene, move.from)?.cards ?? []
  const below = cards[cards.length - move.count - 1]
  return below !== undefined && below.face === undefined
}

/** The first card that a move carries. */
export const carriedCard = (scene: Scene, move: Move): Laid | undefined => pileOf(scene, move.from)?.cards.at(-move.count)

/** Moves in order of preference: those that are liked come first. */
export const preferring = (moves: readonly Move[], likes: (move: Move) => boolean): readonly Move[] => [...moves].sort((a, b) => Number(likes(b)) - Number(likes(a)))

const sizeOf = (pile: Pile | undefined) => pile?.count ?? pile?.cards.length ?? 0

/** How many cards some piles have together. */
export const cardsOn = (scene: Scene, which: Which): number => scene.piles.filter(which).reduce((sum, pile) => sum + sizeOf(pile), 0)

/** Whether one of these piles has more cards than it had. */
export const hasGrown = (now: Scene, before: Scene, which: Which): boolean =>
  now.piles.some((pile) => which(pile) && sizeOf(pile) > sizeOf(pileOf(before, pile.id)))
