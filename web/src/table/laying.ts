/** Where does each card of this table lie, and when does it set off? The game's arrangement, brought to the window. */
import { computed, type Ref } from 'vue'

import { Elements, type Shown } from './elements'
import type { Box, GameRoom, Move, Pile } from './model'
import { mirrored, offsets, type Lying, type Point } from './places'

/** What the table must be told to lay its cards. */
export interface Scene {
  readonly room: GameRoom
  readonly piles: readonly Pile[]
  readonly moves: readonly Move[]
  /** Whether left and right change places, for the left hand. */
  readonly leftHanded: boolean
  /** Whether cards are simply there instead of gliding. */
  readonly still: boolean
}

export interface Placed extends Shown, Lying {
  /** Where a card that was not there before comes from. */
  readonly from: (Point & { readonly scale: number }) | null
  /** How long the card waits before it glides, when many go at once. */
  readonly delay: number
  /** How much of its height is seen. */
  readonly seen: number
}

/** Milliseconds between the cards of one action, and between those of a deal. */
const APART = 10
const DEALT_APART = 14

/** How high a name is, and how wide at most, in pixels. */
const PLATE = 20
const WIDEST_PLATE = 104

/** When does each card set off? Those that go home in one action do so one after the other, the lower ranks first. */
class Departures {
  private before = new Map<number, string>()

  of(cards: readonly Shown[], piles: ReadonlyMap<string, Pile>): ReadonlyMap<number, number> {
    const isDeal = this.before.size === 0
    const going = isDeal ? [...cards] : cards.filter((one) => (this.before.get(one.key) ?? one.pile) !== one.pile)
    this.before = new Map(cards.map((one) => [one.key, one.pile]))
    if (isDeal) return new Map(going.map((one, index) => [one.key, index * DEALT_APART]))
    going.sort((a, b) => (a.card.face?.rank ?? 0) - (b.card.face?.rank ?? 0))
    const together = new Set(going.map((one) => one.pile)).size === 1 && going.every((one) => piles.get(one.pile)?.kind !== 'foundation')
    return new Map(going.map((one, index) => [one.key, together ? 0 : index * APART]))
  }
}

export function useLaying(told: Scene, box: Readonly<Ref<Box>>) {
  const elements = new Elements()
  const departures = new Departures()

  const byId = computed(() => new Map(told.piles.map((pile) => [pile.id, pile])))
  const shown = computed(() => elements.follow(told.piles))
  const movable = computed(() => new Set(told.moves.map((move) => move.from)))
  const arrangement = computed(() => {
    const arranged = told.room.arrange(told.piles, box.value, movable.value)
    return told.leftHanded ? mirrored(arranged, box.value.width) : arranged
  })
  const fans = computed(() => new Map(told.piles.map((pile) => {
    const spot = arrangement.value.spots.get(pile.id)
    return [pile.id, spot ? offsets(pile.cards, spot) : []]
  })))
  const isCovered = ({ pile, index }: Shown) => index < (byId.value.get(pile)?.cards.length ?? 0) - 1
  const waits = computed(() => departures.of(shown.value, byId.value))
  const placed = computed<readonly Placed[]>(() => {
    const order = new Map(told.piles.map((pile, index) => [pile.id, index]))
    return shown.value.flatMap((one) => {
      const spot = arrangement.value.spots.get(one.pile)
      if (!spot) return []
      const by = fans.value.get(one.pile)?.[one.index] ?? { x: 0, y: 0 }
      const origin = one.origin === null ? undefined : arrangement.value.spots.get(one.origin)
      return [{
        ...one, x: spot.x + by.x, y: spot.y + by.y, scale: spot.scale,
        z: (order.get(one.pile) ?? 0) + one.index, from: origin ?? null,
        seen: isCovered(one) && spot.fan.y > 0 ? spot.fan.y / (arrangement.value.card.height * spot.scale) : 1,
        delay: told.still ? 0 : (waits.value.get(one.key) ?? 0),
      }]
    })
  })

  /** The place of an empty pile, as a style. */
  function placeOf(pile: Pile): { transform: string; width: string; height: string } {
    const { card, spots } = arrangement.value
    const { x, y, scale } = spots.get(pile.id) ?? { x: 0, y: 0, scale: 1 }
    return { transform: `translate(${x}px, ${y}px)`, width: `${card.width * scale}px`, height: `${card.height * scale}px` }
  }

  /** The signs of piles: above a column, at the foot of any other. */
  const badges = computed(() => told.piles.flatMap((pile) => {
    const spot = arrangement.value.spots.get(pile.id)
    if (!spot || !pile.badge) return []
    const { width, height } = arrangement.value.card
    const x = spot.x + (width * spot.scale) / 2
    const y = pile.kind === 'tableau' ? spot.y - 1 : spot.y + height * spot.scale - 3
    return [{ id: pile.id, text: pile.badge, style: { transform: `translate(${x}px, ${y}px) translate(-50%, -100%)` } }]
  }))

  /** Who sits where: above the hand, or at its foot where there is no room above; at a side, not beyond it. */
  const nameplates = computed(() => told.piles.flatMap((pile) => {
    const spot = arrangement.value.spots.get(pile.id)
    if (!spot || !pile.seated) return []
    const { width, height } = arrangement.value.card
    const isRight = spot.x + WIDEST_PLATE > box.value.width
    const x = isRight ? spot.x + width * spot.scale : spot.x
    const y = spot.y > PLATE ? spot.y - 2 : spot.y + height * spot.scale - 3
    return [{ id: pile.id, text: pile.seated, style: { transform: `translate(${x}px, ${y}px) translate(${isRight ? '-100%' : '0'}, -100%)` } }]
  }))

  return { byId, shown, arrangement, fans, placed, placeOf, badges, nameplates }
}

export type Laying = ReturnType<typeof useLaying>
