/** How are figures written? */

/** A share in thousandths as whole percent, as the language of the page writes it. */
export function percent(permille: number): string {
  return new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'percent' }).format(permille / 1000)
}

/** What stands where a value is not known. */
export const MISSING = '–'

/** A number with at most one decimal, as the language of the page writes it. */
export function decimal(value: number): string {
  return new Intl.NumberFormat(document.documentElement.lang || 'en', { maximumFractionDigits: 1 }).format(value)
}

/** Seconds as on a clock: minutes and seconds, with hours only where there are any. */
export function clockTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
