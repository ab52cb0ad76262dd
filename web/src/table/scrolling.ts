/** Whether there is more beyond the edges of something that scrolls sideways, and what must not be beyond them. */
import { onBeforeUnmount, onMounted, reactive, type Ref } from 'vue'

/** `needed` selects what `follow` scrolls into view; that also happens when the window gets another size. */
export function useBeyond(scroller: Readonly<Ref<HTMLElement | null>>, needed: string) {
  const beyond = reactive({ left: false, right: false })

  function measure(): void {
    if (!scroller.value) return
    const { clientWidth, scrollLeft, scrollWidth } = scroller.value
    beyond.left = scrollLeft > 1
    beyond.right = scrollLeft + clientWidth < scrollWidth - 1
  }

  function follow(): void {
    scroller.value?.querySelector(needed)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    measure()
  }

  const resized = new ResizeObserver(follow)
  // what it holds may come late, such as the buttons of a game
  const changed = new MutationObserver(measure)
  onMounted(() => {
    if (!scroller.value) return
    resized.observe(scroller.value)
    changed.observe(scroller.value, { childList: true, subtree: true, characterData: true })
  })
  onBeforeUnmount(() => {
    resized.disconnect()
    changed.disconnect()
  })

  return { beyond, follow, measure }
}
