/** Celebrates a win: the cards cascade from the foundations, then there is confetti. Not for players who want little motion. */

/** Resolves when the cards have landed; the confetti continues over what follows. */
export async function celebrate(still: boolean): Promise<void> {
  document.documentElement.dataset.celebrated = 'yes'
  if (still) return
  const table = document.querySelector<HTMLElement>('.table')
  const loaded = await import('./cascade').catch(() => null) // a win without a connection is still a win
  if (table) await loaded?.cascade(table)
  void confetti()
}

async function confetti(): Promise<void> {
  const loaded = await import('canvas-confetti').catch(() => null)
  if (!loaded) return
  const canvas = document.createElement('canvas')
  canvas.className = 'confetti'
  document.body.append(canvas)
  const fire = loaded.default.create(canvas, { resize: true })
  const burst = (x: number, angle: number) => fire({ particleCount: 90, spread: 70, startVelocity: 55, origin: { x, y: 0.8 }, angle })
  await Promise.all([burst(0.1, 60), burst(0.9, 120)])
  await Promise.all([burst(0.3, 80), burst(0.7, 100)])
  canvas.remove()
}
