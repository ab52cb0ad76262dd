/**
 * What is there when the server is not? The page itself: its files are kept when it is first visited, so that it opens
 * without a line and can say what is possible. Tables are never kept: the server alone knows how they stand.
 *
 * The build puts the list of files in place of FILES, a hash of them in place of VERSION, and the texts of notifications
 * in place of WORDS.
 */
/* global self, caches, fetch, URL, Request */
const NAME = 'saloon-__VERSION__'
/** What notifications say, by language. */
const WORDS = __WORDS__
const FILES = __FILES__
const DOCUMENT = '/'
const SERVERS_OWN = /^\/(api|schema|metrics)\b/

self.addEventListener('install', (event) => {
  const fresh = (path) => new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' })
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([DOCUMENT, ...FILES].map(fresh))).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const drop = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith('saloon-') && name !== NAME)
    await Promise.all(others.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(drop())
})

/** A screen comes from the server if it answers; a file of this version is never asked for twice. */
async function answer(request) {
  if (request.mode === 'navigate') return fetch(request).catch(() => caches.match(DOCUMENT))
  return (await caches.match(request)) ?? fetch(request)
}

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== self.location.origin || SERVERS_OWN.test(pathname)) return
  event.respondWith(answer(event.request))
})

/** The language of the page, which keeps it here for the worker. */
async function language() {
  const kept = await caches.match('/language')
  const name = kept ? await kept.text() : 'en'
  return name in WORDS ? name : 'en'
}

/** The server sends what for, the title of the game and the table: nothing that is on it. */
self.addEventListener('push', (event) => {
  const show = async () => {
    const { kind, game, table } = event.data.json()
    const lang = await language()
    const { title, body } = WORDS[lang][kind]
    const path = `/table/${encodeURIComponent(table)}`
    await self.registration.showNotification(title.replace('{}', game), { body, lang, tag: path, icon: '/icon-192.png', data: { path } })
  }
  event.waitUntil(show())
})

self.addEventListener('notificationclick', (event) => {
  const open = async () => {
    const { path } = event.notification.data
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const there = windows.find(({ url }) => new URL(url).pathname === path)
    await (there ? there.focus() : self.clients.openWindow(path))
  }
  event.notification.close()
  event.waitUntil(open())
})
