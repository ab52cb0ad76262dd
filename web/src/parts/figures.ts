/** Formats numbers, times and rates for the player. */

/** A share in thousandths as whole percent, as the language of the page writes it. */
export function percent(permille: number): string {
  return new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'percent' }).format(permille / 1000)
}

/** Characters of a deal's number that can be read at a glance. */
const READABLE = 16

/** The number of a deal as a player reads it: the day of a daily deal, a number of another program, the beginning of a long one. */
export function dealName(seed: string, sources: Readonly<Record<string, string>> = {}): string {
  const [source = '', ...number] = seed.split(':')
  const program = number.length === 1 && Object.hasOwn(sources, source) ? sources[source] : undefined
  if (program !== undefined) return `${program} ${number.join('')}`
  const day = /^daily::[^:]+::(\d{4}-\d{2}-\d{2})::/.exec(seed)?.[1]
  if (day !== undefined) return new Intl.DateTimeFormat(document.documentElement.lang || 'en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
  return seed.length > READABLE ? `${seed.slice(0, READABLE / 2)}…` : seed
}

/** Shown in place of an unknown value. */
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
