// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.

export interface Move {
  card: string
  seat: number
}

export interface Options {
  limit: number
  tieBreak: "later" | "shared"
  turnSeconds: 0 | 30 | 60
}

export interface Round {
  bids: [number, number, number, number]
  dealer: number
  lastTrick: Trick
  number: number
  penalties: [number, number, number, number]
  taken: [number, number, number, number]
}

export interface Trick {
  leader: number
  moves: readonly Move[]
  winner: number | null
}

export interface View {
  bids: [number | null, number | null, number | null, number | null]
  dealer: number
  endedReason: "completed" | null
  forbiddenBid: number | null
  handSizes: [number, number, number, number]
  lastRound: Round | null
  lastTrick: Trick | null
  options: Options
  phase: "bid" | "over" | "play"
  reachedRound: [number, number, number, number]
  round: number
  scores: [number, number, number, number]
  seat: number | null
  status: "active" | "finished"
  taken: [number, number, number, number]
  trick: Trick
  tricks: readonly Trick[]
  turn: number | null
  winners: readonly number[]
  hand?: readonly string[]
}
