"""Compiled playouts of Never Nine on bit boards, millions of times a second.

A card is a bit: its place in the deck, suit by suit, each from the six up. A hand is a set of bits. The rules are in
`games/nevernine/rules.py`; tests compare the moves of this module with them. Every function that a kernel calls is in
this file, so that a cached kernel never outlives a change.
"""

import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

SUIT = np.uint64(0x1FF)
"""The nine cards of clubs; the other suits are 9, 18 and 27 bits higher."""
NONE = -1
SUITS = np.array([0x1FF << card // 9 * 9 for card in range(36)], np.uint64)
"""For each card all cards of its suit."""
RANKS = np.array(
    [
        sum(rank << 4 * (cards & (1 << rank) - 1).bit_count() for rank in range(9) if cards >> rank & 1)
        for cards in range(512)
    ],
    np.uint64,
)
"""For each set of cards of a suit their ranks, four bits each, the lowest first."""


# --- bits and chance --------------------------------------------------------------------------------------------


@intrinsic
def _count(typing: Any, bits: Any) -> Any:  # noqa: ARG001 - the shape that numba asks for
    """The number of cards in a set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.uint64), code


@intrinsic
def _lowest(typing: Any, bits: Any) -> Any:  # noqa: ARG001
    """The first card of a non-empty set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code


@intrinsic
def _top(typing: Any, bits: Any) -> Any:  # noqa: ARG001
    """The last card of a non-empty set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), code


@njit
def _bit(card: int) -> Any:
    return np.uint64(1) << np.uint64(card)


@njit
def _suit_of(card: int) -> Any:
    """All cards of the suit of a card."""
    return SUIT << np.uint64(card // 9 * 9)


@njit
def _above(card: int) -> Any:
    """The cards of its suit that beat a card."""
    return _suit_of(card) & ~((_bit(card) << np.uint64(1)) - np.uint64(1))


@njit
def _below(card: int) -> Any:
    """The cards of its suit that a card beats."""
    return _suit_of(card) & (_bit(card) - np.uint64(1))


@njit
def _random(chance: Any) -> Any:
    """The next 64 bits of a xorshift generator."""
    x = chance[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    chance[0] = x
    return x * np.uint64(0x2545F4914F6CDD1D)


@njit
def _below_number(chance: Any, bound: int) -> Any:
    return np.int64(((_random(chance) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@njit
def _unit(chance: Any) -> float:
    return np.float64(_random(chance) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


# --- the rules --------------------------------------------------------------------------------------------------


@njit
def _playable(hand: Any, led: int) -> Any:
    """The cards that may be played: those of the leading suit, or any. `led` is the first card of the trick."""
    if led == NONE:
        return hand
    following = hand & _suit_of(led)
    return following if following else hand


@njit
def _beats(card: int, best: int) -> bool:
    """Whether a card takes the trick from the best one so far, which is of the leading suit."""
    return best == NONE or (card // 9 == best // 9 and card > best)


@njit
def _lay(card: int, seat: int, leader: int, laid: int, led: int, best: int, holder: int, taken: Any) -> Any:
    """Return the trick after a card: leader, cards laid, the first and the best of them, and who holds the trick."""
    if _beats(card, best):
        best, holder = card, seat
    if laid < 3:
        return leader, laid + 1, card if laid == 0 else led, best, holder
    taken[holder] += 1
    return holder, 0, NONE, NONE, holder


# --- a policy: what a sensible player plays ---------------------------------------------------------------------


@njit
def _strength(card: int, others: Any) -> int:
    """How strong a card is: few unseen cards of its suit beat it, then many are beaten by it."""
    return 16 * (9 - _count(others & _above(card))) + _count(others & _below(card))


@njit
def _weakest(cards: Any, others: Any) -> int:
    choice, least = NONE, 1 << 20
    while cards:
        card = _lowest(cards)
        cards &= cards - np.uint64(1)
        strength = _strength(card, others)
        if strength < least:
            choice, least = card, strength
    return choice


@njit
def _strongest(cards: Any, others: Any) -> int:
    choice, most = NONE, -1
    while cards:
        card = _lowest(cards)
        cards &= cards - np.uint64(1)
        strength = _strength(card, others)
        if strength > most:
            choice, most = card, strength
    return choice


@njit
def _kept(hand: Any, others: Any, need: int) -> Any:
    """The strongest `need` cards of a hand: they are kept for the tricks that are wanted."""
    kept = np.uint64(0)
    for _ in range(need):
        if hand == kept:
            break
        kept |= _bit(_strongest(hand & ~kept, others))
    return kept


@njit
def _sensible(hand: Any, others: Any, need: int, led: int, best: int, last: bool) -> int:
    """The card that rules of thumb play for a need of this many tricks, with `others` still out."""
    legal = _playable(hand, led)
    if legal & (legal - np.uint64(1)) == 0:
        return _lowest(legal)
    if led == NONE:
        if need > 0:
            strong = _strongest(legal, others)
            if others & _above(strong) == 0 and others & _below(strong):
                return strong
        return _weakest(legal, others)
    if legal & _suit_of(led):
        winning = legal & _above(best)
        if need > 0 and winning:
            if last:
                return _lowest(winning)
            high = _top(winning)
            if others & _above(high) == 0:
                return high
        losing = legal & _below(best)
        if need > 0:
            losing &= ~_kept(hand, others, need)
        if losing:
            return _top(losing)
        return _top(legal) if need <= 0 and last else _lowest(legal)
    if need > 0:
        spare = legal & ~_kept(hand, others, need)
        return _strongest(spare, others) if spare else _weakest(legal, others)
    return _strongest(legal, others)


@njit
def _any_of(cards: Any, chance: Any) -> int:
    for _ in range(_below_number(chance, _count(cards))):
        cards &= cards - np.uint64(1)
    return _lowest(cards)


# --- a learnt policy: what players usually play -----------------------------------------------------------------


WEIGHTS = 3120
"""How many weights the policy has; they are in four parts, and a card has one feature in each part."""
SCALE = 64
"""Weights count in sixty-fourths: a card that scores 64 more is e times as likely."""
ODDS = np.array([round(65536 * math.exp(-step / SCALE)) for step in range(SCALE * 12)], np.int64)
"""How likely a card is that scores so much less than another, as an integer: the same on every machine."""
LUCK = np.array([round(-SCALE * math.log(-math.log((step + 0.5) / 1024))) for step in range(1024)], np.int64)
"""Gumbel noise: the card with the highest score plus noise is as likely as its odds say."""


@njit
def _situation(hand: Any, legal: Any, others: Any, seat: int, bids: Any, taken: Any, led: int, laid: int,
               holder: int) -> Any:  # fmt: skip
    """Return what the features of all cards share, as the place in each part of the weights where they begin.

    It is the seat's place in the trick and its want, and further how many tricks all seats want, how many tops the
    hand has to spare, whether the trick is wanted by who has it, and how many wants are still to come.
    """
    left, need = _count(hand), bids[seat] - taken[seat]
    place = 0
    if led != NONE:
        place = 3 if legal & SUITS[led] == 0 else (2 if laid == 3 else 1)
    base = place * 5 + (4 if need >= left else max(0, min(3, need)))
    wanted, eager = max(0, need), 0
    for step in range(1, 4):
        more = bids[(seat + step) & 3] - taken[(seat + step) & 3]
        if more > 0:
            wanted += more
            eager += laid + step < 4
    slack = 0 if wanted < left else (1 if wanted == left else 2)
    tops = -need
    for suit in range(4):
        rivals = others >> np.uint64(9 * suit) & SUIT
        if rivals:
            tops += _count((hand >> np.uint64(9 * suit) & SUIT) >> np.uint64(_top(rivals)))
    spare = max(-2, min(2, tops)) + 2
    held = 4 if led != NONE and bids[holder] > taken[holder] else 0
    return (base * 3 + slack) * 32, 1920 + base * 24, 2400 + base * 20 + spare * 4, 2800 + base * 16 + held + eager


@njit
def _features(card: int, hand: Any, others: Any, best: int, start: Any) -> Any:
    """Return the features of a card, one in each part of the weights."""
    suit = SUITS[card]
    below = _bit(card) - np.uint64(1)
    above = ~(below << np.uint64(1) | np.uint64(1))
    rivals, group = others & suit, hand & suit
    length = min(3, _count(group) - 1)
    higher, lower = min(3, _count(rivals & above)), min(3, _count(rivals & below))
    wins = int(best == NONE)
    if best != NONE and _bit(best) & suit:
        wins = int(card > best)
        beaten = _bit(best) - np.uint64(1)
        group &= ~beaten if wins else beaten
    rank = min(2, _count(group & above))
    top = int(higher == 0 and lower > 0)
    return (
        start[0] + wins * 16 + higher * 4 + lower,
        start[1] + wins * 12 + rank * 4 + length,
        start[2] + top * 2 + wins,
        start[3] + wins * 8,
    )


@njit
def _score(card: int, hand: Any, others: Any, best: int, start: Any, weights: Any) -> int:
    """Return how much the policy likes a card."""
    one, two, three, four = _features(card, hand, others, best, start)
    return weights[one] + weights[two] + weights[three] + weights[four]


@njit
def _usual(hand: Any, others: Any, seat: int, bids: Any, taken: Any, led: int, laid: int, best: int, holder: int,
           weights: Any, chance: Any) -> int:  # fmt: skip
    """Draw a card as likely as the policy plays it."""
    legal = _playable(hand, led)
    if legal & (legal - np.uint64(1)) == 0:
        return _lowest(legal)
    start = _situation(hand, legal, others, seat, bids, taken, led, laid, holder)
    choice, most, luck, left = NONE, -(1 << 40), np.uint64(0), 0
    while legal:
        card = _lowest(legal)
        legal &= legal - np.uint64(1)
        if left == 0:
            luck, left = _random(chance), 6
        score = _score(card, hand, others, best, start, weights) + LUCK[np.int64(luck & np.uint64(1023))]
        luck >>= np.uint64(10)
        left -= 1
        if score > most:
            choice, most = card, score
    return choice


@njit
def _share(played: int, hand: Any, others: Any, seat: int, bids: Any, taken: Any, led: int, laid: int, best: int,
           holder: int, weights: Any, scores: Any) -> float:  # fmt: skip
    """Return how likely the policy plays a card."""
    legal = _playable(hand, led)
    if legal & (legal - np.uint64(1)) == 0:
        return 1.0
    start = _situation(hand, legal, others, seat, bids, taken, led, laid, holder)
    count, most, own = 0, -(1 << 40), 0
    while legal:
        card = _lowest(legal)
        legal &= legal - np.uint64(1)
        score = _score(card, hand, others, best, start, weights)
        scores[count] = score
        most = max(most, score)
        if card == played:
            own = score
        count += 1
    total = 0
    for number in range(count):
        total += ODDS[min(most - scores[number], len(ODDS) - 1)]
    return ODDS[min(most - own, len(ODDS) - 1)] / total


# --- playouts ---------------------------------------------------------------------------------------------------


@njit
def _pick(cards: Any, number: Any) -> Any:
    """The card with this number in a set, counted from 0, without unpredictable branches."""
    clubs = np.uint64(_count(cards & SUIT))
    diamonds = clubs + np.uint64(_count(cards & SUIT << np.uint64(9)))
    hearts = diamonds + np.uint64(_count(cards & SUIT << np.uint64(18)))
    suit = np.uint64(number >= clubs) + np.uint64(number >= diamonds) + np.uint64(number >= hearts)
    shift = np.uint64(9) * suit
    before = np.uint64(_count(cards & ((np.uint64(1) << shift) - np.uint64(1))))
    return (RANKS[cards >> shift & SUIT] >> np.uint64(4) * (number - before) & np.uint64(15)) + shift


@njit
def _play_randomly(hands: Any, taken: Any, leader: int, laid: int, led: int, best: int, holder: int,
                   chance: Any) -> None:  # fmt: skip
    """Play the round to its end at random and fast: cards stay bits, and one random number serves a whole trick."""
    suit = SUIT if led == NONE else _suit_of(led)
    top = np.uint64(0) if best == NONE else _bit(best)
    for _ in range(_count(hands[(leader + laid) & 3])):
        luck = _random(chance)
        if laid == 0:
            hand = hands[leader]
            place = _pick(hand, ((luck & np.uint64(0xFFFF)) * np.uint64(_count(hand))) >> np.uint64(16))
            luck >>= np.uint64(16)
            suit, top, holder, laid = SUITS[np.int64(place)], np.uint64(1) << place, leader, 1
            hands[leader] = hand ^ top
        for number in range(laid, 4):
            seat = (leader + number) & 3
            hand = hands[seat]
            legal = hand & suit
            legal |= hand * np.uint64(legal == 0)
            place = _pick(legal, ((luck & np.uint64(0xFFFF)) * np.uint64(_count(legal))) >> np.uint64(16))
            luck >>= np.uint64(16)
            card = np.uint64(1) << place
            hands[seat] = hand ^ card
            holder += (seat - holder) * int(card & suit > top)
            top = max(top, card & suit)
        taken[holder] += 1
        leader, laid = holder, 0


@njit
def _play_out(hands: Any, bids: Any, taken: Any, leader: int, laid: int, led: int, best: int, holder: int,
              noise: float, weights: Any, chance: Any) -> None:  # fmt: skip
    """Play the round to its end; `hands` and `taken` change. `noise` is the share of cards laid at random.

    Others are played by the learnt policy, or sensibly without its weights.
    """
    if noise >= 1:
        _play_randomly(hands, taken, leader, laid, led, best, holder, chance)
        return
    live = hands[0] | hands[1] | hands[2] | hands[3]
    while live or laid:
        seat = (leader + laid) & 3
        hand = hands[seat]
        if noise > 0 and _unit(chance) < noise:
            card = _any_of(_playable(hand, led), chance)
        elif len(weights):
            card = _usual(hand, live & ~hand, seat, bids, taken, led, laid, best, holder, weights, chance)
        else:
            card = _sensible(hand, live & ~hand, bids[seat] - taken[seat], led, best, laid == 3)
        hands[seat] = hand & ~_bit(card)
        live &= ~_bit(card)
        leader, laid, led, best, holder = _lay(card, seat, leader, laid, led, best, holder, taken)


# --- worlds -----------------------------------------------------------------------------------------------------


@njit
def _deal_out(unseen: Any, sizes: Any, voids: Any, hands: Any, chance: Any) -> bool:
    """Deal the unseen cards to the seats, respecting known voids; return whether that worked.

    Cards that few seats may hold go first; each goes to a random seat, weighted by the room left there.
    """
    for seat in range(4):
        if sizes[seat]:
            hands[seat] = 0
    room0, room1, room2, room3 = sizes[0], sizes[1], sizes[2], sizes[3]
    room = (room0, room1, room2, room3)
    for allowed_seats in range(1, 5):
        for suit in range(4):
            cards = unseen & (SUIT << np.uint64(9 * suit))
            if not cards:
                continue
            able = 0
            for seat in range(4):
                if sizes[seat] and not voids[seat, suit]:
                    able += 1
            if able != allowed_seats:
                continue
            while cards:
                card = _lowest(cards)
                cards &= cards - np.uint64(1)
                total = 0
                for seat in range(4):
                    if not voids[seat, suit]:
                        total += room[seat]
                if total == 0:
                    return False
                pick = _below_number(chance, total)
                for seat in range(4):
                    if voids[seat, suit]:
                        continue
                    if pick < room[seat]:
                        hands[seat] |= _bit(card)
                        if seat == 0:
                            room0 -= 1
                        elif seat == 1:
                            room1 -= 1
                        elif seat == 2:
                            room2 -= 1
                        else:
                            room3 -= 1
                        room = (room0, room1, room2, room3)
                        break
                    pick -= room[seat]
    return True


@njit
def _promise(hand: Any, worth: Any) -> float:
    """The expected tricks of a hand by the worth of its suits."""
    total = 0.0
    for suit in range(4):
        total += worth[np.int64(hand >> np.uint64(9 * suit) & SUIT)]
    return total


@njit
def _explains(deal: Any, shown: Any, seat: int, bids: Any, dealer: int, played: Any, weights: Any, doubt: float,
              hands: Any, taken: Any, scores: Any) -> float:  # fmt: skip
    """Return how well a deal explains the cards that the others played; `doubt` is the share of random cards."""
    for other in range(4):
        hands[other], taken[other] = deal[other] | shown[other], 0
    live = hands[0] | hands[1] | hands[2] | hands[3]
    leader, laid, led, best, holder, likely = (dealer + 1) & 3, 0, NONE, NONE, 0, 1.0
    for card in played:
        by = (leader + laid) & 3
        hand = hands[by]
        if by != seat:
            share = _share(card, hand, live & ~hand, by, bids, taken, led, laid, best, holder, weights, scores)
            likely *= share + doubt
        hands[by] = hand & ~_bit(card)
        live &= ~_bit(card)
        leader, laid, led, best, holder = _lay(card, by, leader, laid, led, best, holder, taken)
    return likely


@njit
def _likelihood(promise: float, bid: int, spread: float, doubt: float) -> float:
    """The likelihood of a bid given the expected tricks; `doubt` is the share of random bids."""
    return np.exp(-0.5 * ((bid - promise) / spread) ** 2) + doubt


@njit(nogil=True, cache=True)
def sample(unseen: Any, sizes: Any, voids: Any, shown: Any, bids: Any, worth: Any, spread: float, doubt: float,
           tries: int, count: int, own: Any, seat: int, dealer: int, played: Any, weights: Any, surprise: float,
           chance: Any) -> Any:  # fmt: skip
    """Return `count` worlds, four hands each, drawn from `tries` deals by how well they explain bids and cards.

    `played` are the cards of the round in order; without `weights` they explain nothing.
    `shown` are the cards each seat has played: they were in its hand when it bid. A bid below 0 is not made yet.
    """
    deals = np.zeros((tries, 4), dtype=np.uint64)
    likely = np.zeros(tries)
    hands, taken = np.zeros(4, np.uint64), np.zeros(4, np.int64)
    scores = np.zeros(9, np.int64)
    total, made = 0.0, 0
    for _ in range(8 * tries):
        if made == tries:
            break
        if not _deal_out(unseen, sizes, voids, deals[made], chance):
            continue
        deals[made, seat] = own
        weight = 1.0
        if spread > 0:
            for other in range(4):
                if other != seat and bids[other] >= 0:
                    promise = _promise(deals[made, other] | shown[other], worth)
                    weight *= _likelihood(promise, bids[other], spread, doubt)
        if len(weights):
            weight *= _explains(deals[made], shown, seat, bids, dealer, played, weights, surprise, hands, taken, scores)
        likely[made] = weight
        total += weight
        made += 1
    worlds = np.zeros((count if made else 0, 4), dtype=np.uint64)
    if made:
        step = total / count
        mark, reached, place = step * _unit(chance), likely[0], 0
        for number in range(count):
            while reached < mark and place < made - 1:
                place += 1
                reached += likely[place]
            worlds[number] = deals[place]
            mark += step
    return worlds


# --- exact play -------------------------------------------------------------------------------------------------


_LEADER, _LAID, _LED, _BEST, _HOLDER, _CARD, _TAKER, _LEAST, _CHOICE = range(9)
"""The columns of a frame of `_solve`: the current trick, the card being tried and who would take the trick with it, the
lowest cost of any card so far, and the result of that card."""


@njit
def _solve(hands: Any, bids: Any, taken: Any, leader: int, laid: int, led: int, best: int, holder: int,
           frames: Any, left: Any) -> int:  # fmt: skip
    """Return the tricks of all seats, four bits each, if everyone sees all cards and wants to pay least (max^n).

    It keeps its own frames, because cached recursive kernels crash when they are loaded. `left` are the cards
    that a frame has not tried.
    """
    depth = 0
    _set_frame(frames[0], leader, laid, led, best, holder)
    entering = True
    result = 0
    while True:
        frame = frames[depth]
        seat = (frame[_LEADER] + frame[_LAID]) & 3
        if entering:
            if not hands[seat]:
                result = taken[0] | taken[1] << 4 | taken[2] << 8 | taken[3] << 12
                if depth == 0:
                    return result
                depth, entering = depth - 1, False
                continue
            left[depth] = _playable(hands[seat], frame[_LED])
            others = _others(hands, seat, frame[_BEST])
            need = bids[seat] - taken[seat]
            card = _sensible(hands[seat], others, need, frame[_LED], frame[_BEST], frame[_LAID] == 3)
        else:
            card = frame[_CARD]
            hands[seat] |= _bit(card)
            if frame[_LAID] == 3:
                taken[frame[_TAKER]] -= 1
            cost = abs(((result >> (4 * seat)) & 15) - bids[seat])
            if cost < frame[_LEAST]:
                frame[_LEAST], frame[_CHOICE] = cost, result
            left[depth] &= ~_bit(card)
            left[depth] &= ~_same(card, left[depth], _others(hands, seat, frame[_BEST]))
            if frame[_LEAST] == 0 or not left[depth]:
                result = frame[_CHOICE]
                if depth == 0:
                    return result
                depth -= 1
                continue
            card = _lowest(left[depth])
        hands[seat] &= ~_bit(card)
        frame[_CARD] = card
        top, by = (card, seat) if _beats(card, frame[_BEST]) else (frame[_BEST], frame[_HOLDER])
        frame[_TAKER] = by
        depth, entering = depth + 1, True
        if frame[_LAID] == 3:
            taken[by] += 1
            _set_frame(frames[depth], by, 0, NONE, NONE, 0)
        else:
            first = card if frame[_LAID] == 0 else frame[_LED]
            _set_frame(frames[depth], frame[_LEADER], frame[_LAID] + 1, first, top, by)


@njit
def _set_frame(frame: Any, leader: int, laid: int, led: int, best: int, holder: int) -> None:
    frame[_LEADER], frame[_LAID], frame[_LED], frame[_BEST], frame[_HOLDER] = leader, laid, led, best, holder
    frame[_LEAST] = 99


@njit
def _others(hands: Any, seat: int, best: int) -> Any:
    """The cards that still count besides a seat's own: the other hands and the best card on the table."""
    others = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hands[seat]
    return others if best == NONE else others | _bit(best)


@njit
def _same(card: int, cards: Any, others: Any) -> Any:
    """Those of `cards` that are as good as `card`: of its suit, with no card of the others between."""
    same = np.uint64(0)
    for step in (-1, 1):
        next_card = card + step
        while 0 <= next_card < 36 and next_card // 9 == card // 9 and not others & _bit(next_card):
            same |= cards & _bit(next_card)
            next_card += step
    return same


# --- thinking ---------------------------------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def weigh_cards(worlds: Any, seat: int, legal: Any, bids: Any, taken: Any, leader: int, laid: int, led: int, best: int,
                holder: int, noise: float, wild: float, exact: int, weights: Any, chance: Any) -> Any:  # fmt: skip
    """Return for each world and each of the 36 cards what the seat pays after playing it.

    In a share `wild` of the worlds everyone plays at random, in the others sensibly except for `noise`; with up to
    `exact` cards in hand everyone plays optimally.
    """
    paid = np.zeros((len(worlds), 36))
    hands, tricks = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.int64)
    frames, left = np.zeros((4 * 9 + 1, 9), dtype=np.int64), np.zeros(4 * 9 + 1, dtype=np.uint64)
    for number in range(len(worlds)):
        astray = 1.0 if _unit(chance) < wild else noise
        cards = legal
        while cards:
            card = _lowest(cards)
            cards &= cards - np.uint64(1)
            hands[:], tricks[:] = worlds[number], taken
            hands[seat] &= ~_bit(card)
            first, top, by, count, begins = led, best, holder, laid + 1, leader
            if _beats(card, best):
                top, by = card, seat
            if laid == 0:
                first = card
            if count == 4:
                tricks[by] += 1
                begins, count, first, top = by, 0, NONE, NONE
            if _count(worlds[number, seat]) <= exact:
                mine = (_solve(hands, bids, tricks, begins, count, first, top, by, frames, left) >> (4 * seat)) & 15
            else:
                _play_out(hands, bids, tricks, begins, count, first, top, by, astray, weights, chance)
                mine = tricks[seat]
            paid[number, card] = abs(mine - bids[seat])
    return paid


