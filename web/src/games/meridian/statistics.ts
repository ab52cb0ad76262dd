/** Meridian Master's own statistics, as the server sends them: `Summary` in src/saloon/games/meridian/statistics.py. */
export interface ModeSummary {
  readonly games: number
  readonly wins: number
  readonly totalMoves: number | null
  readonly bestEfficiency: number | null
  readonly bestTime: number | null
}

export interface Summary {
  readonly gamesPlayed: number
  readonly wins: number
  readonly losses: number
  readonly stalemates: number | null
  readonly totalMoves: number | null
  readonly totalHintUses: number
  readonly totalUndoUses: number
  readonly totalTimePlayed: number
  readonly efficiencyHistory: readonly number[]
  readonly winRate: number | null
  readonly averageEfficiency: number | null
  readonly averageMoves: number | null
  readonly modeStats: Readonly<Record<string, ModeSummary>>
  readonly olderGames: number
}
