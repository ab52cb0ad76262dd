/** Does something lie beyond the edges of what scrolls sideways? */
import { onBeforeUnmount, onMounted, onUpdated, reactive, type Ref } from 'vue'

export function useBeyond(scroller: Readonly<Ref<HTMLElement | null>>) {
  const beyond = reactive({ left: false, right: false })

  function measure(): void {
    if (!scroller.value) return
    const { clientWidth, scrollLeft, scrollWidth } = scroller.value
    beyond.left = scrollLeft > 1
    beyond.right = scrollLeft + clientWidth < scrollWidth - 1
  }

  const observer = new ResizeObserver(measure)
  onMounted(() => { if (scroller.value) observer.observe(scroller.value) })
  onUpdated(measure)
  onBeforeUnmount(() => { observer.disconnect() })

  return { beyond, measure }
}
