// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.

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
