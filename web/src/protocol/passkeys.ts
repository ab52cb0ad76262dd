/** Passkeys: WebAuthn between the server's JSON and the bytes that browsers take.
 *
 * Browsers before 2025 have no `parseCreationOptionsFromJSON` and no `toJSON`, so this does what those do.
 */

type Json = Readonly<Record<string, unknown>>

/** Why passkeys cannot be used here at all. */
export type Obstacle = 'insecure' | 'unsupported' | 'address'

/** Why the browser or the authenticator made or used no passkey. */
export type PasskeyFailure = 'cancelled' | 'known' | 'unable'

const IP_ADDRESS = /^[\d.]+$|^\[/
const PRODUCTS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'], [/OPR/, 'Opera'], [/SamsungBrowser/, 'Samsung Internet'], [/Firefox|FxiOS/, 'Firefox'], [/Chrome|CriOS/, 'Chrome'], [/Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/Mac OS X/, 'Mac'], [/Windows/, 'Windows'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux'],
]

export function passkeyObstacle(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('credentials' in navigator) || !('PublicKeyCredential' in window)) return 'unsupported'
  return IP_ADDRESS.test(location.hostname) ? 'address' : null
}

/** What went wrong in the browser; null for anything else, such as a refusal of the server. */
export function passkeyFailure(error: unknown): PasskeyFailure | null {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  return error.name === 'InvalidStateError' ? 'known' : 'unable'
}

/** A name for the list of passkeys, such as `Firefox, Android`. */
export function deviceName(userAgent: string = navigator.userAgent): string {
  const names = [PRODUCTS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1])
  return names.filter(Boolean).join(', ') || 'Passkey'
}

/** Have the browser make a passkey. */
export async function createPasskey(options: Json): Promise<Json> {
  const { user, excludeCredentials = [] } = options as { user: Json, excludeCredentials?: readonly Json[] }
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = await navigator.credentials.create({ publicKey }) as PublicKeyCredential
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  return answer(made, { clientDataJSON, attestationObject })
}

/** Have the player choose a passkey and sign the challenge with it. */
export async function usePasskey(options: Json): Promise<Json> {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] } as PublicKeyCredentialRequestOptions
  const used = await navigator.credentials.get({ publicKey }) as PublicKeyCredential
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse
  return answer(used, { clientDataJSON, authenticatorData, signature, userHandle })
}

function answer({ rawId, type }: PublicKeyCredential, response: Readonly<Record<string, ArrayBuffer | null>>): Json {
  const id = text(rawId)
  const texts = Object.entries(response).map(([name, value]) => [name, value === null ? null : text(value)])
  return { id, rawId: id, type, response: Object.fromEntries(texts) as Json, clientExtensionResults: {} }
}

/** The bytes of a base64url text. */
export function bytes(base64url: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(base64url).replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Bytes as a base64url text without padding. */
export function text(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
