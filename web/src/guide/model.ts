/** The parts of a guided first game: a fixed table, and steps that each teach one idea on it. */
import type { NewTable } from '@/protocol/types'
import type { Move, Pile } from '@/table/model'

/** The table as the player sees it now. */
export interface Scene<View = unknown> {
  readonly view: View
  readonly piles: readonly Pile[]
  readonly moves: readonly Move[]
}

/** Something to point at: the last `count` cards of a pile, the whole ground of several piles, or an element of the page. */
export type Mark =
  | { readonly pile: string; readonly count?: number }
  | { readonly piles: readonly string[] }
  | { readonly element: string }

/** What the player can do now to complete a step. */
export interface Task {
  readonly move?: Move
  /** A button of the page, by its selector. */
  readonly press?: string
}

/**
 * A step says one thing. Without `done` it is read, and a button leads on. With `done` it asks for something: it is over
 * when the table has changed as wanted, whichever move did it.
 */
export interface Step<View = unknown, Texts = unknown> {
  readonly id: string
  say(texts: Texts, scene: Scene<View>): string
  /** Whether the step makes sense now; it is left out otherwise. */
  when?(scene: Scene<View>): boolean
  marks?(scene: Scene<View>): readonly Mark[]
  /** The moves that complete the step, the best one first. */
  moves?(scene: Scene<View>): readonly Move[]
  /** A button that completes the step. */
  press?(scene: Scene<View>): string | null
  /** What helps while no such move is legal, and what is said then. */
  otherwise?: {
    say(texts: Texts): string
    moves(scene: Scene<View>): readonly Move[]
  }
  /** Whether others act first, so that there is nothing to do but wait. */
  waits?(scene: Scene<View>): boolean
  done?(now: Scene<View>, before: Scene<View>): boolean
}

/** What a game's `guide.ts` exports as `guide`; its words come from `guide.en.ts` and `guide.de.ts`. */
export interface Guide<View = unknown, Texts = unknown> {
  /** The table on which the guide is played: always the same deal, and bots of the easiest level that plays sensibly. */
  readonly table: Pick<NewTable, 'seed' | 'options' | 'seats'>
  readonly steps: readonly Step<View, Texts>[]
}

/** What a step asks for at this moment. */
export interface Asked {
  readonly text: string
  readonly task: Task
  readonly marks: readonly Mark[]
  /** Whether the player leads on with a button: nothing is asked for, or nothing can be done. */
  readonly reads: boolean
}

/** Work out what a step says, points at and asks for at this moment. */
export function ask<View, Texts>(step: Step<View, Texts>, texts: Texts, scene: Scene<View>): Asked {
  const marks = step.marks?.(scene) ?? []
  if (!step.done) return { text: step.say(texts, scene), task: {}, marks, reads: true }
  const press = step.press?.(scene)
  if (press) return { text: step.say(texts, scene), task: { press }, marks: [...marks, { element: press }], reads: false }
  const move = step.moves?.(scene)[0]
  if (move) return { text: step.say(texts, scene), task: { move }, marks, reads: false }
  if (step.waits?.(scene)) return { text: step.say(texts, scene), task: {}, marks, reads: false }
  const detour = step.otherwise?.moves(scene)[0]
  if (step.otherwise && detour) return { text: step.otherwise.say(texts), task: { move: detour }, marks: [], reads: false }
  return { text: step.say(texts, scene), task: {}, marks, reads: true }
}

/** The first step from `index` on that makes sense now. */
export function nextStep<View>(steps: readonly Step<View>[], index: number, scene: Scene<View>): number {
  const found = steps.findIndex((step, place) => place >= index && (step.when?.(scene) ?? true))
  return found === -1 ? steps.length - 1 : found
}
