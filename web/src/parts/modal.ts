/** What covers the page: sheets, each of them a modal dialog, and offers. What is below knows whether it is covered. */
import { computed, onBeforeUnmount, onMounted, ref, useTemplateRef, type ShallowRef } from 'vue'

const open = ref(0)

/** Whether something covers the page that the player must read first. */
export const isCovered = computed(() => open.value > 0)

/** Let the page count as covered while this component is there. */
export function useCover(): void {
  onMounted(() => { open.value += 1 })
  onBeforeUnmount(() => { open.value -= 1 })
}

/** The dialog of a sheet, which is open from the moment it is there: `<dialog ref="dialog">`. */
export function useModal(): Readonly<ShallowRef<HTMLDialogElement | null>> {
  const dialog = useTemplateRef<HTMLDialogElement>('dialog')
  useCover()
  onMounted(() => { dialog.value?.showModal() })
  return dialog
}
