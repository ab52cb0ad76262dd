/** What people are called: the server names guests in English. */
import { words } from '@/words'

const GUEST = /^Guest ([0-9a-f]{4})$/

/** A person's name as the page shows it: a guest without a name of their own is called so in the page's language. */
export function shownName(name: string): string {
  const id = GUEST.exec(name)?.[1]
  return id === undefined ? name : words.value.lobby.guest(id)
}
