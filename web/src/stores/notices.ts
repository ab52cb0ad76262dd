/** What is told to the player? One line at a time on the screen, and everything in the live region. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

const SHOWN_FOR = 4000

export const useNotices = defineStore('notices', () => {
  const shown = ref<{ text: string; kind: 'info' | 'bad' } | null>(null)
  const said = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(text: string, kind: 'info' | 'bad' = 'info'): void {
    shown.value = { text, kind }
    say(text)
    clearTimeout(timer)
    timer = setTimeout(() => { shown.value = null }, SHOWN_FOR)
  }

  /** Say something to those who hear the page. The same words said twice are two announcements. */
  function say(text: string): void {
    said.value = said.value === text ? `${text}\u00a0` : text
  }

  return { shown, said, show, say }
})
