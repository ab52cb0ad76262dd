/** Words for names that the page has no words for, such as the option `tieBreak` of a game that it does not know. */

/** A name as it is written in a text: "Tie break" for `tieBreak`, `tie_break` or `TIE_BREAK`. */
export function inWords(name: string): string {
  const parts = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_-]+/).filter((part) => part !== '')
  const text = parts.join(' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
