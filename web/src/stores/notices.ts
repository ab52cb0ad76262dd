/** Notices to the player: one line at a time on the screen, and all of them in the live region. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

const SHOWN_FOR = 4000
/** What can be pressed stays longer. */
const OFFERED_FOR = 12_000

/** Something that the player can do about a notice. */
export interface Offer {
  readonly label: string
  readonly act: () => void
}

export const useNotices = defineStore('notices', () => {
  const shown = ref<{ text: string; kind: 'info' | 'bad'; offer?: Offer | undefined } | null>(null)
  const said = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(text: string, kind: 'info' | 'bad' = 'info', offer?: Offer): void {
    shown.value = { text, kind, offer }
    say(text)
    clearTimeout(timer)
    timer = setTimeout(hide, offer ? OFFERED_FOR : SHOWN_FOR)
  }

  function hide(): void {
    clearTimeout(timer)
    shown.value = null
  }

  /** Take away a refusal: the player has gone on. */
  function goOn(): void {
    if (shown.value?.kind === 'bad') hide()
  }

  /** Announce something to screen readers. The same words said twice are two announcements. */
  function say(text: string): void {
    said.value = said.value === text ? `${text}\u00a0` : text
  }

  return { shown, said, show, hide, goOn, say }
})
