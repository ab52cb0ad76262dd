/** Claiming the match: whether the opponent is away, and when the server would accept a claim.
 *
 * The plate of the opponent counts down, and the bar offers the claim: neither covers a card.
 */
import { computed, onBeforeUnmount, onMounted, ref, watch } from 'vue'

import { useNotices } from '@/stores/notices'
import { refusal } from '@/stores/refusals'
import { useTable } from '@/stores/table'

import { texts } from './words'

/** Seconds between two questions: seldom while the opponent is there, often while it matters. */
const SELDOM = 10
const OFTEN = 4

/** Seconds until the opponent's absence can be claimed, 0 if it can now; null while there is nothing to claim. */
export const claimIn = ref<number | null>(null)
export const isClaiming = ref(false)

export function claim(): void {
  isClaiming.value = true
  useTable().askClaim('claim')
}

/** Ask the server from time to time, as long as `may` says that a claim is possible at this table. */
export function useClaim(may: () => boolean): void {
  const table = useTable()
  const notices = useNotices()
  const now = ref(Date.now())
  /** When the claim is possible, by this browser's clock. */
  const dueAt = ref(0)
  let asked = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined

  const isAway = computed(() => may() && table.claimStatus?.away === true && table.claimStatus.wait !== null)
  const isDue = computed(() => isAway.value && table.claimStatus?.code === null)

  function tick(): void {
    now.value = Date.now()
    const pause = isAway.value ? OFTEN : SELDOM
    const counted = isAway.value && !isDue.value && dueAt.value <= now.value
    if (!may() || table.line !== 'open' || (now.value - asked < pause * 1000 && !(counted && now.value - asked > 1000))) return
    asked = now.value
    table.askClaim('claimRequest')
  }

  watch(() => table.claimStatus, (status) => {
    if (!status) return
    now.value = Date.now()
    dueAt.value = now.value + (status.wait ?? 0)
    if (isClaiming.value && status.code !== null) notices.show(refusal(status.code, status.reason), 'bad')
    isClaiming.value = false
  })
  watch([isAway, isDue, now, dueAt], () => {
    // the server decides: a countdown that has run out waits for its word
    claimIn.value = !isAway.value ? null : isDue.value ? 0 : Math.max(1, Math.ceil((dueAt.value - now.value) / 1000))
  }, { immediate: true })
  watch(isAway, (away) => { if (away) notices.say(texts.value.own.awayLong) })
  watch(isDue, (due) => { if (due) notices.show(texts.value.own.mayClaim) })
  /** Whatever the opponent does shows that they are there. */
  watch(() => table.event, ({ ack }) => {
    if (ack && ack.clientId !== table.seat) {
      asked = Date.now()
      table.claimStatus = null
    }
  })
  onMounted(() => { timer = setInterval(tick, 1000) })
  onBeforeUnmount(() => {
    clearInterval(timer)
    claimIn.value = null
    isClaiming.value = false
  })
}
