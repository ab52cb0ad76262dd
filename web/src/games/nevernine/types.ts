// Made from the server's schemas by `python -m saloon.server.http.typescript`. Do not edit.

import type { ShownCard } from '@/protocol/types'

export interface MoveView {
  card: ShownCard
  seat: "p1" | "p2" | "p3" | "p4"
}

export interface Options {
  limit: number
  tieBreak: "later" | "shared"
  turnSeconds: 0 | 30 | 60
}

export interface RoundView {
  bids: [number, number, number, number]
  dealer: "p1" | "p2" | "p3" | "p4"
  lastTrick: TrickView
  number: number
  penalties: [number, number, number, number]
  taken: [number, number, number, number]
}

export interface TrickView {
  leader: "p1" | "p2" | "p3" | "p4"
  moves: readonly MoveView[]
  winner: "p1" | "p2" | "p3" | "p4" | null
}

export interface View {
  bids: [number | null, number | null, number | null, number | null]
  dealer: "p1" | "p2" | "p3" | "p4"
  endedReason: "completed" | null
  forbiddenBid: number | null
  handSizes: [number, number, number, number]
  lastRound: RoundView | null
  lastTrick: TrickView | null
  options: Options
  phase: "bid" | "over" | "play"
  reachedRound: [number, number, number, number]
  round: number
  scores: [number, number, number, number]
  seat: "p1" | "p2" | "p3" | "p4" | null
  status: "active" | "finished"
  taken: [number, number, number, number]
  trick: TrickView
  tricks: readonly TrickView[]
  turn: "p1" | "p2" | "p3" | "p4" | null
  winners: readonly ("p1" | "p2" | "p3" | "p4")[]
  hand?: readonly ShownCard[]
}

/** Why its rules refuse an action; `{}` is a card, suit or number. */
export type Reason =
  | "a bid is a whole number, not {}"
  | "a bid must be from 0 to {}, not {}"
  | "it is {}'s turn"
  | "the bidding is not over; make your bid first"
  | "the bidding is over; play a card"
  | "the game is over"
  | "the {} does not follow suit, and you have {}"
  | "this game is played without a time limit, so nobody acts for a player"
  | "with {} the four bids would sum to {}; choose another number"
  | "you have already bid {}"
  | "{} is not in your hand"
