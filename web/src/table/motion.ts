/** How long does a card glide? As long as the style sheet says, which knows what the player wishes. */
export function glide(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--glide').trim()
  const time = Number.parseFloat(text)
  return Number.isNaN(time) ? 1 : time * (text.endsWith('ms') ? 1 : 1000)
}
