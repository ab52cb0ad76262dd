/** HTTP calls to the server: one function for each call of docs/PROTOCOL.md that the page makes. */
import { jsonLines } from './lines'
import type { Ack, Again, AnalysisFailed, AnalysisSummary, ChallengeComparison, ChallengeMonth, Chance, DailyDeal, DailyResult, DealRating, DrillList, DuplicateComparison, DuplicateMonth, EstimateSummary, FairHint, GameCard, GameRecords, GameStatistics, HistoryPage, Leaderboard, Me, Mistake, NewPushSubscription, NewTable, News, OwnProfile, PairingStatus, Passkey, Problem, PublicProfile, PushKey, PushSubscription, Recovered, RecoveryPhrase, Reject, ReplaySteps, Seated, Solution, SolverHint, StepEstimate, StepVerdict, TurningPoint } from './types'

/** The server's refusal: a stable code, and a sentence that can be shown. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly status: number,
  ) {
    super(reason)
  }
}

/** A line of an analysis. */
export type AnalysisEvent = StepVerdict | TurningPoint | AnalysisSummary | StepEstimate | Mistake | EstimateSummary | AnalysisFailed

/** The server did not answer at all. */
export class Unreachable extends Error {}

async function send(method: string, path: string, body?: unknown, signal: AbortSignal | null = null): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method,
      credentials: 'same-origin',
      signal,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new Unreachable('the server cannot be reached')
  }
  if (response.ok) return response
  const problem = await response.json().catch(() => ({ code: 'SERVER_FAULT', reason: response.statusText })) as Problem
  throw new Refusal(problem.code, problem.reason, response.status)
}

/** The lines of an analysis, as they come. */
async function* analysis(id: string, signal: AbortSignal): AsyncGenerator<readonly AnalysisEvent[]> {
  await signingIn
  const { body } = await send('POST', `tables/${id}/analysis`, undefined, signal)
  if (body === null) return
  try {
    yield* jsonLines<AnalysisEvent>(body)
  } catch {
    throw new Unreachable('the analysis was cut off')
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body)
  return response.status === 204 ? undefined as T : await response.json() as T
}

/** The first request for our identity: every request that could create a player waits for it, or a new browser would become two players. */
let signingIn: Promise<unknown> = Promise.resolve()

function me(): Promise<Me> {
  const asked = signingIn.then(() => call<Me>('GET', 'players/me'))
  signingIn = asked.catch(() => undefined)
  return asked
}

async function signedIn<T>(method: string, path: string, body?: unknown): Promise<T> {
  await signingIn
  return await call<T>(method, path, body)
}

