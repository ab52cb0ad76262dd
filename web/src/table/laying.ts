/** Lays the cards of a table: where each one is, how much of it is visible, and when it starts to move. */
import { computed, onBeforeUnmount, provide, type InjectionKey, type Ref } from 'vue'

import { UNCOVERED, type Seen } from '@/cards/layout'

import { Elements, type Shown } from './elements'
import type { Arrangement, Box, GameRoom, Move, Pile, Spot } from './model'
import { mirrored, offsets, type Lying, type Point } from './places'

/** What the table needs to lay out its cards. */
export interface Scene {
  readonly room: GameRoom
  readonly piles: readonly Pile[]
  readonly moves: readonly Move[]
  /** Whether left and right change places, for the left hand. */
  readonly leftHanded: boolean
  /** Whether cards are simply there instead of gliding. */
  readonly still: boolean
}

/** Where a card comes from or goes to. */
export type From = Point & { readonly scale: number }

/** For a card that leaves the table, the place of the stock it returns to, by the name of its pile. */
export const HOMES: InjectionKey<(pile: string | undefined) => From | null> = Symbol('homes')

export interface Placed extends Shown, Lying {
  /** Where a card that was not there before comes from. */
  readonly from: From | null
  /** How long the card waits before it glides, when many go at once. */
  readonly delay: number
  /** How much of it is seen. */
  readonly seen: Seen
}

/** Milliseconds between the cards of one action, and between those of a deal, which is not to take too long. */
const APART = 12
const DEALT_APART = 24
const LONGEST_DEAL = 900

/** How wide a card is that has room for its badge in words, in pixels. */
const ROOMY = 88

/** How high a name is, and how wide at most, in pixels. */
const PLATE = 20
const WIDEST_PLATE = 104

/** When each card starts moving. Those that go to the foundations in one action go one after the other, lower ranks first. */
class Departures {
  private before = new Map<number, string>()

  of(cards: readonly Shown[], piles: ReadonlyMap<string, Pile>): ReadonlyMap<number, number> {
    const isDeal = this.before.size === 0
    const going = isDeal ? [...cards] : cards.filter((one) => (this.before.get(one.key) ?? one.pile) !== one.pile)
    this.before = new Map(cards.map((one) => [one.key, one.pile]))
    if (isDeal) return this.dealt(going)
    going.sort((a, b) => (a.card.face?.rank ?? 0) - (b.card.face?.rank ?? 0))
    const together = new Set(going.map((one) => one.pile)).size === 1 && going.every((one) => piles.get(one.pile)?.kind !== 'foundation')
    return new Map(going.map((one, index) => [one.key, together ? 0 : index * APART]))
  }

  /** Cards are dealt round by round. */
  private dealt(cards: readonly Shown[]): ReadonlyMap<number, number> {
    const apart = Math.min(DEALT_APART, LONGEST_DEAL / Math.max(1, cards.length))
    const inRounds = [...cards].sort((a, b) => a.index - b.index)
    return new Map(inRounds.map((one, index) => [one.key, index * apart]))
  }
}

/** A strip narrower than this share of a card shows no index. */
const NARROWEST = 0.12

/** What is seen of the covered cards of a pile. Equal ones are the same object, so that their faces are not drawn again. */
class Views {
  private readonly known = new Map<string, Seen>()

  of({ fan, scale }: Spot, card: Arrangement['card']): Seen {
    const across = fan.x / (card.width * scale)
    const seen = {
      across: Math.abs(across) < NARROWEST ? 1 : Math.max(-1, Math.min(1, across)),
      down: fan.y > 0 ? Math.min(1, fan.y / (card.height * scale)) : 1,
    }
    const key = `${seen.across.toFixed(3)} ${seen.down.toFixed(3)}`
    const same = this.known.get(key) ?? seen
    this.known.set(key, same)
    return same
  }
}

