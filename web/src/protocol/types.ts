// Made from the server's schemas by `python -m saloon.server.http.typescript`. Do not edit.

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

export interface AuditEntry {
  at: number
  operator: string
  action: "end" | "void" | "rename" | "ban" | "unban" | "revoke-tokens" | "reset-rating" | "delete-player" | "rotate-key" | "drain"
  subject: string
  reason: string
  detail?: string | null
}

/** The bot of a seat was late, crashed, or answered with no legal action: a simpler one made the move. */
export interface BotFailed {
  kind: "botFailed"
  seat: string
  fault: "crashed" | "illegal" | "late"
}

export interface BranchFrom {
  step: number
}

export interface BrowserKeys {
  p256dh: string
  auth: string
}

export interface ChallengeComparison {
  players: number
  won: number
  best: ChallengeFigures | null
  median: ChallengeFigures | null
  own: ChallengeFigures | null
  slower: number
  longer: number
}

export interface ChallengeDay {
  day: string
  easy: "new" | "begun" | "played" | "wonAssisted" | "won"
  normal: "new" | "begun" | "played" | "wonAssisted" | "won"
  hard: "new" | "begun" | "played" | "wonAssisted" | "won"
  medal: "bronze" | "silver" | "gold" | null
}

export interface ChallengeFigures {
  milliseconds: number
  moves: number
}