export const api = {
  games: () => call<GameCard[]>('GET', 'games'),
  me,
  rename: (name: string) => call<Me>('PATCH', 'players/me', { name }),
  statistics: () => call<Record<string, GameStatistics>>('GET', 'players/me/stats'),
  leaderboard: (game: string, bots: boolean) => signedIn<Leaderboard>('GET', `leaderboards/${game}?bots=${bots}`),
  profile: () => signedIn<OwnProfile>('GET', 'players/me/profile'),
  profileOf: (publicId: string) => call<PublicProfile>('GET', `profiles/${encodeURIComponent(publicId)}`),
  openProfile: (isOpen: boolean) => signedIn<OwnProfile>('PATCH', 'players/me/profile', { isOpen }),
  newPhrase: () => signedIn<RecoveryPhrase>('POST', 'players/me/recovery'),
  recover: (phrase: string) => signedIn<Recovered>('POST', 'recovery', { phrase }),
  passkeys: () => signedIn<Passkey[]>('GET', 'players/me/passkeys'),
  passkeyOptions: () => signedIn<Readonly<Record<string, unknown>>>('POST', 'players/me/passkeys/options'),
  addPasskey: (name: string, credential: unknown) => signedIn<Passkey>('POST', 'players/me/passkeys', { name, credential }),
  removePasskey: (id: string) => signedIn<undefined>('DELETE', `players/me/passkeys/${id}`),
  signInOptions: () => signedIn<Readonly<Record<string, unknown>>>('POST', 'sign-in/options'),
  signIn: (credential: unknown) => signedIn<Recovered>('POST', 'sign-in', { credential }),
  pushKey: () => call<PushKey>('GET', 'push'),
  subscriptions: () => signedIn<PushSubscription[]>('GET', 'players/me/push'),
  subscribe: (subscription: NewPushSubscription) => signedIn<PushSubscription>('POST', 'players/me/push', subscription),
  unsubscribe: (id: string) => signedIn<undefined>('DELETE', `players/me/push/${id}`),
  erase: () => signedIn<undefined>('DELETE', 'players/me'),
  records: (game: string) => signedIn<GameRecords>('GET', `players/me/records/${game}`),
  myTables: () => call<News[]>('GET', 'players/me/tables'),
  openTables: () => call<News[]>('GET', 'tables'),
  create: (request: NewTable) => signedIn<Seated>('POST', 'tables', request),
  look: (game: string) => signedIn<PairingStatus>('POST', `pairing/${game}`),
  stopLooking: () => call<PairingStatus>('DELETE', 'pairing'),
  challenges: (game: string, month: string) => signedIn<ChallengeMonth>('GET', `challenges/${game}?month=${month}`),
  playChallenge: (game: string, day: string, level: string) => signedIn<Seated>('POST', `challenges/${game}/${day}/${level}`),
  compareChallenge: (game: string, day: string, level: string) => signedIn<ChallengeComparison>('GET', `challenges/${game}/${day}/${level}`),
  duplicates: (game: string, month: string) => signedIn<DuplicateMonth>('GET', `duplicates/${game}?month=${month}`),
  playDuplicate: (game: string, day: string) => signedIn<Seated>('POST', `duplicates/${game}/${day}`),
  compareDuplicate: (game: string, day: string) => signedIn<DuplicateComparison>('GET', `duplicates/${game}/${day}`),
  join: (id: string) => signedIn<Seated>('POST', `tables/${id}/join`),
  leave: (id: string) => call<undefined>('POST', `tables/${id}/leave`),
  remove: (id: string) => call<undefined>('DELETE', `tables/${id}`),
  rematch: (id: string, again: Again = {}) => call<Seated>('POST', `tables/${id}/rematch`, again),
  hint: (id: string) => call<Ack | Reject>('POST', `tables/${id}/hint`),
  solve: (id: string) => call<Solution>('POST', `tables/${id}/solve`),
  solverHint: (id: string) => call<SolverHint>('POST', `tables/${id}/solver-hint`),
  fairHint: (id: string) => call<FairHint>('POST', `tables/${id}/fair-hint`),
  winnable: (id: string) => call<Chance>('POST', `tables/${id}/winnable`),
  rating: (id: string) => call<DealRating>('GET', `tables/${id}/rating`),
  history: (query: URLSearchParams) => signedIn<HistoryPage>('GET', `players/me/history?${query.toString()}`),
  myDaily: () => call<Record<string, DailyResult>>('GET', 'players/me/daily'),
  daily: (game: string) => call<DailyDeal>('GET', `daily/${game}`),
  save: (id: string) => call<unknown>('GET', `tables/${id}/save`),
  load: (save: unknown) => signedIn<Seated>('POST', 'saves', save),
  replay: (id: string) => call<unknown>('GET', `tables/${id}/replay`),
  /** The same, byte by byte, to be verified. */
  log: async (id: string) => await (await send('GET', `tables/${id}/replay`)).arrayBuffer(),
  replaySteps: (id: string, seat: number) => signedIn<ReplaySteps>('GET', `tables/${id}/replay/steps?seat=${seat}`),
  analysis,
  branch: (id: string, step: number) => signedIn<Seated>('POST', `tables/${id}/branch`, { step }),
  drills: () => signedIn<DrillList>('GET', 'players/me/drills'),
  dropDrill: (id: string, step: number) => call<undefined>('DELETE', `players/me/drills/${id}/${step}`),
  news: (id: string) => signedIn<News>('GET', `tables/${id}/news`),
}
