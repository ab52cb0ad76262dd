import { afterEach, expect, test, vi } from 'vitest'

import { bytes, createPasskey, deviceName, passkeyFailure, passkeyObstacle, text, usePasskey } from './passkeys'

afterEach(() => { vi.unstubAllGlobals() })

const buffer = (...values: number[]) => Uint8Array.from(values).buffer

test('base64url is read and written without padding', () => {
  for (const values of [[], [0], [251, 255], [255, 239, 190, 0], [...Array(256).keys()]]) {
    expect([...bytes(text(buffer(...values)))]).toEqual(values)
  }
  expect(text(buffer(251, 255))).toBe('-_8')
})

test('a new passkey is asked for in bytes and sent as text', async () => {
  const create = vi.fn(() => Promise.resolve({
    rawId: buffer(1, 2), type: 'public-key', response: { clientDataJSON: buffer(3), attestationObject: buffer(4) },
  }))
  vi.stubGlobal('navigator', { credentials: { create } })
  const options = { challenge: 'AQ', user: { id: 'Ag', name: 'Ada' }, excludeCredentials: [{ id: 'Aw', type: 'public-key' }], rp: { id: 'localhost' } }
  const made = await createPasskey(options)
  const publicKey = { ...options, challenge: bytes('AQ'), user: { id: bytes('Ag'), name: 'Ada' }, excludeCredentials: [{ id: bytes('Aw'), type: 'public-key' }] }
  expect(create).toHaveBeenCalledWith({ publicKey })
  expect(made).toMatchObject({ id: 'AQI', rawId: 'AQI', response: { clientDataJSON: 'Aw', attestationObject: 'BA' } })
})

test('a sign-in sends what the passkey has signed', async () => {
  const response = { clientDataJSON: buffer(1), authenticatorData: buffer(2), signature: buffer(3), userHandle: null }
  vi.stubGlobal('navigator', { credentials: { get: () => Promise.resolve({ rawId: buffer(9), type: 'public-key', response }) } })
  expect(await usePasskey({ challenge: 'AQ', rpId: 'localhost' })).toMatchObject({
    id: 'CQ', type: 'public-key', response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: null },
  })
})

test('where passkeys cannot work, the reason is known', () => {
  const at = (isSecureContext: boolean, hostname: string, supported = true) => {
    vi.stubGlobal('window', { isSecureContext, ...(supported ? { PublicKeyCredential: {} } : {}) })
    vi.stubGlobal('navigator', { credentials: {} })
    vi.stubGlobal('location', { hostname })
    return passkeyObstacle()
  }
  expect(at(false, 'play.example')).toBe('insecure')
  expect(at(true, 'play.example', false)).toBe('unsupported')
  expect([at(true, '127.0.0.1'), at(true, '[::1]')]).toEqual(['address', 'address'])
  expect([at(true, 'localhost'), at(true, 'play.example')]).toEqual([null, null])
})

test('what the browser throws is told apart', () => {
  const named = (name: string) => passkeyFailure(new DOMException('', name))
  expect(['NotAllowedError', 'AbortError', 'InvalidStateError', 'NotSupportedError'].map(named)).toEqual(['cancelled', 'cancelled', 'known', 'unable'])
  expect(passkeyFailure(new Error('offline'))).toBeNull()
})

test('a passkey is named after browser and system', () => {
  expect(deviceName('Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0')).toBe('Firefox, Android')
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1')).toBe('Safari, iPhone')
  expect(deviceName('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0')).toBe('Edge, Windows')
  expect(deviceName('')).toBe('Passkey')
})
