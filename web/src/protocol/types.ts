// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.

/** An action was accepted; everyone at the table gets this, with the change as the receiver may see it. */
export interface Ack {
  kind: "ack"
  rev: number
  clientId: string
  seq: number | null
  action: WireAction
  change: readonly Change[]
  report: Readonly<Record<string, unknown>>
  help: Help
  viewHash: string
  legal: readonly WireAction[]
  outcome: Outcome | null
  stuck?: "noMovesLeft" | "noUsefulMoves"
}

/** The payload of an action. */
export type Action = Readonly<Record<string, unknown>>

export interface Again {
  retry?: boolean
}

export interface CardsCardView {
  faceUp: boolean
  id?: number
  rank?: number
  suit?: number
}

export interface CardsOptions {
  faces: "firstThreeDown" | "lastThreeUp"
  stack: "any" | "run"
}

export interface CardsView {
  foundations: readonly (readonly CardsCardView[])[]
  options: CardsOptions
  seat: string | null
  status: "active" | "won"
  tableau: readonly (readonly CardsCardView[])[]
}

export interface Chance {
  rev: number
  verdict: "winnable" | "unwinnable" | "unknown"
}

/** One spot of a view: it has a new `value`, or it is a list of which the first `keep` stay and `add` follow. */
export interface Change {
  path: readonly (string | number)[]
  value?: unknown
  keep?: number
  add?: readonly unknown[]
}

/** Whether the receiver may claim the match; the answer to `claimRequest`, and to a `claim` that is refused. */
export interface ClaimStatus {
  kind: "claimStatus"
  code: string | null
  reason: string
  away: boolean
  wait: number | null
}

/** The last word of the server before it closes a socket. */
export interface Closed {
  kind: "closed"
  code: string
  reason: string
}

export interface DailyDeal {
  game: string
  date: string
  seed: string
  options: Readonly<Record<string, unknown>>
}

export interface GameCard {
  name: string
  title: string
  rulesVersion: string
  seats: number
  options: Readonly<Record<string, unknown>>
  optionsSchema: Readonly<Record<string, unknown>>
  presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  undoDepth: number
  levels: readonly string[]
  solver: boolean
  ratings: Readonly<Record<string, number>>
  weakOptions: Readonly<Record<string, unknown>>
}

export interface GameStatistics {
  played: number
  won: number
  drawn: number
  lost: number
  winPermille: number
  streak: number
  longestStreak: number
  bestScore?: number | null
  fewestActionsToWin?: number | null
  fastestWin?: number | null
  actions: number
  hints: number
  undos: number
  milliseconds: number
  rating?: Strength | null
  meridian?: Summary | null
}

export interface Health {
  status: string
  version: string
}

/** What help the table gave so far, and whether it rests. */
export interface Help {
  assisted: boolean
  hints: number
  paused: boolean
  redos: number
  undos: number
}

export interface HighnoonBoardView {
  cardsLeft: number
  score: number
  stock: number
  tableau: readonly (readonly ShownCard[])[]
  waste: readonly ShownCard[]
}

export interface HighnoonFoundation {
  cards: readonly ShownCard[]
  suit: string
}

export interface HighnoonOffers {
  p1: boolean
  p2: boolean
}

export interface HighnoonSinceProgress {
  p1: number
  p2: number
}

export interface HighnoonStateOptions {
  clock: number
  reveal: "auto" | "explicit"
}

export interface HighnoonView {
  endedBy: "p1" | "p2" | null
  endedReason: "agreed" | "completed" | "inactivity" | "resign" | "stalemate" | null
  foundations: readonly HighnoonFoundation[]
  mode: "shared" | "split"
  offers?: HighnoonOffers
  opp?: HighnoonBoardView
  options?: HighnoonStateOptions
  p1?: HighnoonBoardView
  p2?: HighnoonBoardView
  seat: "p1" | "p2" | null
  sinceProgress?: HighnoonSinceProgress
  status: "active" | "finished"
  winner: "p1" | "p2" | null
  you?: HighnoonBoardView
}

/** What a client wants to do. It never carries rules, states or results. */
export interface Intent {
  kind: string
  payload: Readonly<Record<string, unknown>>
  seq?: number
  baseRev?: number
  matchId?: string
  clientId?: string
  protocolVersion?: string
  clientTime?: number
}

export interface KlondikeOptions {
  draw: 1 | 3
  redeals: number
  scoring: "legacyUnity" | "standard" | "vegas"
}

export interface KlondikeView {
  autoComplete: boolean
  foundations: readonly (readonly ShownCard[])[]
  moves: number
  options: KlondikeOptions
  redealsLeft: number | null
  score: number
  status: "active" | "won"
  stock: number
  tableau: readonly (readonly ShownCard[])[]
  waste: readonly ShownCard[]
}

export interface Me {
  playerId: string
  name: string
  token: string
}

export interface MeridianFoundations {
  up: readonly (readonly ShownCard[])[]
  down: readonly (readonly ShownCard[])[]
}

export interface MeridianOptions {
  direction: "flexible" | "locked"
  mode: "classic" | "double_pocket" | "expert" | "traditional"
}

export interface MeridianTrail {
  draws: number
  positions: readonly ([string, number])[]
  since: number
}

