/** Stops something that runs by itself at the next key or tap. That key or tap does nothing else. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue'

/** Keys that press a focused button. */
const PRESSES: ReadonlySet<string> = new Set(['Enter', ' '])

/**
 * Call `stop` at any key or tap while `running`. The elements that match `controls` keep working, also by Tab and Enter.
 */
export function useInterrupt(running: Readonly<Ref<boolean>>, stop: () => void, controls: string): void {
  /** What still follows from the key or tap that stopped it: the release of the key, the click. */
  let swallowed: 'keyup' | 'click' | null = null

  const isControl = (event: Event) => event.target instanceof Element && event.target.closest(controls) !== null

  function swallow(event: Event): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function key(event: KeyboardEvent): void {
    swallowed = null
    if (!running.value || event.repeat || event.key === 'Tab' || (PRESSES.has(event.key) && isControl(event))) return
    stop()
    if (event.ctrlKey || event.metaKey || event.altKey) return // the browser's own
    swallowed = 'keyup'
    swallow(event)
  }

  function press(event: PointerEvent): void {
    swallowed = null
    if (!running.value || isControl(event)) return
    stop()
    swallowed = 'click'
    swallow(event)
  }

  function follow(event: Event): void {
    if (event.type !== swallowed || (event instanceof MouseEvent && event.detail === 0)) return
    swallowed = null
    swallow(event)
  }

  onMounted(() => {
    addEventListener('keydown', key, true)
    addEventListener('pointerdown', press, true)
    addEventListener('keyup', follow, true)
    addEventListener('click', follow, true)
  })
  onBeforeUnmount(() => {
    removeEventListener('keydown', key, true)
    removeEventListener('pointerdown', press, true)
    removeEventListener('keyup', follow, true)
    removeEventListener('click', follow, true)
  })
}
