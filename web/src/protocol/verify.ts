/** Checks in the browser, with its own SHA-256, that a log is what the server published. */
import { canonicalJson } from './patch'
import type { ReplaySteps } from './types'

/** What was found; `unchecked` where the browser has no means to check, outside a secure context. */
export type Verification = 'verified' | 'unchecked' | 'changedLog' | 'brokenCommitment' | 'otherSteps'

interface LogHeader {
  readonly game?: string
  readonly nonce?: string
  readonly options?: unknown
  readonly seed?: string
  readonly commitment?: string
}

interface Log {
  readonly header: LogHeader
  readonly steps: readonly { readonly clientId: string; readonly action: { readonly kind: string } }[]
}

async function sha256(subtle: SubtleCrypto, bytes: BufferSource): Promise<string> {
  return [...new Uint8Array(await subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Check a log byte for byte, the commitment to its deal, and that the steps shown are those of the log. */
export async function verify(log: ArrayBuffer, shown: Pick<ReplaySteps, 'game' | 'logDigest' | 'steps'>): Promise<Verification> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return 'unchecked'
  if ((await sha256(subtle, log)) !== shown.logDigest) return 'changedLog'
  const { header, steps } = JSON.parse(new TextDecoder().decode(log)) as Log
  // the headers of one game's first logs name no game, and still do not
  const { game = shown.game, nonce, options, seed } = header
  const committed = await sha256(subtle, new TextEncoder().encode(canonicalJson({ game, nonce, options, seed })))
  if (header.commitment !== committed) return 'brokenCommitment'
  const isSame = game === shown.game && steps.length === shown.steps.length
    && steps.every((step, index) => step.clientId === shown.steps[index]?.clientId && step.action.kind === shown.steps[index].action.kind)
  return isSame ? 'verified' : 'otherSteps'
}