@njit(nogil=True, cache=True)
def weigh_bids(worlds: Any, seat: int, bids: Any, dealer: int, worth: Any, noise: float, wild: float, lowest: int,
               highest: int, weights: Any, chance: Any) -> Any:  # fmt: skip
    """Return for each world and each bid from 0 to 9 what the seat pays; later bidders bid what their hand promises.

    Only the bids from `lowest` to `highest` are tried; the others cost 99.
    """
    paid = np.full((len(worlds), 10), 99.0)
    hands, tricks, made = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    for number in range(len(worlds)):
        astray = 1.0 if _unit(chance) < wild else noise
        for bid in range(lowest, highest + 1):
            made[:] = bids
            made[seat] = bid
            later = (seat + 1) & 3
            while seat != dealer and made[later] < 0:
                made[later] = round(_promise(worlds[number, later], worth))
                if later == dealer and made.sum() == 9:
                    made[later] += 1 if _promise(worlds[number, later], worth) > made[later] or not made[later] else -1
                if later == dealer:
                    break
                later = (later + 1) & 3
            hands[:], tricks[:] = worlds[number], 0
            _play_out(hands, made, tricks, (dealer + 1) & 3, 0, NONE, NONE, 0, astray, weights, chance)
            paid[number, bid] = abs(tricks[seat] - bid)
    return paid


