/** Whether the player looks for a match. Apart from the store, so that the first page need not load that. */
import { ref } from 'vue'

export const isLooking = ref(false)
