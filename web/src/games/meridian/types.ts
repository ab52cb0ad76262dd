// Made from the server's schemas by `python -m saloon.server.http.typescript`. Do not edit.

import type { ShownCard } from '@/protocol/types'

export interface Foundations {
  up: readonly (readonly ShownCard[])[]
  down: readonly (readonly ShownCard[])[]
}

export interface ModeSummary {
  games: number
  wins: number
  totalMoves: number | null
  bestEfficiency: number | null
  bestTime: number | null
}

export interface Options {
  direction: "flexible" | "locked"
  mode: "classic" | "double_pocket" | "expert" | "traditional"
}

export interface Summary {
  gamesPlayed: number
  wins: number
  losses: number
  stalemates: number | null
  totalMoves: number | null
  totalHintUses: number
  totalUndoUses: number
  totalTimePlayed: number
  efficiencyHistory: readonly number[]
  winRate: number | null
  averageEfficiency: number | null
  averageMoves: number | null
  modeStats: Readonly<Record<string, ModeSummary>>
  olderGames: number
  assistedWins: number
}

export interface Trail {
  draws: number
  positions: readonly ([string, number])[]
  since: number
}

export interface View {
  baseHeights: readonly number[]
  columnTypes: readonly ("ace" | "king" | "untyped" | null)[]
  directions: readonly ("ascending" | "descending" | null)[]
  draws: number
  efficiency: number
  end: "completed" | "declared" | "resign" | "stalemate" | null
  foundations: Foundations
  moves: number
  movesWithoutProgress: number
  options: Options
  pockets: readonly (ShownCard | null)[]
  rating: string
  recycles: number
  status: "active" | "lost" | "won"
  stock: number
  tableau: readonly (readonly ShownCard[])[]
  trail: Trail
  warnings: readonly string[]
  waste: readonly ShownCard[]
}

/** Why its rules refuse an action; `{}` is a card, suit or number. */
export type Reason =
  | "Card is already there"
  | "Card location unknown"
  | "Card not accessible"
  | "Card not found"
  | "Column does not accept this card"
  | "Foundation does not accept this card"
  | "Game not active"
  | "Invalid target"
  | "No cards to draw"
  | "Only Ace or King on an empty column"
  | "Only a single card can be placed here"
  | "Pocket is full"
  | "Pocket not available in this mode"
  | "Pocket-to-pocket moves are not allowed"
  | "The stock is not empty"
  | "There is no warning"
  | "the saved game is over"
