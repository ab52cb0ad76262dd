/** Taps and drags with mouse, pen or finger; a drag begins after eight pixels.
 *
 * While cards are dragged they are moved by the `translate` of their elements, frame by frame and past Vue; their
 * `transform`, which is where they lie, stays as it is.
 */
import { onBeforeUnmount, shallowRef, type Ref } from 'vue'

import type { Rect } from './places'

export const THRESHOLD = 8

export interface Grip {
  readonly pile: string
  readonly count: number
  /** The elements that follow the pointer. */
  readonly elements: readonly HTMLElement[]
  /** The ground of the first of them, before the drag. */
  readonly ground: Rect
}

export interface Place {
  readonly pile: string
  readonly index: number
}

export interface Hands {
  /** What is under the pointer: null for the bare table. */
  at(event: PointerEvent): Place | null
  /** Pick up, if these cards can be. */
  grip(pile: string, index: number): Grip | null
  tap(pile: string, index: number): void
  tapTable(): void
  begin(grip: Grip): void
  over(grip: Grip, dx: number, dy: number): void
  drop(grip: Grip, dx: number, dy: number): void
}

interface Press {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly place: Place | null
}

export function usePointer(root: Ref<HTMLElement | null>, hands: Hands) {
  const dragging = shallowRef<Grip | null>(null)
  let press: Press | null = null
  let frame = 0
  let [dx, dy] = [0, 0]

  function down(event: PointerEvent): void {
    // a press that was released beside the table is forgotten
    if (event.button !== 0 || (press !== null && press.id !== event.pointerId)) return
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, place: hands.at(event) }
  }

  function move(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return
    dx = event.clientX - press.x
    dy = event.clientY - press.y
    if (!dragging.value && !start(event)) return
    event.preventDefault()
    if (!frame) frame = requestAnimationFrame(draw)
  }

  function start(event: PointerEvent): boolean {
    if (!press?.place || Math.hypot(dx, dy) < THRESHOLD) return false
    const grip = hands.grip(press.place.pile, press.place.index)
    if (!grip) {
      press = null
      return false
    }
    try {
      root.value?.setPointerCapture(event.pointerId)
    } catch {
      // a pointer that is gone already needs no capture
    }
    dragging.value = grip
    hands.begin(grip)
    return true
  }

  function draw(): void {
    frame = 0
    const grip = dragging.value
    if (!grip) return
    for (const element of grip.elements) element.style.translate = `${dx}px ${dy}px`
    hands.over(grip, dx, dy)
  }

  function up(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return
    const { place } = press
    press = null
    const grip = dragging.value
    if (grip) finish(grip, event.type === 'pointerup')
    else if (event.type === 'pointerup') {
      if (place) hands.tap(place.pile, place.index)
      else hands.tapTable()
    }
  }

  function finish(grip: Grip, dropped: boolean): void {
    cancelAnimationFrame(frame)
    frame = 0
    dragging.value = null
    if (dropped) hands.drop(grip, dx, dy)
    // the elements glide from here to where they lie, be that the old place or a new one
    for (const element of grip.elements) element.style.translate = ''
  }

  /** Put the cards back without a drop, as when the table changes under them. */
  function cancel(): void {
    press = null
    if (dragging.value) finish(dragging.value, false)
  }

  onBeforeUnmount(cancel)
  return { dragging, listeners: { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up }, cancel }
}
