/** Whether there is more beyond the edges of something that scrolls sideways. */
import { onBeforeUnmount, onMounted, reactive, type Ref } from 'vue'

export function useBeyond(scroller: Readonly<Ref<HTMLElement | null>>) {
  const beyond = reactive({ left: false, right: false })

  function measure(): void {
    if (!scroller.value) return
    const { clientWidth, scrollLeft, scrollWidth } = scroller.value
    beyond.left = scrollLeft > 1
    beyond.right = scrollLeft + clientWidth < scrollWidth - 1
  }

  const resized = new ResizeObserver(measure)
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

  return { beyond, measure }
}
