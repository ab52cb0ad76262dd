/** The figures of each player of a match: points, cards left, presence, offers, and how long nothing has moved. */
import { computed, watch } from 'vue'

import { seatNumber } from '@/games/shapes'
import { useNotices } from '@/stores/notices'
import { useTable } from '@/stores/table'
import { useTimeLeft } from '@/table/timeLeft'

import { claimIn } from './claim'
import { isCountingDown } from './countdown'
import type { Side } from './layout'
import { hasProgressed } from './progress'
import type { View } from './types'
import { texts } from './words'

const PLAYERS = ['p1', 'p2'] as const
type Player = (typeof PLAYERS)[number]

/** Actions without progress that are worth showing, and how many of each player end the match: the server counts. */
const SHOWN_FROM = 20
const LIMIT = { withOffers: 60, without: 200 }

export interface SideOfMatch {
  readonly player: Player
  readonly side: Side
  readonly name: string
  readonly score: number
  readonly cards: number
  readonly won: boolean
  /** Whether a bot thinks here. */
  readonly thinks: boolean
  /** Whether the player is there; null where that is not known. */
  readonly presence: 'here' | 'away' | null
  /** Seconds until the absence of this player can be claimed, 0 if it can now; null while they are there. */
  readonly claimIn: number | null
  readonly offers: boolean
  /** How many more actions without progress bring this player to the limit; null while that is far off. */
  readonly idleLeft: number | null
  /** Seconds of the player's clock; null without a clock. */
  readonly clock: number | null
}

const boardOf = (view: View, player: Player) => (player === (view.seat ?? 'p1') ? (view.you ?? view.p1) : (view.opp ?? view.p2))

export function useSides(viewOf: () => View, names: () => readonly string[]) {
  const table = useTable()
  const notices = useNotices()
  const { restart, secondsLeft } = useTimeLeft(() => ((table.known?.options as { clock?: number } | undefined)?.clock ?? 0) * 60)
  const offering = computed(() => (table.over ? [] : PLAYERS.filter((player) => viewOf().offers?.[player])))
  const kindOf = (player: Player) => table.news?.seats[seatNumber(player)]?.kind

  function presenceOf(player: Player): SideOfMatch['presence'] {
    if (player === viewOf().seat || viewOf().seat === null || table.over || kindOf(player) !== 'human') return null
    return table.claimStatus?.away ? 'away' : 'here'
  }

  function sideOf(player: Player, side: Side): SideOfMatch {
    const view = viewOf()
    const board = boardOf(view, player)
    const idle = view.sinceProgress?.[player] ?? 0
    return {
      player,
      side,
      name: names()[seatNumber(player)] ?? player,
      score: board?.score ?? 0,
      cards: board?.cardsLeft ?? 0,
      won: view.winner === player,
      thinks: kindOf(player) === 'bot' && !table.over && !isCountingDown(),
      presence: presenceOf(player),
      claimIn: presenceOf(player) === 'away' ? claimIn.value : null,
      offers: offering.value.includes(player),
      idleLeft: idle < SHOWN_FROM || table.over ? null : Math.max(0, (view.offers ? LIMIT.withOffers : LIMIT.without) - idle),
      clock: secondsLeft(player),
    }
  }

  watch(viewOf, (after, before) => {
    for (const player of PLAYERS) {
      const [was, is] = [boardOf(before, player), boardOf(after, player)]
      if (was && is && hasProgressed(was, is)) restart(player)
    }
  })
  watch(offering, (after, before) => {
    const { youOffer, theyOffer } = texts.value.own
    for (const player of after.filter((one) => !before.includes(one))) {
      if (player === viewOf().seat) notices.say(youOffer)
      else notices.show(theyOffer(names()[seatNumber(player)] ?? player))
    }
  })

  return computed(() => {
    const own = viewOf().seat ?? 'p1'
    return [sideOf(own, 'you'), sideOf(own === 'p1' ? 'p2' : 'p1', 'opp')]
  })
}
