/** How are figures written? */

/** A share in thousandths as whole percent, as the language of the page writes it. */
export function percent(permille: number): string {
  return new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'percent' }).format(permille / 1000)
}

/** Seconds as on a clock: minutes and seconds, with hours only where there are any. */
export function clockTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
