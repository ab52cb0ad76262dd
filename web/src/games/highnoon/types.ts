// Made from the server's schemas by `python -m saloon.server.http.typescript`. Do not edit.

import type { ShownCard } from '@/protocol/types'

export interface BoardView {
  cardsLeft: number
  score: number
  stock: number
  tableau: readonly (readonly ShownCard[])[]
  waste: readonly ShownCard[]
}

export interface Foundation {
  cards: readonly ShownCard[]
  suit: string
}

export interface Offers {
  p1: boolean
  p2: boolean
}

export interface SinceProgress {
  p1: number
  p2: number
}

export interface StateOptions {
  clock: number
  reveal: "auto" | "explicit"
}

export interface View {
  endedBy: "p1" | "p2" | null
  endedReason: "agreed" | "completed" | "inactivity" | "resign" | "stalemate" | null
  foundations: readonly Foundation[]
  mode: "shared" | "split"
  offers?: Offers
  opp?: BoardView
  options?: StateOptions
  p1?: BoardView
  p2?: BoardView
  seat: "p1" | "p2" | null
  sinceProgress?: SinceProgress
  status: "active" | "finished"
  winner: "p1" | "p2" | null
  you?: BoardView
}

/** Why its rules refuse an action; `{}` is a card, suit or number. */
export type Reason =
  | "a column cannot be laid on itself"
  | "no foundation takes the {} now"
  | "only face-up cards that form a run can be moved"
  | "the match is over"
  | "the top of your column {} is face-up already"
  | "the zone {} was not sent with the owner and the index that it needs"
  | "the {} does not go on your column {}"
  | "the {} of {} is not yours to use"
  | "this match is played without a clock"
  | "you cannot take that many cards there"
  | "you have already offered to end the match"
  | "your column {} is empty"
  | "your stock is empty; recycle the waste"
  | "your stock is not empty yet"
  | "your waste is empty: there is nothing to recycle"
