/** What does the picture of a game show? A few cards of it, as they lie on its table. */
import { faceOf, type Face } from '@/cards/faces'

/** A card of a picture: where its middle is, how far it is turned, and its face; none is a back. */
export interface Drawn {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly face: Face | null
}

const at = (x: number, y: number, code?: string, turn = 0): Drawn => ({ x, y, turn, face: code === undefined ? null : faceOf(code) })

/** A hand of cards that fans out from a point far below. */
function fan(x: number, y: number, radius: number, codes: readonly (string | undefined)[], step: number, middle = 0): Drawn[] {
  return codes.map((code, index) => {
    const turn = middle + (index - (codes.length - 1) / 2) * step
    const angle = (turn * Math.PI) / 180
    return at(x + Math.sin(angle) * radius, y - Math.cos(angle) * radius, code, turn)
  })
}

/** A column that hangs down from its first card. */
const column = (x: number, y: number, step: number, ...codes: (string | undefined)[]) => codes.map((code, index) => at(x, y + index * step, code))

const klondike = [
  ...column(46, 104, 12, 'KS'),
  ...column(103, 104, 12, undefined, 'QH', 'JC'),
  ...column(160, 104, 12, undefined, undefined, '7D'),
  ...column(217, 104, 12, undefined, undefined, undefined, 'TS', '9H'),
  ...column(274, 104, 12, undefined, undefined, undefined, undefined, '4C'),
  at(46, 42), at(103, 42, '5D'), at(217, 42, 'AS'), at(274, 42, '2H'),
]

const cards = ['KS QD', '9C 8D 7C', 'JH', 'QS JD TS', '5H 4S 3D 2C', '8C', 'TH 9S 8H', '6D'].flatMap((codes, index) =>
  column(34 + index * 36, 54 + (index % 2) * 7, 19, undefined, ...codes.split(' ')),
)

const meridian = [
  ...['7H', '8C', '9D', 'TS'].map((code, index) => at(76 + index * 56, 58 - index * 5, code, -4 + index * 3)),
  ...['6S', '5D', '4C', '3H'].map((code, index) => at(76 + index * 56, 142 + index * 5, code, 4 - index * 3)),
]

const highnoon = [...fan(34, 172, 92, [undefined, undefined, 'KS', 'QH'], 17, 34), ...fan(286, 172, 92, ['JC', 'TD', undefined, undefined], 17, -34)]

const nevernine = fan(160, 330, 218, ['6C', '9C', 'QC', '7D', 'JD', 'TS', 'AS', '8H', 'KH'], 8.5)

/** Cards that nobody can see: there is no line to those who know them. */
const offline = fan(160, 300, 195, Array.from({ length: 7 }, () => undefined), 11)

export const PICTURES: Readonly<Record<string, readonly Drawn[]>> = { klondike, cards, meridian, highnoon, nevernine, offline }
