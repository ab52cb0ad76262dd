/** Ignores the keyboard while cards are dragged: no shortcut, no pile and no focused button reacts to a key. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue'

export function useIgnoredKeys(dragging: Readonly<Ref<boolean>>): void {
  /** Keys that went down during a drag; their release is ignored too, for Space presses a button only then. */
  const ignored = new Set<string>()

  function swallow(event: KeyboardEvent): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function down(event: KeyboardEvent): void {
    if (dragging.value) ignored.add(event.code)
    else if (!event.repeat) ignored.delete(event.code)
    if (ignored.has(event.code)) swallow(event)
  }

  function up(event: KeyboardEvent): void {
    if (ignored.delete(event.code) || dragging.value) swallow(event)
  }

  onMounted(() => {
    addEventListener('keydown', down, true)
    addEventListener('keyup', up, true)
  })
  onBeforeUnmount(() => {
    removeEventListener('keydown', down, true)
    removeEventListener('keyup', up, true)
  })
}
