/** Playing again: a new deal, the same one, or the rematch that somebody asked for. */
import { useRouter } from 'vue-router'

import { isGuide } from '@/guide/tables'
import { api } from '@/protocol/api'
import type { NewTable } from '@/protocol/types'
import { useGames } from '@/stores/games'
import { useNotices } from '@/stores/notices'
import { reasonOf } from '@/stores/refusals'
import { keepAsked } from '@/stores/rematches'
import { useTable } from '@/stores/table'
import { useTableChoices } from '@/stores/newTable'

/** Whether a deal is asked for: a second click does not ask for another. */
let dealing = false

export function useAgain() {
  const table = useTable()
  const notices = useNotices()
  const router = useRouter()
  const choices = useTableChoices()
  const games = useGames()

  /** Tell why something that was asked over HTTP was not done. */
  function complain(error: unknown): void {
    notices.show(reasonOf(error), 'bad')
  }

  async function again(retry: boolean): Promise<void> {
    const { id, known } = table
    if (id === null || known === null || dealing) return
    dealing = true
    try {
      const { game, seed } = known
      const card = games.of(game)
      const deal = seed === null || retry || !card ? {} : choices.dealOf(card)
      const { tableId } = deal.winnable
        ? await api.create({ game, options: known.options as NonNullable<NewTable['options']>, ...deal })
        : await api.rematch(id, { retry })
      // a newly dealt solitaire is not waited for: it would count among the tables that are open
      if (known.outcome === null && seed !== null && !isGuide(id)) await api.leave(id)
      if (table.news !== null && seed === null) keepAsked(table.news, tableId)
      await router.push({ name: 'table', params: { id: tableId } })
    } catch (error) {
      complain(error)
    } finally {
      dealing = false
    }
  }

  return { again, complain }
}
