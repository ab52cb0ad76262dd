/** How does one play again? A new deal, the same one, or the rematch that somebody asked for. */
import { useRouter } from 'vue-router'

import { api, Refusal } from '@/protocol/api'
import { useNotices } from '@/stores/notices'
import { useTable } from '@/stores/table'
import { words } from '@/words'

export function useAgain() {
  const table = useTable()
  const notices = useNotices()
  const router = useRouter()

  /** Tell why something that was asked over HTTP was not done. */
  function complain(error: unknown): void {
    notices.show(error instanceof Refusal ? error.message : words.value.failed.offline, 'bad')
  }

  async function again(retry: boolean): Promise<void> {
    const { id, known } = table
    if (id === null || known === null) return
    try {
      const { tableId } = await api.rematch(id, { retry })
      // a solitaire that is dealt anew is not waited for: it would count among the tables that are open
      if (known.outcome === null && known.seed !== null) await api.leave(id)
      await router.push({ name: 'table', params: { id: tableId } })
    } catch (error) {
      complain(error)
    }
  }

  return { again, complain }
}
