/** Push messages: asking the browser for a subscription, and the server to use it. */
import { api } from './api'
import { bytes, text } from './passkeys'

/** Why there are no push messages here. */
export type PushObstacle = 'insecure' | 'homeScreen' | 'unsupported' | 'denied' | 'server'

/** The browser or the player did not want it. */
export class NoPush extends Error {
  constructor(readonly why: 'denied' | 'unable') {
    super(why)
  }
}

const LANGUAGES = 'language'
const WORKER_WAIT = 30_000

/** What prevents them in this browser; whether the server sends any is another question. */
export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    const inSafariTab = (navigator as { standalone?: boolean }).standalone === false
    return inSafariTab ? 'homeScreen' : 'unsupported'
  }
  return Notification.permission === 'denied' ? 'denied' : null
}

/** Whether the player gets push messages in this browser. */
export async function isSubscribed(): Promise<boolean> {
  const own = await current()
  return own !== null && (await known(own)).length > 0
}

/** Ask the player, the browser and the server, in this order. */
export async function subscribe(): Promise<void> {
  if (await Notification.requestPermission() !== 'granted') throw new NoPush('denied')
  await api.me()
  const { publicKey } = await api.pushKey()
  if (publicKey === null) throw new NoPush('unable')
  const old = await current()
  if (old?.options.applicationServerKey && text(old.options.applicationServerKey) !== publicKey) await old.unsubscribe()
  let made: PushSubscription
  try {
    made = await (await worker()).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(publicKey) })
  } catch {
    throw new NoPush('unable')
  }
  const { endpoint, keys } = made.toJSON()
  await api.subscribe({ endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } })
}

/** End the messages in this browser. */
export async function unsubscribe(): Promise<void> {
  const own = await current()
  if (own === null) return
  for (const { subscriptionId } of await known(own)) await api.unsubscribe(subscriptionId)
  await own.unsubscribe()
}

/** Keep the language where the service worker finds it: it has no settings of its own. */
export async function keepLanguage(language: string): Promise<void> {
  if (!('caches' in globalThis)) return
  try {
    await (await caches.open(LANGUAGES)).put('/language', new Response(language))
  } catch {
    // full or forbidden: notifications are in English
  }
}

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return await registration?.pushManager.getSubscription() ?? null
}

async function known({ endpoint }: PushSubscription) {
  return (await api.subscriptions()).filter((one) => one.endpoint === endpoint)
}

/** The service worker, which may still be starting on a first visit. */
async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => { setTimeout(() => { reject(new NoPush('unable')) }, WORKER_WAIT) })
  return await Promise.race([navigator.serviceWorker.ready, late])
}
