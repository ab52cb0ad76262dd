/** A guided first game of Klondike. */
import { cardsOn, draws, hasGrown, movesBetween, ofKind, pileOf, preferring, uncovers } from '@/guide/conditions'
import type { Guide, Scene } from '@/guide/model'
import type { Move } from '@/table/model'

import type { en } from './guide.en'
import type { View } from './types'

const [columns, foundations, waste, deck] = [ofKind('tableau'), ofKind('foundation'), ofKind('waste'), ofKind('stock', 'waste')]

const empties = (scene: Scene, move: Move) => pileOf(scene, move.from)?.cards.length === move.count
const emptying = (scene: Scene) => movesBetween(scene, columns, columns).filter((move) => empties(scene, move) && (pileOf(scene, move.to)?.cards.length ?? 0) > 0)
const emptyColumns = (scene: Scene) => scene.piles.filter((pile) => columns(pile) && pile.cards.length === 0).length

export const guide: Guide<View, typeof en> = {
  table: { seed: '193', options: { draw: 1 } },
  steps: [
    {
      id: 'build',
      say: (texts) => texts.build,
      moves: (scene) => preferring(movesBetween(scene, columns, columns), (move) => uncovers(scene, move)),
      done: (now, before) => hasGrown(now, before, columns),
    },
    {
      id: 'ace',
      say: (texts) => texts.ace,
      moves: (scene) => movesBetween(scene, columns, foundations),
      otherwise: { say: (texts) => texts.noAce, moves: draws },
      done: (now, before) => hasGrown(now, before, foundations),
    },
    {
      id: 'empty',
      say: (texts) => texts.empty,
      when: (scene) => emptying(scene).length > 0,
      moves: emptying,
      done: (now, before) => emptyColumns(now) > emptyColumns(before),
    },
    {
      id: 'draw',
      say: (texts) => texts.draw,
      moves: draws,
      done: (now, before) => now.view.stock !== before.view.stock,
    },
    {
      id: 'waste',
      say: (texts) => texts.waste,
      moves: (scene) => movesBetween(scene, waste, (pile) => columns(pile) || foundations(pile)),
      otherwise: { say: (texts) => texts.drawOn, moves: draws },
      done: (now, before) => cardsOn(now, deck) < cardsOn(before, deck),
    },
    { id: 'end', say: (texts) => texts.end },
  ],
}
