// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.

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
