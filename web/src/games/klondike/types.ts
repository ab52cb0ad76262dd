// Made from the server's schemas by `python -m saloon.server.http.typescript`. Do not edit.

import type { ShownCard } from '@/protocol/types'

export interface Options {
  draw: 1 | 3
  redeals: number
  scoring: "legacyUnity" | "standard" | "vegas"
}

export interface View {
  autoComplete: boolean
  foundations: readonly (readonly ShownCard[])[]
  moves: number
  options: Options
  redealsLeft: number | null
  score: number
  status: "active" | "won"
  stock: number
  tableau: readonly (readonly ShownCard[])[]
  waste: readonly ShownCard[]
}

/** Why its rules refuse an action; `{}` is a card, suit or number. */
export type Reason =
  | "a column cannot be laid on itself"
  | "auto-complete waits until all columns are face-up and the win is certain"
  | "cards go up to a foundation one card at a time"
  | "no foundation takes the {} now"
  | "no redeal is left"
  | "only face-up cards that form a run can be moved"
  | "only the top card of a {} can be taken"
  | "only {} cards are there, not {}"
  | "the game is won; deal a new one"
  | "the stock is empty and no redeal is left"
  | "the stock is empty; recycle the waste"
  | "the stock is not empty yet"
  | "the {} does not go on column {}"
  | "the {} does not go on foundation {}"
  | "the {} is not a king: only a king goes on an empty column"
  | "there is nothing to draw: the stock and the waste are empty"
