/** How is a win celebrated? With confetti, unless the player wants little motion. */
export async function celebrate(still: boolean): Promise<void> {
  document.documentElement.dataset.celebrated = 'yes'
  if (still) return
  const loaded = await import('canvas-confetti').catch(() => null) // a win without a line is one all the same
  if (!loaded) return
  const { default: confetti } = loaded
  const canvas = document.createElement('canvas')
  canvas.className = 'confetti'
  document.body.append(canvas)
  const fire = confetti.create(canvas, { resize: true })
  const burst = (x: number, angle: number) => fire({ particleCount: 90, spread: 70, startVelocity: 55, origin: { x, y: 0.8 }, angle })
  await Promise.all([burst(0.1, 60), burst(0.9, 120)])
  await Promise.all([burst(0.3, 80), burst(0.7, 100)])
  canvas.remove()
}
