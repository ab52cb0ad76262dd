/** A guided first game of Cards. */
import { hasGrown, idsOf, movesBetween, ofKind, preferring, uncovers } from '@/guide/conditions'
import type { Guide } from '@/guide/model'

import type { en } from './guide.en'
import type { View } from './types'

const [columns, foundations] = [ofKind('tableau'), ofKind('foundation')]

export const guide: Guide<View, typeof en> = {
  table: { seed: '1009', options: { stack: 'any' } },
  steps: [
    { id: 'goal', say: (texts) => texts.goal, marks: (scene) => [{ piles: idsOf(scene, foundations) }] },
    {
      id: 'home',
      say: (texts) => texts.home,
      moves: (scene) => movesBetween(scene, columns, foundations),
      done: (now, before) => hasGrown(now, before, foundations),
    },
    {
      id: 'build',
      say: (texts) => texts.build,
      moves: (scene) => preferring(movesBetween(scene, columns, columns).filter((move) => move.count === 1), (move) => uncovers(scene, move)),
      done: (now, before) => hasGrown(now, before, columns),
    },
    {
      id: 'group',
      say: (texts) => texts.group,
      moves: (scene) => movesBetween(scene, columns, columns).filter((move) => move.count > 1),
      otherwise: { say: (texts) => texts.noGroup, moves: (scene) => movesBetween(scene, columns, columns) },
      done: (now, before) => now.piles.some((pile) => columns(pile) && pile.cards.length > 1 + (before.piles.find((one) => one.id === pile.id)?.cards.length ?? 0)),
    },
    { id: 'end', say: (texts) => texts.end },
  ],
}
