// Made from the server's schemas by `python -m saloon.server.http.typescript`. Do not edit.

import type { ShownCard } from '@/protocol/types'

export interface Options {
  faces: "firstThreeDown" | "lastThreeUp"
  stack: "any" | "run"
}

export interface View {
  foundations: readonly (readonly ShownCard[])[]
  options: Options
  status: "active" | "won"
  tableau: readonly (readonly ShownCard[])[]
}

/** Why its rules refuse an action; `{}` is a card, suit or number. */
export type Reason =
  | "a pile cannot be laid on itself"
  | "cards go up one at a time"
  | "only cards that form a run can be moved together"
  | "only face-up cards can be moved"
  | "only the top card of a foundation can be taken back"
  | "pile {} does not have {} cards"
  | "the foundation of {} does not take the {} yet"
  | "the foundation of {} is empty"
  | "the game is won"
  | "the {} does not go on pile {}"
  | "the {} does not go on the foundation of {}"