export interface ChallengeMonth {
  game: string
  month: string
  first: string
  today: string
  days: readonly ChallengeDay[]
  medals: Readonly<Record<string, number>>
  won: number
  streak: number
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

export interface ChartGame {
  at: number
  won: boolean
  clean: boolean
  milliseconds: number
  moves: number
  fewest: number | null
}

export interface Choice {
  notation: string
  action: WireAction
  verdict: "winnable" | "unwinnable" | "unknown"
  estimate?: Estimate | null
}

export interface ChoiceEstimate {
  notation: string
  action: WireAction
  value: number
  error: number
  considered: boolean
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
  people?: Odds | null
}

export interface Drill {
  tableId: string
  step: number
  lostAt: number
  game: string
  due: boolean
  dueAt: number
  solved: number
  openTable: string | null
}

export interface DrillList {
  drills: readonly Drill[]
  learned: number
  rounds: number
}

export interface DuplicateComparison {
  players: number
  best: number | null
  median: number | null
  worse: number
  own: DuplicateResult | null
  places: readonly DuplicatePlace[]
}

export interface DuplicateDay {
  day: string
  state: "begun" | "played"
  score: number | null
}

export interface DuplicateMonth {
  game: string
  month: string
  first: string
  today: string
  days: readonly DuplicateDay[]
}

export interface DuplicatePlace {
  place: number
  score: number
  name: string | null
  publicId: string | null
  isYou: boolean
}

export interface DuplicateResult {
  tableId: string
  score: number
  place: number | null
}

/** An emote was not sent; only its sender gets this. */
export interface EmoteRefused {
  kind: "emoteRefused"
  code: string
  reason: string
}

/** A player at the table sent an emote. */
export interface EmoteSent {
  kind: "emote"
  seat: string
  emote: "goodGame" | "goodLuck" | "hello" | "oops" | "thanks" | "wellPlayed"
}

export interface Estimate {
  winnable: number
  unwinnable: number
  unknown: number
}

export interface EstimateSummary {
  game: string
  rulesVersion: string
  steps: number
  decisions: number
  estimated: number
  unit: string
  lowestWins: boolean
  worlds: number
  seats: readonly SeatEstimate[]
  mistakes: number
  cpuSeconds: number
  kind: "estimateSummary"
}

export interface ExportEnd {
  games: number
  kind: "end"
}

export interface ExportFailed {
  code: string
  reason: string
  kind: "failed"
}

export interface ExportedGame {
  summary: FinishedGame
  log: unknown | null
  problem?: string | null
  kind: "game"
}

export interface FairHint {
  rev: number
  action: WireAction | null
}

export interface FinishedGame {
  tableId: string
  game: string
  finishedAt: number
  seat: string
  result: "won" | "wonAssisted" | "drawn" | "lost"
  left: boolean
  reason: string | null
  difficulty: string | null
  options: Readonly<Record<string, unknown>>
  score: number | null
  moves: number
  milliseconds: number
  hints: number
  undos: number
  opponents: readonly Opponent[]
}

export interface FoundPlayer {
  playerId: string
  name: string
  createdAt: number
  banned?: string | null
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
  fairHints: boolean
  analysis: "exact" | "estimates" | null
  ratings: Readonly<Record<string, number>>
  weakOptions: Readonly<Record<string, unknown>>
  optionsBetweenPeople: Readonly<Record<string, unknown>>
  dealSources: Readonly<Record<string, string>>
  duplicate: boolean
}

export interface GameRecords {
  game: string
  groups: readonly RecordGroup[]
  games: readonly ChartGame[]
  ratings: readonly RatingPoint[]
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

export interface HistoryPage {
  games: readonly FinishedGame[]
  next: string | null
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

export interface Leaderboard {
  game: string
  leastMatches: number
  mostUncertain: number
  places: readonly LeaderboardPlace[]
}

export interface LeaderboardPlace {
  place: number
  publicId: string
  name: string
  rating: number
  matches: number
  isYou: boolean
}

export interface Me {
  playerId: string
  name: string
  token: string
  isBot: boolean
}

export interface Mistake {
  step: number
  seat: string
  played: string
  preferred: string
  loss: number
  lossError: number
  choices: readonly ChoiceEstimate[]
  kind: "mistake"
}

export interface NewBot {
  name: string
}

export interface NewPasskey {
  name: string
  credential: Readonly<Record<string, unknown>>
}

export interface NewPushSubscription {
  endpoint: string
  keys: BrowserKeys
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

export interface NewToken {
  playerId: string
  token: string
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
  origin?: Origin
  startsIn?: number
  delay?: number
  ended?: string
  faults?: Readonly<Record<string, "crashed" | "illegal" | "late">>
}

export interface Odds {
  wins: number
  games: number
  low: number
  high: number
  level: "easy" | "normal" | "hard" | "expert" | null
}

export interface Opponent {
  seat: string
  kind: "human" | "bot"
  name: string | null
  level: string | null
  isBot: boolean
}

export interface Order {
  reason: string
  operator: string
  name?: string | null
  game?: string | null
  forgetDays?: number | null
}

/** Where a game was continued from: a step of another table's log. */
export interface Origin {
  tableId: string
  step: number
}

export interface OwnProfile {
  publicId: string
  isOpen: boolean
}

export interface PairingStatus {
  state: "idle" | "waiting" | "paired"
  game?: string | null
  tableId?: string | null
  waited: number
  rating?: number | null
  reach?: number | null
  others: number
}

export interface Passkey {
  passkeyId: string
  name: string
  createdAt: number
  usedAt: number | null
}

export interface PasskeyAnswer {
  credential: Readonly<Record<string, unknown>>
}

/** The time played so far, as a result records it, whether the clock is running, and what each seat has left. */
export interface PlayTime {
  kind: "clock"
  played: number
  runs: boolean
  left?: Readonly<Record<string, number>>
}

export interface Problem {
  code: string
  reason: string
}

export interface ProfileChange {
  isOpen: boolean
}

export interface ProfileRating {
  rating: number
  matches: number
}

export interface ProfileRecord {
  played: number
  won: number
  fastestWin: number | null
  fewestMoves: number | null
}

export interface PublicProfile {
  publicId: string
  name: string
  ratings: Readonly<Record<string, ProfileRating>>
  records: Readonly<Record<string, ProfileRecord>>
  medals: Readonly<Record<string, number>>
  isBot: boolean
}

export interface PushKey {
  publicKey: string | null
}

export interface PushSubscription {
  subscriptionId: string
  endpoint: string
  createdAt: number
}

/** How a match counts for a player's rating: a code and a sentence, unless it counts fully. */
export interface RatingNotice {
  status: "lowersOnly" | "rated" | "void"
  code: "HELP_USED" | "MATCH_LEFT" | "MATCH_TOO_SHORT" | "RESULT_DAMAGED" | "SAME_ADDRESS" | "SEED_GIVEN" | "WEAK_DEAL" | null
  reason: string | null
}

export interface RatingPoint {
  at: number
  matches: number
  mean: number
  uncertainty: number
  shown: number
}

export interface RecordFigures {
  played: number
  won: number
  fastestWin?: number | null
  fewestMoves?: number | null
  bestScore?: number | null
}

export interface RecordGroup {
  options: Readonly<Record<string, unknown>>
  difficulty: string | null
  clean: RecordFigures
  assisted: RecordFigures
}

export interface Recovered {
  playerId: string
  token: string
}

export interface RecoveryPhrase {
  phrase: string
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

export interface ReplayStep {
  clientId: string
  action: WireAction
  change: readonly Change[]
  at: number | null
}

export interface ReplaySteps {
  game: string
  seat: string | null
  logDigest: string
  first: unknown
  steps: readonly ReplayStep[]
}

export interface Rotation {
  signsFrom: number
  accepted: number
  forgotten: number
}

export interface SeatEstimate {
  seat: string
  decisions: number
  asPreferred: number
  loss: number
  lossError: number
}

export interface SeatHolder {
  seat: string
  kind: string
  playerId: string | null
  name: string | null
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

export interface StepEstimate {
  step: number
  seat: string
  played: string
  value: number
  error: number
  preferred: string
  loss: number
  lossError: number
  kind: "estimate"
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

export interface TableFacts {
  tableId: string
  game: string
  status: string
  host: string
  createdAt: number
  seats: readonly SeatHolder[]
  ended: string | null
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

export type ServerMessage = Ack | Reject | Snapshot | ViewHash | News | ClaimStatus | EmoteSent | EmoteRefused | BotFailed | PlayTime | Closed
