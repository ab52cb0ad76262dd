/** Reasons in another language: the rules of the games refuse in English sentences, whose templates are in their `types.ts`. */

/** A sentence, or a function that makes one from the values of the template's `{}`. */
export type Saying = string | ((...values: string[]) => string)

/** Return a function from an English reason to the sentence for its template; `name` translates what fills the template. */
export function translator(reasons: Readonly<Record<string, Saying>>, name: (value: string) => string): (reason: string) => string | undefined {
  const known = Object.entries(reasons).map(([template, saying]) => ({ pattern: patternOf(template), saying }))
  return (reason) => {
    for (const { pattern, saying } of known) {
      const match = pattern.exec(reason)
      if (match) return typeof saying === 'string' ? saying : saying(...match.slice(1).map(name))
    }
    return undefined
  }
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.split('{}').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+)')}$`)
