// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.

export interface CardView {
  faceUp: boolean
  id?: number
  rank?: number
  suit?: number
}

export interface Options {
  faces: "firstThreeDown" | "lastThreeUp"
  stack: "any" | "run"
}

export interface View {
  foundations: readonly (readonly CardView[])[]
  options: Options
  seat: string | null
  status: "active" | "won"
  tableau: readonly (readonly CardView[])[]
}
