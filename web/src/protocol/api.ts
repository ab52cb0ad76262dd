/** How is the server asked over HTTP? One function for each call of docs/PROTOCOL.md that the page makes. */
import type { Ack, Again, Chance, DailyDeal, DailyResult, GameCard, Me, News, Problem, DealRating, Reject, Seated, Solution, SolverHint, GameStatistics, NewTable } from './types'

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

/** The server did not answer at all. */
export class Unreachable extends Error {}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new Unreachable('the server cannot be reached')
  }
  if (response.status === 204) return undefined as T
  const answer: unknown = await response.json().catch(() => ({ code: 'SERVER_FAULT', reason: response.statusText }))
  if (response.ok) return answer as T
  const problem = answer as Problem
  throw new Refusal(problem.code, problem.reason, response.status)
}

/** The first question of who we are: whatever makes a player waits for it, or a new browser would become two players. */
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
  myTables: () => call<News[]>('GET', 'players/me/tables'),
  openTables: () => call<News[]>('GET', 'tables'),
  create: (wish: NewTable) => signedIn<Seated>('POST', 'tables', wish),
  join: (id: string) => signedIn<Seated>('POST', `tables/${id}/join`),
  leave: (id: string) => call<undefined>('POST', `tables/${id}/leave`),
  remove: (id: string) => call<undefined>('DELETE', `tables/${id}`),
  rematch: (id: string, again: Again = {}) => call<Seated>('POST', `tables/${id}/rematch`, again),
  hint: (id: string) => call<Ack | Reject>('POST', `tables/${id}/hint`),
  solve: (id: string) => call<Solution>('POST', `tables/${id}/solve`),
  solverHint: (id: string) => call<SolverHint>('POST', `tables/${id}/solver-hint`),
  winnable: (id: string) => call<Chance>('POST', `tables/${id}/winnable`),
  rating: (id: string) => call<DealRating>('GET', `tables/${id}/rating`),
  myDaily: () => call<Record<string, DailyResult>>('GET', 'players/me/daily'),
  daily: (game: string) => call<DailyDeal>('GET', `daily/${game}`),
  save: (id: string) => call<unknown>('GET', `tables/${id}/save`),
  load: (save: unknown) => signedIn<Seated>('POST', 'saves', save),
  replay: (id: string) => call<unknown>('GET', `tables/${id}/replay`),
}
