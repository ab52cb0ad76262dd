/** Pictures of games: a few cards as on the table, on felt of their own colours, with shapes behind and in front. */
import { faceOf, type Face } from '@/cards/faces'

/** A card of a picture: where its middle is, how far it is turned, and its face; none is a back. */
export interface Drawn {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly face: Face | null
}

/** A shape of a picture, by the name and the attributes that it has in SVG. */
export interface Shape {
  readonly tag: 'circle' | 'path' | 'text'
  readonly attributes: Readonly<Record<string, string | number>>
  readonly text?: string
}

/** A picture is 320 wide and 200 high. */
export interface Picture {
  readonly cards: readonly Drawn[]
  /** The colours of the felt, light and dark, and of the backs. */
  readonly near?: string
  readonly far?: string
  readonly weave?: string
  readonly behind?: readonly Shape[]
  readonly before?: readonly Shape[]
}

export const at = (x: number, y: number, code?: string, turn = 0): Drawn => ({ x, y, turn, face: code === undefined ? null : faceOf(code) })

/** A hand of cards that fans out from a point far below. */
export function fan(x: number, y: number, radius: number, codes: readonly (string | undefined)[], step: number, middle = 0): Drawn[] {
  return codes.map((code, index) => {
    const turn = middle + (index - (codes.length - 1) / 2) * step
    const angle = (turn * Math.PI) / 180
    return at(x + Math.sin(angle) * radius, y - Math.cos(angle) * radius, code, turn)
  })
}

/** A column that hangs down from its first card. */
export const column = (x: number, y: number, step: number, ...codes: (string | undefined)[]) => codes.map((code, index) => at(x, y + index * step, code))

/** The picture of a game that has none. */
export const PLAIN: Picture = { cards: fan(160, 305, 205, ['TS', 'JH', 'QC', 'KD', 'AS'], 12) }

/** Cards that nobody can see: there is no line to those who know them. */
export const OFFLINE: Picture = {
  cards: fan(160, 300, 195, Array.from({ length: 7 }, () => undefined), 11),
  near: '#5d6875',
  far: '#252d36',
  weave: '#3f4a56',
}
