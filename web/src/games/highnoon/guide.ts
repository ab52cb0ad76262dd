/** A guided first match of HighNoon, against a bot that plays anything. The steps adapt to its moves. */
import { carriedCard, cardsOn, draws, hasGrown, idsOf, movesBetween, ofKind, preferring, uncovers } from '@/guide/conditions'
import type { Guide, Scene, Step } from '@/guide/model'
import type { Pile } from '@/table/model'

import type { en } from './guide.en'
import type { View } from './types'

const own = (pile: Pile) => pile.id.startsWith('you-')
const ownColumns = (pile: Pile) => own(pile) && pile.kind === 'tableau'
const ownWaste = (pile: Pile) => own(pile) && pile.kind === 'waste'
const ownDeck = (pile: Pile) => own(pile) && (pile.kind === 'stock' || pile.kind === 'waste')
const foundations = ofKind('foundation')
const ACE = 1

const score = (scene: Scene<View>) => scene.view.you?.score ?? 0

/** A step that gets a card of the player to a foundation, even if the opponent plays there too. */
const raising = (id: 'home' | 'more'): Step<View, typeof en> => ({
  id,
  say: (texts) => texts[id],
  moves: (scene) => preferring(movesBetween(scene, own, foundations), (move) => carriedCard(scene, move)?.face?.rank === ACE),
  otherwise: { say: (texts) => texts.noHome, moves: draws },
  done: (now, before) => score(now) > score(before),
})

export const guide: Guide<View, typeof en> = {
  table: { seed: 'guide-213', options: { reveal: 'auto' }, seats: [{ kind: 'human' }, { kind: 'bot', level: 'random' }] },
  steps: [
    { id: 'boards', say: (texts) => texts.boards, marks: (scene) => [{ piles: idsOf(scene, own) }] },
    {
      id: 'build',
      say: (texts) => texts.build,
      moves: (scene) => preferring(movesBetween(scene, ownColumns, ownColumns), (move) => uncovers(scene, move) && carriedCard(scene, move)?.face?.rank !== ACE),
      otherwise: { say: (texts) => texts.noBuild, moves: draws },
      done: (now, before) => hasGrown(now, before, ownColumns),
    },
    raising('home'),
    { id: 'race', say: (texts) => texts.race, marks: (scene) => [{ piles: idsOf(scene, foundations) }] },
    {
      id: 'draw',
      say: (texts) => texts.draw,
      moves: draws,
      done: (now, before) => now.view.you?.stock !== before.view.you?.stock,
    },
    {
      id: 'waste',
      say: (texts) => texts.waste,
      moves: (scene) => movesBetween(scene, ownWaste, (pile) => ownColumns(pile) || foundations(pile)),
      otherwise: { say: (texts) => texts.drawOn, moves: draws },
      done: (now, before) => cardsOn(now, ownDeck) < cardsOn(before, ownDeck),
    },
    { id: 'opponent', say: (texts) => texts.opponent, marks: (scene) => [{ piles: idsOf(scene, (pile) => pile.id.startsWith('opp-')) }] },
    raising('more'),
    { id: 'end', say: (texts) => texts.end },
  ],
}
