/** Waits for what moves on the table, so that nothing covers it before it is over. */
import { nextTick } from 'vue'

const frame = () => new Promise<void>((done) => { requestAnimationFrame(() => { done() }) })
export const wait = (milliseconds: number) => new Promise<void>((done) => { setTimeout(done, milliseconds) })

/** How long is waited at most: an animation in a hidden tab may never end. */
const LONGEST = 4000

/** Resolves when all cards are where they belong. */
export async function landed(): Promise<void> {
  await nextTick()
  await Promise.race([frame(), wait(100)])
  const moving = document.querySelector('.table')?.getAnimations({ subtree: true }) ?? []
  const ending = moving.filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.race([Promise.allSettled(ending.map((one) => one.finished)), wait(LONGEST)])
}

/** Resolves at the next tap or key, for a player who has seen enough. */
export function skipped(): Promise<void> {
  return new Promise((done) => {
    const stop = () => {
      for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, stop, true)
      done()
    }
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, stop, true)
  })
}
