/** An analysis in words: what was done, what would have been better, and how the game went. */
import { faceOf } from '@/cards/faces'
import { cardName } from '@/cards/names'
import { isCode } from '@/games/plain/cards'
import { payloadOf } from '@/games/shapes'
import type { Mistake, TurningPoint, WireAction } from '@/protocol/types'
import type { GameRoom } from '@/table/model'
import { inWords } from '@/table/naming'
import { words } from '@/words'
import { analysisWords as texts } from '@/words/analysis'

import type { Run } from './analysis'

/** How many of the moves that keep the win are named. */
const NAMED = 3

/** The position of a game, so that its actions can be named. */
export interface Scene {
  readonly room: GameRoom
  readonly view: unknown
  readonly names: readonly string[]
}

/** What an action does, in a few words: “seven of hearts to column 3”. */
export function describeAction({ room, view, names }: Scene, action: WireAction): string {
  const own = room.describe?.(action) ?? ''
  const kind = texts.value.actions[action.kind]
  if (own !== '') return own
  const [move] = room.moves(view, [action])
  const piles = room.piles(view, names)
  const from = piles.find(({ id }) => id === move?.from)
  const to = piles.find(({ id }) => id === move?.to)
  const cards = move && from && move.count > 0 ? from.cards.slice(-move.count) : []
  const face = cards[0]?.face
  if (face && to) return to.kind === 'trick' ? cardName(face) : texts.value.move(cards.length, cardName(face), to.label)
  const { card } = payloadOf(action)
  return kind ?? (isCode(card) ? cardName(faceOf(card)) : inWords(action.kind))
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A turning point in words: what lost the game, and what would have kept the win. `scene` is that before it. */
export function tellTurningPoint(point: TurningPoint, played: WireAction, before: Scene, at: Scene): readonly string[] {
  const lost = point.step === point.winnableAfter + 1
    ? texts.value.lostAt(point.step, describeAction(before, played))
    : texts.value.lostBetween(point.winnableAfter, point.step)
  return [lost, ...better(point, at), ...inSight(point)]
}

/** What would have kept the win, the way that the solver found first. */
function better(point: TurningPoint, scene: Scene): string[] {
  const [first] = point.line
  if (!first) return [texts.value.seenBefore]
  if (point.choices.length === 0) return [texts.value.wouldKeep([describeAction(scene, first)], 0)]
  const isFirst = (action: WireAction) => JSON.stringify(action) === JSON.stringify(first)
  const keeping = point.choices.filter(({ verdict }) => verdict === 'winnable').map(({ action }) => action)
  const ordered = [...keeping.filter(isFirst), ...keeping.filter((action) => !isFirst(action))]
  if (ordered.length > 1 && ordered.length === point.choices.length - 1) return [texts.value.anyOther]
  const named = [...new Set(ordered.map((action) => describeAction(scene, action)))].slice(0, NAMED)
  return [sentence(texts.value.wouldKeep(named, ordered.length - named.length))]
}

/** What a player could have known who sees no hidden card. */
function inSight(point: TurningPoint): string[] {
  const [winning] = point.notations
  const best = point.choices.find(({ notation }) => notation === winning)?.estimate
  const mine = point.choices.find(({ notation }) => notation === point.played)?.estimate
  if (!best || !mine) return []
  const all = mine.winnable + mine.unwinnable + mine.unknown
  return [best.winnable > mine.winnable ? texts.value.inSight(best.winnable, mine.winnable, all) : texts.value.outOfSight(best.winnable, mine.winnable, all)]
}

/** A mistake in words; everything about it is an estimate. */
export function tellMistake(mistake: Mistake, played: WireAction, before: Scene, game: string): readonly string[] {
  const preferred = mistake.choices.find(({ notation }) => notation === mistake.preferred)?.action
  const amount = mistake.loss.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2 })
  return [
    texts.value.mistakeAt(mistake.step, describeAction(before, played)),
    sentence(texts.value.preferred(preferred ? describeAction(before, preferred) : mistake.preferred)),
    (words.value.games[game]?.costs ?? texts.value.costs)(amount),
  ]
}

/** The band in words: how long the game could be won, and what followed. */
export const tellRuns = (runs: readonly Run[]): string =>
  runs.map(({ from, to, verdict }) => texts.value.run(texts.value.verdicts[verdict], from, to)).join(', ')
