/** How is a text copied? Over plain http a browser has no clipboard to offer, but still copies what is selected. */
import { useNotices } from '@/stores/notices'
import { words } from '@/words'

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'unseen'
  field.value = text
  document.body.append(field)
  field.focus({ preventScroll: true })
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}

/** Copy a text and tell so, or show it to be copied by hand. */
export async function copy(text: string): Promise<void> {
  const { copied, copyByHand } = words.value.table
  let done = true
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    done = copySelected(text)
  }
  useNotices().show(done ? copied : copyByHand(text))
}