export interface MeridianView {
  baseHeights: readonly number[]
  columnTypes: readonly ("ace" | "king" | "untyped" | null)[]
  directions: readonly ("ascending" | "descending" | null)[]
  draws: number
  efficiency: number
  end: "completed" | "declared" | "resign" | "stalemate" | null
  foundations: MeridianFoundations
  moves: number
  movesWithoutProgress: number
  options: MeridianOptions
  pockets: readonly (ShownCard | null)[]
  rating: string
  recycles: number
  status: "active" | "lost" | "won"
  stock: number
  tableau: readonly (readonly ShownCard[])[]
  trail: MeridianTrail
  warnings: readonly string[]
  waste: readonly ShownCard[]
}

export interface ModeSummary {
  games: number
  wins: number
  totalMoves: number | null
  bestEfficiency: number | null
  bestTime: number | null
}

export interface NevernineMove {
  card: string
  seat: number
}

export interface NevernineOptions {
  limit: number
  tieBreak: "later" | "shared"
  turnSeconds: 0 | 30 | 60
}

export interface NevernineRound {
  bids: [number, number, number, number]
  dealer: number
  lastTrick: NevernineTrick
  number: number
  penalties: [number, number, number, number]
  taken: [number, number, number, number]
}

export interface NevernineTrick {
  leader: number
  moves: readonly NevernineMove[]
  winner: number | null
}

export interface NevernineView {
  bids: [number | null, number | null, number | null, number | null]
  dealer: number
  endedReason: "completed" | null
  forbiddenBid: number | null
  handSizes: [number, number, number, number]
  lastRound: NevernineRound | null
  lastTrick: NevernineTrick | null
  options: NevernineOptions
  phase: "bid" | "over" | "play"
  reachedRound: [number, number, number, number]
  round: number
  scores: [number, number, number, number]
  seat: number | null
  status: "active" | "finished"
  taken: [number, number, number, number]
  trick: NevernineTrick
  tricks: readonly NevernineTrick[]
  turn: number | null
  winners: readonly number[]
  hand?: readonly string[]
}

/** Who sits at the table and whether play has begun: told to everyone who is connected when it changes. */
export interface News {
  kind: "table"
  tableId: string
  game: string
  status: string
  seats: readonly (Readonly<Record<string, boolean | string | null>>)[]
  rematch: string | null
  rating: RatingNotice | null
}

/** How a game ended: its winners (none for a draw or a loss), why, and each seat's points. */
export interface Outcome {
  winners: readonly number[]
  reason: string
  scores: readonly number[]
}

export interface Problem {
  code: string
  reason: string
}

export interface Rating {
  verdict: "winnable" | "unwinnable" | "unknown"
  level: "easy" | "normal" | "hard" | "expert" | null
  states: number
  losingFirstMoves: number
  length: number
}

/** What a player is told about how a match counts for their rating: a code and a sentence unless it counts fully. */
export interface RatingNotice {
  status: "lowersOnly" | "rated" | "void"
  code: "HELP_USED" | "MATCH_LEFT" | "MATCH_TOO_SHORT" | "RESULT_DAMAGED" | "SAME_ADDRESS" | "SEED_GIVEN" | "WEAK_DEAL" | null
  reason: string | null
}

/** An action was refused and nothing changed; only its sender gets this. */
export interface Reject {
  kind: "reject"
  code: string
  reason: string
  expectedSeq: number
  rev: number
}

export interface Rename {
  name: string
}

export interface Seated {
  tableId: string
  seat: number
  token: string
  status: string
}

/** A card in a view; a hidden one has nothing but `faceDown`. */
export interface ShownCard {
  faceDown: boolean
  cardId?: string
  rank?: number
  suit?: string
}

/** The receiver's whole view, and why it is sent. */
export interface Snapshot {
  kind: "snapshot"
  reason: "AIRBAG" | "BASE_REV_MISMATCH" | "CONNECT" | "RESTART" | "SEQ_GAP" | "STATE_REQUEST"
  rev: number
  game: string
  rulesVersion: string
  protocolVersion: string
  options: unknown
  seats: readonly string[]
  commitment: string
  expectedSeq: number
  matchId: string | null
  view: unknown
  viewHash: string
  help: Help
  legal: readonly WireAction[]
  seed?: string
  outcome: Outcome | null
  stuck?: "noMovesLeft" | "noUsefulMoves"
}

export interface Solution {
  rev: number
  verdict: "winnable" | "unwinnable" | "unknown"
  actions: readonly WireAction[]
  states: number
  limit: "states" | "seconds" | "memory" | "depth" | null
}

export interface SolverHint {
  rev: number
  verdict: "winnable" | "unwinnable" | "unknown"
  action: WireAction | null
}

export interface Strength {
  mean: number
  uncertainty: number
  shown: number
  matches: number
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
}

export interface WantedSeat {
  kind?: string
  level?: string | null
}

/** An action as it is sent. */
export interface WireAction {
  kind: string
  payload: Action
}

export interface Wish {
  game: string
  options?: Readonly<Record<string, unknown>>
  seed?: string | null
  seats?: readonly WantedSeat[] | null
  private?: boolean
  winnable?: boolean
  level?: "easy" | "normal" | "hard" | "expert" | null
}

/** What each game shows. */
export interface Views {
  highnoon: HighnoonView
  meridian: MeridianView
  cards: CardsView
  klondike: KlondikeView
  nevernine: NevernineView
}

export type ClientMessage = Intent

export type ServerMessage = Ack | Reject | Snapshot | News | ClaimStatus | Closed
