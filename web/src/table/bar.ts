/** The kinds of actions that have their own button in the bar below the table. */
export const IN_BAR: ReadonlySet<string> = new Set(['autoComplete', 'declareStalemate', 'finish', 'hint', 'pause', 'redo', 'resign', 'resume', 'undo'])
