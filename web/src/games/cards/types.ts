// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.

import type { ShownCard } from '@/protocol/types'

export interface Options {
  faces: "firstThreeDown" | "lastThreeUp"
  stack: "any" | "run"
}

export interface View {
  foundations: readonly (readonly ShownCard[])[]
  options: Options
  status: "active" | "won"
  tableau: readonly (readonly ShownCard[])[]
}
