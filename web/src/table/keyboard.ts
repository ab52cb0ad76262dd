/** Keys at the table: arrows go from pile to pile, plus and minus change a run, Enter picks up and puts down. */
import { computed, shallowRef, type Ref } from 'vue'

import type { Hand } from './hand'
import type { Laying, Scene } from './laying'
import type { Pile } from './model'
import { longest, type Hold } from './reach'

type Way = readonly [number, number]

const ARROWS: Readonly<Record<string, Way>> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}
/** How much more it counts to be off the way than to be far along it. */
const ASIDE = 2.5

export function useKeyboard(root: Readonly<Ref<HTMLElement | null>>, scene: Scene, laying: Laying, hand: Hand) {
  const { arrangement, byId, fans } = laying
  const focus = shallowRef<Hold | null>(null)

  function key(event: KeyboardEvent): void {
    const pile = focus.value && byId.value.get(focus.value.pile)
    if (!pile || event.ctrlKey || event.metaKey || event.altKey) return
    const way = ARROWS[event.key]
    if (way) goTo(nearest(pile, way))
    else if (event.key === '+' || event.key === '=') lengthen(pile, 1)
    else if (event.key === '-') lengthen(pile, -1)
    else if (event.key === 'Enter' || event.key === ' ') hand.choose(pile, count(pile))
    else if (event.key === 'Escape' && hand.held.value) hand.held.value = null
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** A click that no pointer made: a screen reader's, or a voice's. */
  function activated(event: MouseEvent, pile: Pile): void {
    if (event.detail === 0) hand.choose(pile, count(pile))
  }

  /** How many cards of a pile are picked up: as many as were chosen, as far as they can be now. */
  function count(pile: Pile): number {
    const chosen = focus.value?.pile === pile.id ? focus.value.count : 1
    return Math.min(Math.max(1, chosen), longest(pile))
  }

  function lengthen(pile: Pile, by: number): void {
    focus.value = { pile: pile.id, count: Math.min(Math.max(1, count(pile) + by), Math.max(1, longest(pile))) }
    if (hand.held.value?.pile === pile.id) hand.held.value = focus.value
  }

  function middle(pile: Pile): { x: number; y: number } {
    const { card, spots } = arrangement.value
    const { x, y, scale } = spots.get(pile.id) ?? { x: 0, y: 0, scale: 1 }
    return { x: x + (card.width * scale) / 2, y: y + (card.height * scale) / 2 }
  }

  /** The nearest pile in a direction. */
  function nearest(from: Pile, [dx, dy]: Way): Pile | null {
    const here = middle(from)
    const reached = scene.piles.flatMap((pile) => {
      const there = middle(pile)
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
      return along > 1 ? [{ pile, far: along + aside * ASIDE }] : []
    })
    return reached.sort((a, b) => a.far - b.far)[0]?.pile ?? null
  }

  function goTo(pile: Pile | null): void {
    if (pile) root.value?.querySelector<HTMLElement>(`.pile[data-pile="${pile.id}"]`)?.focus()
  }

  function focused(pile: Pile): void {
    focus.value = { pile: pile.id, count: 1 }
  }

  function blurred(): void {
    focus.value = null
  }

  /** Take the keyboard to the table. */
  function enter(): void {
    goTo((focus.value && byId.value.get(focus.value.pile)) ?? scene.piles.find((pile) => pile.mine) ?? scene.piles[0] ?? null)
  }

  /** The ring around the cards that Enter would pick up, as a style. */
  const ring = computed(() => {
    const pile = focus.value && byId.value.get(focus.value.pile)
    const spot = pile && arrangement.value.spots.get(pile.id)
    if (!pile || !spot) return null
    const by = fans.value.get(pile.id) ?? []
    const first = by[Math.max(0, by.length - Math.max(1, count(pile)))] ?? { x: 0, y: 0 }
    const last = by.at(-1) ?? first
    const { width, height } = arrangement.value.card
    return {
      transform: `translate(${spot.x + first.x}px, ${spot.y + first.y}px)`,
      width: `${width * spot.scale + last.x - first.x}px`,
      height: `${height * spot.scale + last.y - first.y}px`,
    }
  })

  return { key, activated, focused, blurred, enter, ring }
}
