// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.

export const PROTOCOL_VERSION = '4.0.0'

/** An action was accepted; everyone at the table gets this, with the change as the receiver may see it.

    A broadcast omits `legal` if it has not changed since the previous revision, and most view hashes. */
export interface Ack {
  kind: "ack"
  rev: number
  clientId: string
  seq: number | null
  action: WireAction
  change: readonly Change[]
  report: Readonly<Record<string, unknown>>
  help: Help
  viewHash?: string
  legal?: readonly WireAction[]
  outcome: WireOutcome | null
  stuck?: "noMovesLeft" | "noUsefulMoves"
}

/** The payload of an action. */
export type Action = Readonly<Record<string, unknown>>

export interface Again {
  retry?: boolean
}

export interface AnalysisFailed {
  code: string
  reason: string
  kind: "failed"
}

export interface AnalysisSummary {
  game: string
  rulesVersion: string
  steps: number
  winnable: number
  unwinnable: number
  unknown: number
  lastWinnable: number | null
  turningPoints: number
  searches: number
  states: number
  cpuSeconds: number
  kind: "summary"
}

export interface Chance {
  rev: number
  verdict: "winnable" | "unwinnable" | "unknown"
}

/** A change at one path of a view: a new `value`, or a list of which the first `keep` stay and `add` follow. */
export interface Change {
  path: readonly (string | number)[]
  value?: unknown
  keep?: number
  add?: readonly unknown[]
}

export interface Choice {
  notation: string
  action: WireAction
  verdict: "winnable" | "unwinnable" | "unknown"
  estimate?: Estimate | null
}

/** Whether the receiver may claim the match; the answer to `claimRequest`, and to a `claim` that is refused. */
export interface ClaimStatus {
  kind: "claimStatus"
  code: string | null
  reason: string
  away: boolean
  wait: number | null
}

/** The server's last message before it closes a socket. */
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

export interface DailyResult {
  date: string
  state: "new" | "begun" | "played" | "wonAssisted" | "won"
  tableId: string | null
  streak: number
}

export interface DealRating {
  verdict: "winnable" | "unwinnable" | "unknown"
  level: "easy" | "normal" | "hard" | "expert" | null
  states: number
  losingFirstMoves: number
  length: number
}

export interface Estimate {
  winnable: number
  unwinnable: number
  unknown: number
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
  lowestWins: boolean
  saves: boolean
  firstPreset: string | null
  dealsWinnable: boolean
  seedsAreTimes: boolean
  levels: readonly string[]
  solver: boolean
  ratings: Readonly<Record<string, number>>
  weakOptions: Readonly<Record<string, unknown>>
}

export interface GameStatistics {
  played: number
  won: number
  wonAssisted: number
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
  own?: unknown
}

export interface Health {
  status: string
  version: string
}

/** The help given so far, and whether the game is paused. */
export interface Help {
  assisted: boolean
  hints: number
  paused: boolean
  redos: number
  undos: number
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

export interface Me {
  playerId: string
  name: string
  token: string
}

export interface NewSeat {
  kind?: string
  level?: string | null
}

export interface NewTable {
  game: string
  options?: Readonly<Record<string, unknown>>
  seed?: string | null
  seats?: readonly NewSeat[] | null
  private?: boolean | null
  winnable?: boolean
  level?: "easy" | "normal" | "hard" | "expert" | null
}

/** Who sits at the table and whether play has begun; sent to all subscribers when it changes. */
export interface News {
  kind: "table"
  tableId: string
  game: string
  status: string
  seats: readonly (Readonly<Record<string, boolean | string | null>>)[]
  rematch: string | null
  rating: RatingNotice | null
  clock: PlayTime | null
  startsIn?: number
}

/** The time played so far, as a result records it, and whether the clock is running. */
export interface PlayTime {
  kind: "clock"
  played: number
  runs: boolean
}

export interface Problem {
  code: string
  reason: string
}

/** How a match counts for a player's rating: a code and a sentence, unless it counts fully. */
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
  seat: string
  token: string
  status: string
}

/** A card in a view; a hidden card has only `faceDown`. */
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
  seat: string | null
  seats: readonly string[]
  commitment: string
  expectedSeq: number
  matchId: string | null
  view: unknown
  viewHash: string
  help: Help
  legal: readonly WireAction[]
  seed?: string
  outcome: WireOutcome | null
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

export interface StepVerdict {
  step: number
  verdict: "winnable" | "unwinnable" | "unknown"
  kind: "step"
}

export interface Strength {
  mean: number
  uncertainty: number
  shown: number
  matches: number
}

export interface TurningPoint {
  step: number
  winnableAfter: number
  played: string
  line: readonly WireAction[]
  notations: readonly string[]
  choices: readonly Choice[]
  kind: "turningPoint"
}

/** The hash of the receiver's view, in reply to `hashRequest`. */
export interface ViewHash {
  kind: "viewHash"
  rev: number
  viewHash: string
}

/** An action as it is sent. */
export interface WireAction {
  kind: string
  payload: Action
}

/** How a game ended: the seats that won (none for a draw or a loss), why, and each seat's points. */
export interface WireOutcome {
  winners: readonly string[]
  reason: string
  scores: readonly number[]
}

export type ClientMessage = Intent

export type ServerMessage = Ack | Reject | Snapshot | ViewHash | News | ClaimStatus | PlayTime | Closed
