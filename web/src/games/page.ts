/** What a game's folder can provide to the page. Every part is optional: what is missing comes from the server's answers. */
import type { AsyncComponentLoader } from 'vue'

import type { Picture } from '@/parts/pictures'
import type { Felt } from '@/stores/settings'
import type { GameRoom } from '@/table/model'

/** A value that can be chosen; `often` says how often such a deal can be won, or how long it takes. */
export interface ChoiceWords {
  readonly label: string
  readonly note?: string
  readonly often?: string
}

export interface OptionWords {
  readonly label: string
  readonly note?: string
  /** The values in the order in which they are offered. */
  readonly choices?: Readonly<Record<string, ChoiceWords>>
}

/** The words of a game in one language, from its `words.en.ts` or `words.de.ts`. */
export interface GameWords {
  readonly title?: string
  /** One sentence for the lobby. */
  readonly line?: string
  /** The question that the presets answer. */
  readonly presetsLabel?: string
  readonly presets?: Readonly<Record<string, ChoiceWords>>
  readonly options?: Readonly<Record<string, OptionWords>>
  /** Levels of its bots that other games do not have. */
  readonly levels?: Readonly<Record<string, ChoiceWords>>
  /** The rules in short, a paragraph each, for a game without illustrated ones (`rules.ts`, `rules.en.ts`, `rules.de.ts`). */
  readonly rules?: readonly string[]
  /** Why a game is over, by the reason of its outcome. */
  readonly ends?: Readonly<Record<string, string>>
  /** How a match counts for the rating, by the server's codes. */
  readonly ratingNotes?: Readonly<Record<string, string>>
  /** What a decision cost, by the estimates of its strongest bot. */
  readonly costs?: (amount: string) => string
  /** All other words of the game's own components. */
  readonly own?: object
}

/** What the `index.ts` of a game's folder exports as `page`. It is part of the first bundle, so it imports lazily. */
export interface GamePage {
  /** The place in the lobby, the lowest number first; games without one come last, by their titles. */
  readonly order?: number
  readonly picture?: Picture
  /** The felt of its tables, unless the player has chosen one for all games. */
  readonly felt?: Felt
  /** Whether there are no turns: a player who reads something first would fall behind. */
  readonly isRace?: boolean
  /** Options that a player may well never touch: they are shown under "more options". */
  readonly folded?: readonly string[]
  /** What a player who never chose gets, where it is not the game's default. */
  readonly options?: Readonly<Record<string, string | number | boolean>>
  /** The name in the browser's storage of the last seed, for a game that is dealt from the time. */
  readonly seedKey?: string
  /** The name in the browser's storage of a saved game. */
  readonly saveKey?: string
  /** The room at the table, with its panel. */
  readonly room?: () => Promise<GameRoom<never>>
  /** Buttons of its own in the bar below the table. */
  readonly tools?: AsyncComponentLoader
  /** The game's own statistics; the component gets them as `own`. */
  readonly statistics?: AsyncComponentLoader
}
