/**
 * What is there when the server is not? The page itself: its files are kept when it is first visited, so that it opens
 * without a line and can say what is possible. Tables are never kept: the server alone knows how they stand.
 *
 * The build puts the list of files in place of FILES and a hash of them in place of VERSION.
 */
/* global self, caches, fetch, URL, Request */
const NAME = 'saloon-__VERSION__'
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
