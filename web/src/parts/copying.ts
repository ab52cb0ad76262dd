/** Copies text. Over plain http a browser offers no clipboard, but it still copies what is selected. */
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

/** Copy a text and say so, or show it to be copied by hand. */
export async function copy(text: string, texts = words.value.table.copied): Promise<void> {
  const { copyByHand } = words.value.table
  let done = true
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    done = copySelected(text)
  }
  useNotices().show(done ? texts : copyByHand(text))
}
