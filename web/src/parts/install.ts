/** How does the page live on this device? Its files are kept for days without a line, and it can be installed as an app. */
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

/** Let the browser keep the page, and load it again if the server has another version by now. */
export function keepPage(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as Offer
    install.offered = true
  })
  // A screen of the old version no longer exists. A second time would be a fault of another kind, and a server that
  // does not answer has no other version: whoever sits at a table stays there until the line is back.
  addEventListener('vite:preloadError', () => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (visit?.type === 'reload') return
    fetch('/api/health').then(() => { location.reload() }, () => undefined)
  })
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    addEventListener('load', () => { void navigator.serviceWorker.register('/worker.js').catch(() => undefined) })
  }
}