# --- for training -----------------------------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def choices(dealer: int, dealt: Any, bids: Any, played: Any) -> Any:
    """Return the features of every card that could have been played in a round: its decision, whether it was, its four.

    Decisions are numbered by the cards played before; those without a choice are left out.
    """
    rows = np.zeros((36 * 9, 6), np.int64)
    hands, taken = dealt.copy(), np.zeros(4, np.int64)
    live = hands[0] | hands[1] | hands[2] | hands[3]
    count, leader, laid, led, best, holder = 0, (dealer + 1) & 3, 0, NONE, NONE, 0
    for number in range(len(played)):
        seat, card = (leader + laid) & 3, played[number]
        hand = hands[seat]
        legal = _playable(hand, led)
        if legal & (legal - np.uint64(1)):
            start = _situation(hand, legal, live & ~hand, seat, bids, taken, led, laid, holder)
            while legal:
                other = _lowest(legal)
                legal &= legal - np.uint64(1)
                rows[count, 0], rows[count, 1] = number, other == card
                rows[count, 2:] = _features(other, hand, live & ~hand, best, start)
                count += 1
        hands[seat] = hand & ~_bit(card)
        live &= ~_bit(card)
        leader, laid, led, best, holder = _lay(card, seat, leader, laid, led, best, holder, taken)
    return rows[:count]


# --- for tests, adapters and benchmarks -------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def play_out(hands: Any, bids: Any, taken: Any, leader: int, laid: int, led: int, best: int, holder: int, noise: float,
             chance: Any) -> None:  # fmt: skip
    """Play a round to its end; `hands` and `taken` change."""
    _play_out(hands, bids, taken, leader, laid, led, best, holder, noise, np.empty(0, np.int32), chance)


@njit(nogil=True, cache=True)
def play_outs(hands: Any, bids: Any, count: int, noise: float, chance: Any) -> int:
    """Play whole rounds with the same hands and bids, seat 0 leading; return how many tricks seat 0 took in all."""
    total = 0
    copy, taken = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.int64)
    for _ in range(count):
        copy[:], taken[:] = hands, 0
        _play_out(copy, bids, taken, 0, 0, NONE, NONE, 0, noise, np.empty(0, np.int32), chance)
        total += taken[0]
    return total
