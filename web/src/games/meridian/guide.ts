/** A guided first game of Meridian Master. */
import { placeAt } from '@/games/shapes'
import { draws, hasGrown, idsOf, movesBetween, ofKind, pileOf, preferring } from '@/guide/conditions'
import type { Guide, Scene } from '@/guide/model'
import type { Move, Pile } from '@/table/model'

import type { en } from './guide.en'
import type { View } from './types'

const [columns, foundations, pockets] = [ofKind('tableau'), ofKind('foundation'), ofKind('pocket')]
const climbing = (pile: Pile) => pile.kind === 'foundation' && (placeAt(pile.id).index ?? 0) < 4
const descending = (pile: Pile) => pile.kind === 'foundation' && (placeAt(pile.id).index ?? 0) >= 4
const anywhere = () => true

const typeOf = (scene: Scene<View>, pile: Pile) => scene.view.columnTypes[Number(pile.id.split('-')[1])] ?? null
const directionOf = (scene: Scene<View>, pile: Pile) => scene.view.directions[Number(pile.id.split('-')[1])] ?? null
const isTyped = (scene: Scene<View>) => (pile: Pile) => columns(pile) && (typeOf(scene, pile) === 'ace' || typeOf(scene, pile) === 'king')
const isOpen = (scene: Scene<View>) => (pile: Pile) => columns(pile) && typeOf(scene, pile) === 'untyped' && directionOf(scene, pile) === null
/** Columns that a card of the player gave their direction. */
const decided = (scene: Scene<View>) => scene.piles.filter((pile) => columns(pile) && typeOf(scene, pile) === 'untyped' && directionOf(scene, pile) !== null)

/** Cards to put into the pocket: those first that lie on others, and that a column will take when they come out again. */
function pocketing(scene: Scene<View>) {
  const welcome = new Set(movesBetween(scene, columns, columns).filter((move) => move.count === 1).map((move) => move.from))
  const isOnOthers = (move: Move) => (pileOf(scene, move.from)?.cards.length ?? 0) > 3
  return preferring(movesBetween(scene, columns, pockets), (move) => welcome.has(move.from) && isOnOthers(move))
}

export const guide: Guide<View, typeof en> = {
  table: { seed: '4498' },
  steps: [
    {
      id: 'goal',
      say: (texts) => texts.goal,
      marks: (scene) => [{ piles: idsOf(scene, climbing) }, { piles: idsOf(scene, descending) }],
    },
    {
      id: 'seven',
      say: (texts) => texts.seven,
      moves: (scene) => movesBetween(scene, anywhere, climbing),
      otherwise: { say: (texts) => texts.noMore, moves: draws },
      done: (now, before) => hasGrown(now, before, climbing),
    },
    {
      id: 'six',
      say: (texts) => texts.six,
      moves: (scene) => movesBetween(scene, anywhere, descending),
      otherwise: { say: (texts) => texts.noMore, moves: draws },
      done: (now, before) => hasGrown(now, before, descending),
    },
    {
      id: 'typed',
      say: (texts) => texts.typed,
      moves: (scene) => movesBetween(scene, columns, isTyped(scene)),
      otherwise: { say: (texts) => texts.typedElse, moves: (scene) => movesBetween(scene, columns, columns) },
      done: (now, before) => hasGrown(now, before, columns),
    },
    {
      id: 'open',
      say: (texts) => texts.open,
      when: (scene) => decided(scene).length === 0,
      moves: (scene) => preferring(movesBetween(scene, anywhere, isOpen(scene)), (move) => move.count === 1),
      otherwise: { say: (texts) => texts.noOpen, moves: draws },
      done: (now) => decided(now).length > 0,
    },
    {
      id: 'way',
      say: (texts) => texts.way,
      when: (scene) => decided(scene).length > 0,
      marks: (scene) => decided(scene).slice(0, 1).map(({ id }) => ({ piles: [id] })),
    },
    {
      id: 'pocket',
      say: (texts) => texts.pocket,
      when: (scene) => scene.view.pockets.includes(null),
      moves: pocketing,
      done: (now, before) => hasGrown(now, before, pockets),
    },
    {
      id: 'draw',
      say: (texts) => texts.draw,
      moves: draws,
      done: (now, before) => now.view.stock !== before.view.stock,
    },
    {
      id: 'more',
      say: (texts) => texts.more,
      moves: (scene) => movesBetween(scene, anywhere, foundations),
      otherwise: { say: (texts) => texts.noMore, moves: draws },
      done: (now, before) => hasGrown(now, before, foundations),
    },
    {
      id: 'unpocket',
      say: (texts) => texts.unpocket,
      when: (scene) => movesBetween(scene, pockets, anywhere).length > 0,
      moves: (scene) => movesBetween(scene, pockets, anywhere),
      done: (now, before) => hasGrown(before, now, pockets),
    },
    { id: 'end', say: (texts) => texts.end },
  ],
}
