/** Applies the `change` of an ack to the client's view, and hashes views. */
import type { Change } from './types'

export function patched<View>(view: View, changes: readonly Change[]): View {
  return changes.reduce<unknown>((node, change) => atPath(node, change.path, change), view) as View
}

function atPath(node: unknown, path: Change['path'], change: Change): unknown {
  const [step, ...rest] = path
  if (step !== undefined) {
    const fresh = Array.isArray(node) ? [...(node as unknown[])] : { ...(node as object) }
    const parts = fresh as Record<string | number, unknown>
    parts[step] = atPath(parts[step], rest, change)
    return fresh
  }
  if (change.add === undefined) return change.value
  return [...(node as unknown[]).slice(0, change.keep), ...change.add]
}

/** Freeze a value and all its parts: what came from the server is never changed here. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(frozen)
  }
  return value
}

/** The one JSON text of a value: keys sorted, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(parts).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(parts[key])}`).join(',')}}`
}

/** The hash by which a client knows that it holds the right view; null where the browser has no means to make it. */
export async function viewHash(rev: number, view: unknown): Promise<string | null> {
  // only pages of a secure context have crypto.subtle
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return null
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson({ rev, view })))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
