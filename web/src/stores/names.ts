/** What people are called: the server names guests in English. */
import { words } from '@/words'

const GUEST = /^Guest ([0-9a-f]{4})$/

/** A player's name as the page shows it: a guest without a name of their own is called so in the page's language, and a
 * bot account is marked. */
export function shownName(name: string, isBot = false): string {
  const id = GUEST.exec(name)?.[1]
  const called = id === undefined ? name : words.value.lobby.guest(id)
  return isBot ? words.value.lobby.botAccount(called) : called
}
