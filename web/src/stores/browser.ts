/** Short texts kept in this browser under a name. A browser that keeps nothing still plays. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // full or forbidden: the next visit begins as the first
  }
}

/** What was kept as JSON, or nothing if that cannot be read any more. */
export function recallObject(name: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(recall(name) ?? '{}')
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const TABLES_KEPT = 40

/** What was kept for one table under a name. */
export const recallFor = (name: string, table: string): unknown => recallObject(name)[table]

/** Keep something for one table; the oldest tables are forgotten. */
export function rememberFor(name: string, table: string, value: unknown): void {
  const others = Object.entries(recallObject(name)).filter(([one]) => one !== table)
  remember(name, JSON.stringify(Object.fromEntries([...others, [table, value]].slice(-TABLES_KEPT))))
}
