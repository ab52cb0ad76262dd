/** The model of the table component: piles of cards at places, and moves between them. It knows no game. */
import type { Component } from 'vue'

import type { Face } from '@/cards/faces'
import type { WireAction } from '@/protocol/types'

/** A card lying in a pile; one that is hidden has neither face nor id. */
export interface Laid {
  readonly id?: string
  readonly face?: Face
}

export const HIDDEN: Laid = {}

export interface Pile {
  readonly id: string
  readonly kind: 'stock' | 'waste' | 'tableau' | 'foundation' | 'pocket' | 'hand' | 'trick'
  /** Bottom first. Of a pile that is only counted, as many as are worth showing. */
  readonly cards: readonly Laid[]
  /** How many cards there are, if not all of them are in `cards`. */
  readonly count?: number
  /** What it is called, such as "column 3". */
  readonly label: string
  /** Whose it is: cards that appear come from the stock or hand of the same owner. */
  readonly owner?: string
  /** A sign on the empty place, or on the pile. */
  readonly sign?: string
  readonly suit?: Face['suit']
  /** Whether the player may pick cards up here. */
  readonly mine: boolean
  /** Whether these open cards, the last ones of the pile, may be picked up together; any may if it is left out. */
  readonly isRun?: (cards: readonly Laid[]) => boolean
  /** A word about the pile, such as how a column is built, and a sign for it. */
  readonly note?: string
  readonly badge?: string
  /** The sign in words, shown instead of it where there is room. */
  readonly badgeName?: string
  /** What the sign means, shown on hover. */
  readonly explain?: string
  /** Who sits here, to be read on the table. */
  readonly seated?: string
}

/** Something that may be done with piles: the last `count` cards of one go to another, or a pile is tapped. */
export interface Move {
  readonly from: string
  readonly to: string
  /** 0 for a tap that carries no card that is seen, such as a draw. */
  readonly count: number
  readonly action: WireAction
}

export interface Box {
  readonly width: number
  readonly height: number
}

/** Where a pile is, how its cards are spread and how large they are. */
export interface Spot {
  readonly x: number
  readonly y: number
  /** How far each card is from the one below it, if that is face-up or face-down. */
  readonly fan: { readonly x: number; readonly y: number; readonly backY?: number }
  readonly scale: number
  /** Only this many of the last cards are spread; the others are under them. */
  readonly spread?: number
}

export interface Arrangement {
  readonly card: { readonly width: number; readonly height: number }
  readonly spots: ReadonlyMap<string, Spot>
  /** How high the table must be; it scrolls if that is more than there is. */
  readonly height: number
}

export interface Figure {
  readonly label: string
  readonly value: string | number
  /** What the value is worth, in a word; above the table only where there is room for it. */
  readonly note?: string
  /** Whether it says nothing once the game is over. */
  readonly isPassing?: boolean
}

/** A player in the final ranking, the best first. */
export interface Standing {
  readonly seat: string
  readonly name: string
  readonly result: string
  readonly won: boolean
  readonly isMe: boolean
}

/** What a game provides to the table. */
export interface GameRoom<View = unknown> {
  /** `names` are those of the seats. */
  piles(view: View, names: readonly string[]): readonly Pile[]
  moves(view: View, legal: readonly WireAction[]): readonly Move[]
  /** `movable` names the piles from which something can be moved now. */
  arrange(piles: readonly Pile[], box: Box, movable: ReadonlySet<string>): Arrangement
  /** The action for a drop that is not legal, so that the server can say why not. */
  propose(from: Pile, count: number, to: Pile): WireAction | null
  /** What is shown beside the table, such as the score. */
  figures(view: View): readonly Figure[]
  /** Why a game that was played to its end is over, if not because all cards are home. */
  ending?(view: View): string
  /** How a match with several players came out. */
  ranking?(view: View, names: readonly string[]): readonly Standing[]
  /** Which rule forbids cards on a pile that does not take them, in a few words. */
  why?(view: View, to: Pile, count: number): string | undefined
  /** What the player should be warned of. */
  warnings?(view: View): readonly string[]
  /** What the page does for a player who wishes so, such as turning cards. */
  forThePlayer?(legal: readonly WireAction[]): WireAction | null
  /** A move to a foundation of a card that can never be needed again, if there is one. */
  safe?(view: View, moves: readonly Move[]): Move | undefined
  /** The next move if moves to foundations alone certainly win from here, where no action of the game plays them all. */
  finish?(view: View, moves: readonly Move[]): Move | undefined
  /** An action in words, where moving cards does not say it. */
  describe?(action: WireAction): string
  /** What the game has beside its piles, such as bids; it gets `view` and `names`. */
  readonly panel?: Component
  /** What is on the table besides cards, such as the players' plates; it gets `view`, `names`, `arrangement` and `box`.
   *
   * A replay shows it too: there the store of the table is empty, and not live.
   */
  readonly overlay?: Component
  /** What can be done, below the cards, where no card can be moved. */
  readonly actions?: Component
  /** What a tap on a card does at once, before it is picked up: `up` sends it to a foundation, `play` makes its only move. */
  readonly tap?: 'up' | 'play'
}
