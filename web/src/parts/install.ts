/** Installing the page as an app, and the service worker that keeps its files while offline. */
import { reactive } from 'vue'

interface Offer extends Event {
  prompt: () => Promise<void>
}

let offer: Offer | null = null
/** Safari on iPhone and iPad never offers it: there the player adds the page to the home screen by hand. */
const inSafariTab = (navigator as { standalone?: boolean }).standalone === false && navigator.maxTouchPoints > 0

const install = reactive({
  offered: false,
  byHand: inSafariTab,
  async now(): Promise<void> {
    install.offered = false
    await offer?.prompt()
    offer = null
  },
})

/** The browser's offer to install the page; it comes when the browser likes and is kept until it is taken. */
export const useInstall = () => install

/**
 * Whether a file is missing because the server has another version of the page by now. If the page was reloaded already,
 * the cause is another one, and if the connection failed, a player at a table stays there.
 */
async function isOutdated(): Promise<boolean> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const entry = document.querySelector('script[type=module]')?.getAttribute('src')
  if (visit?.type === 'reload' || !entry) return false
  const page = await fetch('/?latest', { cache: 'no-store' }) // the query keeps the service worker from answering
  return page.ok && !(await page.text()).includes(entry)
}

/** Let the browser keep the page, and load it again if the server has another version by now. */
export function keepPage(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as Offer
    install.offered = true
  })
  addEventListener('vite:preloadError', () => { void isOutdated().then((outdated) => { if (outdated) location.reload() }, () => undefined) })
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    addEventListener('load', () => { void navigator.serviceWorker.register('/worker.js').catch(() => undefined) })
  }
}
