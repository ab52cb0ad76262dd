/** The cascade after a win: cards leap from the foundations, bounce over the table and leave trails, as in the old days. */
import { sprites, type Sprite } from './sprites'

/** Milliseconds after which it ends, even with cards still in the air. */
const LONGEST = 3800
const FADE = 250
/** Milliseconds in which all cards set off. */
const LAUNCHING = 2300
const MOST_CARDS = 52
const GRAVITY = 0.0032
const BOUNCE = 0.78
/** The longest step in milliseconds; after a hitch cards go on where they were. */
const STEP = 34

/** A card in the air, in pixels and milliseconds. */
export interface Body {
  x: number
  y: number
  readonly vx: number
  vy: number
}

/** Move a card on; it bounces from a floor. */
export function fly(body: Body, time: number, floor: number): void {
  body.vy += GRAVITY * time
  body.x += body.vx * time
  body.y += body.vy * time
  if (body.y > floor) {
    body.y = floor
    body.vy = -Math.abs(body.vy) * BOUNCE
  }
}

/** A leap to one side or the other, never so slow that the card stays. */
export function leap(x: number, y: number, random = Math.random): Body {
  const vx = (random() < 0.5 ? -1 : 1) * (0.25 + random() * 0.55)
  return { x, y, vx, vy: -random() * 0.9 }
}

interface Flight extends Body {
  readonly sprite: Sprite
}

/** Run the cascade; it ends by itself, or when the player taps or presses a key. */
export async function cascade(table: HTMLElement): Promise<void> {
  const cards = launchOrder(table)
  if (cards.length === 0) return
  const canvas = overlay()
  const context = canvas.getContext('2d')
  const skipped = skip()
  if (context) {
    await landed(table, skipped.signal)
    await run(context, cards, skipped.signal)
    await canvas.animate({ opacity: [1, 0] }, FADE).finished.catch(() => undefined)
  }
  for (const card of cards) card.style.visibility = ''
  canvas.remove()
  skipped.abort()
}

/** The cards on the foundations: the top one of each in turn. */
function launchOrder(table: HTMLElement): readonly HTMLElement[] {
  const piles = [...table.querySelectorAll<HTMLElement>('.pile[data-kind="foundation"]')]
    .map((pile) => [...table.querySelectorAll<HTMLElement>(`.card[data-pile="${pile.dataset.pile ?? ''}"]`)].sort((a, b) => Number(b.dataset.index) - Number(a.dataset.index)))
  const rounds = Math.max(0, ...piles.map((cards) => cards.length))
  return Array.from({ length: rounds }, (_, round) => piles.flatMap((cards) => cards[round] ?? [])).flat().slice(0, MOST_CARDS)
}

function overlay(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = 'cascade'
  canvas.width = innerWidth
  canvas.height = innerHeight
  document.body.append(canvas)
  return canvas
}

/** Listens for the wish to skip; aborting it ends the listening. */
function skip(): AbortController {
  const skipped = new AbortController()
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { skipped.abort() }, { capture: true, signal: skipped.signal })
  return skipped
}

/** Wait until the last cards have come to rest on the foundations. */
async function landed(table: HTMLElement, signal: AbortSignal): Promise<void> {
  const glides = table.getAnimations({ subtree: true }).filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
  const skipped = new Promise<void>((resolve) => { signal.addEventListener('abort', () => { resolve() }) })
  await Promise.race([Promise.allSettled(glides.map((one) => one.finished)), skipped])
}

async function run(context: CanvasRenderingContext2D, cards: readonly HTMLElement[], signal: AbortSignal): Promise<void> {
  const { width, height } = context.canvas
  const ready = sprites(cards)
  const flights: Flight[] = []
  const begin = performance.now()
  let [last, launched] = [begin, 0]
  let isReady = true
  const launch = async (card: HTMLElement) => {
    isReady = false
    const { x, y } = card.getBoundingClientRect()
    const { value: sprite } = await ready.next()
    if (sprite && !signal.aborted) flights.push({ ...leap(x, y), sprite })
    card.style.visibility = 'hidden'
    isReady = true
  }
  for (;;) {
    const now = await frame()
    const [passed, time] = [now - begin, Math.min(STEP, now - last)]
    last = now
    const next = cards[launched]
    if (next && isReady && passed >= (launched * LAUNCHING) / cards.length) {
      launched += 1
      void launch(next)
    }
    for (const flight of flights) {
      fly(flight, time * speed(height), height - flight.sprite.height)
      context.drawImage(flight.sprite.image, flight.x, flight.y, flight.sprite.width, flight.sprite.height)
    }
    const inSight = flights.filter(({ x, sprite }) => x > -sprite.width && x < width)
    if (signal.aborted || passed > LONGEST || (launched === cards.length && isReady && inSight.length === 0)) return
    flights.splice(0, flights.length, ...inSight)
  }
}

/** Cards are faster in a larger window, so that they cross it in about the same time. */
const speed = (height: number) => Math.max(0.7, Math.sqrt(height / 800))

const frame = () => new Promise<number>((resolve) => { requestAnimationFrame(resolve) })
