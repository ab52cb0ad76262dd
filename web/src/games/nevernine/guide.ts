/** A guided first round of Never Nine, against three bots. The steps adapt to what they bid and play. */
import { faceOf, type Face, type Suit } from '@/cards/faces'
import { idsOf } from '@/guide/conditions'
import type { Guide, Scene, Step } from '@/guide/model'
import { seatNumber } from '@/games/shapes'
import { seatNames } from '@/stores/lobby'
import { useTable } from '@/stores/table'
import type { Move } from '@/table/model'
import { words } from '@/words'

import type { en } from './guide.en'
import type { View } from './types'

type Now = Scene<View>
type Texts = typeof en

const ACE = 1
const TRICKS = 9
const ownHand = (pile: { readonly id: string }) => pile.id.startsWith('hand-')
const me = ({ view }: Now) => seatNumber(view.seat ?? 'p1')
const strength = ({ rank }: Face) => (rank === ACE ? 14 : rank)
const cardOf = (move: Move): Face => faceOf(move.from.slice('hand-'.length))
const isMyTurn = ({ view }: Now) => view.turn === view.seat
const bids = (scene: Now) => scene.view.bids[me(scene)] ?? null
const taken = (scene: Now) => scene.view.taken[me(scene)] ?? 0
/** Tricks that the player still wants; negative after too many. */
const wanted = (scene: Now) => (bids(scene) ?? 0) - taken(scene)

/** A sensible bid that is allowed: one for each ace, and one for every second king. */
function bidFor({ view }: Now): number {
  const ranks = (view.hand ?? []).map((card) => card.rank)
  const promise = ranks.filter((rank) => rank === ACE).length + Math.floor(ranks.filter((rank) => rank === 13).length / 2)
  return promise === view.forbiddenBid ? promise + 1 : promise
}

/** The strongest card of the suit that was led so far; 0 if the player leads. */
function strongest({ view }: Now): number {
  const faces = view.trick.moves.map(({ card }) => faceOf(card.cardId ?? ''))
  return Math.max(0, ...faces.filter(({ suit }) => suit === faces[0]?.suit).map(strength))
}

/** Cards to play, the best one first: the highest that may take the trick while tricks are wanted, afterwards the highest that cannot. */
function plays(scene: Now): readonly Move[] {
  const led = scene.view.trick.moves[0]?.card.suit
  const cards = scene.moves.filter((move) => ownHand({ id: move.from })).sort((a, b) => strength(cardOf(b)) - strength(cardOf(a)))
  const loses = (move: Move) => led !== undefined && (cardOf(move).suit !== led || strength(cardOf(move)) < strongest(scene))
  const wants = wanted(scene) > 0
  return [...cards.filter((move) => loses(move) !== wants), ...cards.filter((move) => loses(move) === wants).reverse()]
}

function sayPlay(texts: Texts, scene: Now): string {
  const led = scene.view.trick.moves[0]?.card.suit as Suit | undefined
  if (!isMyTurn(scene)) return texts.waitPlay
  if (led === undefined) return texts.lead
  const suit = words.value.cards.suits[led]
  return (scene.view.hand ?? []).some((card) => card.suit === led) ? texts.follow(suit) : texts.discard(suit)
}

function sayTaker(texts: Texts, { view }: Now): string {
  const { winner } = view.lastTrick ?? {}
  if (winner === undefined || winner === null || winner === view.seat) return texts.youTook
  const { news } = useTable()
  return texts.took((news && seatNames(news)[seatNumber(winner)]) ?? winner)
}

function sayAim(texts: Texts, scene: Now): string {
  const left = wanted(scene)
  return left > 0 ? texts.wantMore(left) : left === 0 ? texts.wantNone : texts.tooMany
}

const isOver = (scene: Now) => scene.view.round > 1 || scene.view.phase === 'over'
/** How many cards the player has played in this round. */
const played = (scene: Now) => (isOver(scene) ? TRICKS : TRICKS - (scene.view.hand?.length ?? 0))
const tricksOver = (scene: Now) => (isOver(scene) ? TRICKS : scene.view.taken.reduce((sum, one) => sum + one, 0))

/** A step in which the player plays cards until a number of them are played. */
const playing = (id: string, until: number, say: Step<View, Texts>['say']): Step<View, Texts> => ({
  id,
  say,
  when: (scene) => played(scene) < until,
  moves: plays,
  waits: (scene) => !isMyTurn(scene),
  done: (now) => played(now) >= until,
})

export const guide: Guide<View, Texts> = {
  table: { seed: 'guide-145', seats: [{ kind: 'human' }, ...Array.from({ length: 3 }, () => ({ kind: 'bot', level: 'greedy' }))] },
  steps: [
    { id: 'hand', say: (texts) => texts.hand, marks: (scene) => [{ piles: idsOf(scene, ownHand) }] },
    {
      id: 'bid',
      say: (texts, scene) => {
        if (!isMyTurn(scene)) return texts.waitBid
        const { forbiddenBid } = scene.view
        return forbiddenBid === null ? texts.bid(bidFor(scene)) : texts.bidLast(bidFor(scene), forbiddenBid)
      },
      when: (scene) => scene.view.phase === 'bid' && bids(scene) === null,
      press: (scene) => (isMyTurn(scene) && scene.view.phase === 'bid' ? `[data-bid="${bidFor(scene)}"]` : null),
      waits: (scene) => !isMyTurn(scene),
      done: (now) => now.view.phase !== 'bid' || bids(now) !== null,
    },
    playing('first', 1, sayPlay),
    {
      id: 'wait',
      say: (texts) => texts.waitPlay,
      when: (scene) => tricksOver(scene) < 1,
      waits: () => true,
      done: (now) => tricksOver(now) >= 1,
    },
    { id: 'taker', say: sayTaker, marks: (scene) => [{ piles: idsOf(scene, ({ kind }) => kind === 'trick') }] },
    playing('second', 2, sayPlay),
    playing('third', 3, sayPlay),
    playing('aim', TRICKS, sayAim),
    {
      id: 'last',
      say: (texts) => texts.waitPlay,
      when: (scene) => !isOver(scene),
      waits: () => true,
      done: isOver,
    },
    {
      id: 'score',
      say: (texts, scene) => {
        const { lastRound } = scene.view
        const of = (numbers: readonly number[] | undefined) => numbers?.[me(scene)] ?? 0
        return texts.score(of(lastRound?.bids), of(lastRound?.taken), of(lastRound?.penalties))
      },
    },
    { id: 'end', say: (texts) => texts.end },
  ],
}