export function useLaying(scene: Scene, box: Readonly<Ref<Box>>) {
  const elements = new Elements()
  const departures = new Departures()
  const views = new Views()

  const byId = computed(() => new Map(scene.piles.map((pile) => [pile.id, pile])))
  const shown = computed(() => elements.follow(scene.piles))
  const movable = computed(() => new Set(scene.moves.map((move) => move.from)))
  const arrangement = computed(() => {
    const arranged = scene.room.arrange(scene.piles, box.value, movable.value)
    return scene.leftHanded ? mirrored(arranged, box.value.width) : arranged
  })
  const fans = computed(() => new Map(scene.piles.map((pile) => {
    const spot = arrangement.value.spots.get(pile.id)
    return [pile.id, spot ? offsets(pile.cards, spot) : []]
  })))
  const isCovered = ({ pile, index }: Shown) => index < (byId.value.get(pile)?.cards.length ?? 0) - 1
  /** Where cards come from on a table without a stock: from the player's side of it. */
  const dealer = computed<From>(() => ({ x: (box.value.width - arrangement.value.card.width) / 2, y: box.value.height, scale: 1 }))
  const waits = computed(() => departures.of(shown.value, byId.value))
  const placed = computed<readonly Placed[]>(() => {
    const order = new Map(scene.piles.map((pile, index) => [pile.id, index]))
    return shown.value.flatMap((one) => {
      const spot = arrangement.value.spots.get(one.pile)
      if (!spot) return []
      const by = fans.value.get(one.pile)?.[one.index] ?? { x: 0, y: 0 }
      const origin = one.origin === null ? null : one.origin === one.pile ? dealer.value : (arrangement.value.spots.get(one.origin) ?? null)
      return [{
        ...one, x: spot.x + by.x, y: spot.y + by.y, scale: spot.scale,
        z: (order.get(one.pile) ?? 0) + one.index, from: origin,
        seen: isCovered(one) ? views.of(spot, arrangement.value.card) : UNCOVERED,
        delay: scene.still ? 0 : (waits.value.get(one.key) ?? 0),
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
  const badges = computed(() => scene.piles.flatMap((pile) => {
    const spot = arrangement.value.spots.get(pile.id)
    const { width, height } = arrangement.value.card
    const text = (spot && width * spot.scale >= ROOMY ? pile.badgeName : undefined) ?? pile.badge
    if (!spot || !text) return []
    const x = spot.x + (width * spot.scale) / 2
    const y = pile.kind === 'tableau' ? spot.y - 1 : spot.y + height * spot.scale - 3
    return [{ id: pile.id, text, style: { transform: `translate(${x}px, ${y}px) translate(-50%, -100%)` } }]
  }))

  /** Who sits where: above the hand, or at its foot where there is no room above; at a side, not beyond it. */
  const nameplates = computed(() => scene.piles.flatMap((pile) => {
    const spot = arrangement.value.spots.get(pile.id)
    if (!spot || !pile.seated) return []
    const { width, height } = arrangement.value.card
    const isRight = spot.x + WIDEST_PLATE > box.value.width
    const x = isRight ? spot.x + width * spot.scale : spot.x
    const y = spot.y > PLATE ? spot.y - 2 : spot.y + height * spot.scale - 3
    return [{ id: pile.id, text: pile.seated, style: { transform: `translate(${x}px, ${y}px) translate(${isRight ? '-100%' : '0'}, -100%)` } }]
  }))

  let isClosing = false
  onBeforeUnmount(() => { isClosing = true })
  provide(HOMES, (pile) => {
    const source = scene.piles.find((one) => one.kind === 'stock' && one.owner === byId.value.get(pile ?? '')?.owner)
    return (!isClosing && source && arrangement.value.spots.get(source.id)) || null
  })

  return { byId, shown, arrangement, fans, placed, placeOf, badges, nameplates }
}

export type Laying = ReturnType<typeof useLaying>
