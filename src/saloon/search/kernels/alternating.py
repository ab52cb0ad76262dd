"""Move generation for games whose columns are built down in alternating colours.

A game may have a stock from which one or three cards are drawn, or none.

A position is a row of masks. It leaves out how the free face-up cards are arranged: a card lies on its column's *base*
run or on any of the two cards that take it, and what lies on one of a pair may always be shifted to the other while
that is bare. So a pair has as many bare cards as it has cards on the table less those of the next lower pair that lie
on it, and only that number matters. That leaves five kinds of moves: UP, a card of the tableau goes to its foundation;
TURN, a base goes to another column and exposes what it covered; RAISE and LAY, a stock card goes to its foundation or
a column; BACK, a foundation card returns to a column.

Where any stack may be moved, every face-up card that lies as it was dealt is a base, whatever lies on it, and blocks
the card below. This drops the rule that no card goes on one that lies on top of it, so the game is easier than the
real one.

Some moves are only useful if the place that they create is used: BACK, the TURN of a column's last card (for a King),
and LAY if stock cards are available at any time. They put the player in debt: the next move must use the place.
docs/adr/0031 explains why neither this nor the forced moves miss a win.
"""

import numpy as np
import numpy.typing as npt

from .bits import (
    ONE_SUIT,
    both,
    count,
    either,
    height,
    highest_bit,
    inlined,
    kernel,
    leading_zeros,
    lowest,
    other_colour,
)

Words = npt.NDArray[np.int64]

SHOWN, BASES, NEXT, STOCK, PLACES, PASSED, EMPTY, REDEALS, KEY, BLOCKED, UNMOVED, LOGGED = range(12)
"""A position: face-up cards, bases, next cards of the foundations, stock cards, their places, how far the pass has
come, emptied columns, redeals left, the exact key; where any stack may be moved, the cards on which another lies as it
was dealt, and the cards that lie so; and how long the log of moves is."""
UP, TURN, RAISE, LAY, BACK = range(12, 17)
"""The moves not tried yet, as masks of cards; also the names of the kinds of moves."""
OWED, OWED_UP, OWED_BACK, ENTERED, ASKED = range(17, 22)
"""The cards that may come next while a debt is open; how many states had been met when the level was entered and when
it was last asked about."""
FIELDS = 22

UNDER, UNCOVERS, UNIT, PLACE, RULE, OFFERS = range(6)
"""A deal: per base the next base below and all cards that are bared with it, the weight of its column in the key; per
stock card its place; the rules; three lines for the phases of drawing by three."""
DEAL_LINES, DEAL_WIDTH = 8, 256
ALL, KINGS, BOTTOMS, STEP, LIMITED, FREE, SHIFT, WON_NEXT, PASS_UNIT, PLACE_UNIT, REDEAL_UNIT, SUIT_UNIT = range(12)
ANY = 16
"""The rules: masks of all cards, of the Kings, of the lowest cards of columns; cards drawn at a time; whether redeals
are limited; whether every stock card is available at any time; bits of a table entry next to the key; the foundations'
next cards when won; the weights of the pass, a place, a redeal and a foundation card in the key; whether any stack may
be moved."""


# --- looking ----------------------------------------------------------------------------------------------------


@inlined
def bare_pairs(open_cards: int, laid: int, everything: int) -> int:
    """Return the pairs of which a card is bare, or can be made bare by shifting what is laid on it."""
    covers = (other_colour(laid) << 4) & everything
    return (either(open_cards) & ~either(covers)) | (both(open_cards) & ~both(covers))


@inlined
def key_of(deal: Words, rows: Words, level: int) -> int:
    """Return the exact key of a position; above each foundation's next card stand the cards that lie as dealt."""
    return (rows[level, UNMOVED] << 4) | rows[level, NEXT] if deal[RULE, ANY] else rows[level, KEY]


@kernel
def _each_third(deal: Words, places: int) -> int:
    """Return the places at which drawing by three stops, the last one among them."""
    stops = 0
    phase = 0
    for byte in range(0, 24, 8):
        line = deal[OFFERS + phase, (places >> byte) & 255]
        stops |= (line & 255) << byte
        phase = line >> 8
    return stops | highest_bit(places)


@kernel
def _in_this_pass(deal: Words, places: int, passed: int) -> int:
    """Return the places whose cards come to the top of the waste before the next redeal."""
    coming = (places >> passed) << passed
    return (coming if deal[RULE, STEP] == 1 else _each_third(deal, coming)) | highest_bit(places ^ coming)


@kernel
def _in_next_pass(deal: Words, places: int) -> int:
    return places if deal[RULE, STEP] == 1 else _each_third(deal, places)


@kernel
def reachable(deal: Words, rows: Words, level: int, wanted: int, fresh: bool) -> int:
    """Return the wanted stock cards that are available; without `fresh` only those that a redeal would take away."""
    places = rows[level, PLACES]
    stops = _in_this_pass(deal, places, rows[level, PASSED])
    if deal[RULE, LIMITED] == 0 or rows[level, REDEALS] > 0:
        again = _in_next_pass(deal, places)
        stops = stops | again if fresh else stops & ~again
    found = 0
    while wanted:
        card = wanted & -wanted
        wanted ^= card
        if (stops >> deal[PLACE, lowest(card)]) & 1:
            found |= card
    return found


@kernel
def after_stock(following: int, stock: int) -> int:
    """Return the next cards of the foundations once all stock cards that can go up have gone."""
    while following & stock:
        following = (following & ~stock) | ((following & stock) << 4)
    return following


@inlined
def waste_height(rows: Words, level: int) -> int:
    """Return how many cards lie on the waste."""
    return count(rows[level, PLACES] & ((1 << rows[level, PASSED]) - 1))


@kernel
def is_won(deal: Words, rows: Words, level: int) -> bool:
    """Whether all cards are up, or nothing is covered and every stock card is available: the rest is easy."""
    return rows[level, NEXT] == deal[RULE, WON_NEXT] or (
        deal[RULE, FREE] != 0 and rows[level, BASES] & ~deal[RULE, BOTTOMS] == 0
    )


# --- moving -----------------------------------------------------------------------------------------------------


@inlined
def _note(rows: Words, log: Words, level: int, kind: int, card: int) -> None:
    log[rows[level, LOGGED]] = kind * 64 + card
    rows[level, LOGGED] += 1


@kernel
def _uncover(deal: Words, rows: Words, level: int, card: int) -> None:
    """Take a base off its column. A King at the bottom counts as lying on an emptied column."""
    rows[level, BASES] ^= 1 << card
    rows[level, KEY] -= deal[UNIT, card]
    under = deal[UNDER, card]
    rows[level, UNMOVED] &= ~(1 << card)
    if under < 0:
        rows[level, EMPTY] += 1
        return
    if (rows[level, SHOWN] >> under) & 1:
        rows[level, BLOCKED] ^= 1 << under
        return
    rows[level, SHOWN] |= deal[UNCOVERS, card]
    if (1 << under) & deal[RULE, KINGS] and deal[UNDER, under] < 0:
        rows[level, EMPTY] += 1
        rows[level, KEY] -= deal[UNIT, card]
        rows[level, UNMOVED] &= ~(1 << under)
    else:
        rows[level, BASES] |= 1 << under


@kernel
def _leave_stock(deal: Words, rows: Words, level: int, card: int) -> None:
    """Play a stock card and count the redeal if it needs one.

    A pass that offers no more than a redeal counts as not begun.
    """
    place = deal[PLACE, card]
    rows[level, STOCK] ^= 1 << card
    rows[level, KEY] -= deal[RULE, PLACE_UNIT] << place
    if deal[RULE, FREE]:
        return
    places, passed = rows[level, PLACES], rows[level, PASSED]
    if deal[RULE, LIMITED] and not (_in_this_pass(deal, places, passed) >> place) & 1:
        rows[level, REDEALS] -= 1
        rows[level, KEY] -= deal[RULE, REDEAL_UNIT]
    places ^= 1 << place
    waste = places & ((1 << place) - 1)
    now = 64 - leading_zeros(waste)
    if not deal[RULE, LIMITED] and (count(waste) % deal[RULE, STEP] == 0 or waste == places):
        now = 0
    rows[level, PLACES] = places
    rows[level, PASSED] = now
    rows[level, KEY] += (now - passed) * deal[RULE, PASS_UNIT]


@kernel
def _raise(deal: Words, rows: Words, log: Words, level: int, card: int) -> None:
    """Move a card of the tableau up, after the stock cards that its foundation lacks."""
    suit = card & 3
    lacking = 4 * height(rows[level, NEXT], suit) + suit
    while lacking < card:
        _leave_stock(deal, rows, level, lacking)
        rows[level, KEY] += deal[RULE, SUIT_UNIT + suit]
        _note(rows, log, level, RAISE, lacking)
        lacking += 4
    _note(rows, log, level, UP, card)
    rows[level, KEY] += deal[RULE, SUIT_UNIT + suit]
    rows[level, NEXT] = (rows[level, NEXT] & ~(ONE_SUIT << suit)) | (16 << card)
    rows[level, SHOWN] ^= 1 << card
    if (rows[level, BASES] >> card) & 1:
        _uncover(deal, rows, level, card)


@kernel
def _owe(rows: Words, level: int, card: int) -> bool:
    """Note the debt of a laid card: the next move must build on it or bring up its twin. Return whether there is one.

    There is none if a card that could come is buried in its foundation: getting it out takes more than one move.
    """
    suit = 2 if (card & 3) < 2 else 0
    rank = card >> 2
    if height(rows[level, NEXT], suit) > rank or height(rows[level, NEXT], suit + 1) > rank:
        return False
    pair = either(1 << card)
    rows[level, OWED] = other_colour(pair) >> 4
    rows[level, OWED_UP] = pair ^ (1 << card)
    return True


@kernel
def play(deal: Words, rows: Words, log: Words, level: int, kind: int, card: int) -> bool:
    """Make a move in the row `level`; return whether it leaves a debt."""
    bit = 1 << card
    rows[level, OWED_UP] = 0
    rows[level, OWED_BACK] = 0
    if kind == UP:
        _raise(deal, rows, log, level, card)
        return False
    _note(rows, log, level, kind, card)
    if kind == TURN:
        _uncover(deal, rows, level, card)
        rows[level, OWED] = deal[RULE, KINGS]
        return deal[UNDER, card] < 0
    if kind == BACK:
        rows[level, NEXT] = (rows[level, NEXT] ^ (bit << 4)) | bit
        rows[level, KEY] -= deal[RULE, SUIT_UNIT + (card & 3)]
        rows[level, SHOWN] |= bit
        rows[level, OWED_BACK] = bit >> 4
        return _owe(rows, level, card)
    _leave_stock(deal, rows, level, card)
    if kind == RAISE:
        rows[level, NEXT] = (rows[level, NEXT] ^ bit) | (bit << 4)
        rows[level, KEY] += deal[RULE, SUIT_UNIT + (card & 3)]
        return False
    rows[level, SHOWN] |= bit
    return deal[RULE, FREE] != 0 and _owe(rows, level, card)


# --- forced moves -----------------------------------------------------------------------------------------------


@kernel
def forced(deal: Words, rows: Words, level: int) -> int:
    """Return a card that may as well go up at once; -1 for none.

    A card that is not a base can come back to where it lay. A base, or a card that takes stock cards along, goes up if
    nothing can need it any more: every card that could lie on it can go up itself. Where any stack may be moved, those
    cards must already be up: one of them could be needed on it together with everything on top of it.
    """
    shown, bases, following = rows[level, SHOWN], rows[level, BASES], rows[level, NEXT]
    free = after_stock(following, rows[level, STOCK]) if deal[RULE, FREE] else following
    open_cards = shown & ~rows[level, BLOCKED]
    ready = open_cards & free
    if ready == 0:
        return -1
    ready &= bare_pairs(open_cards, shown & ~bases, deal[RULE, ALL])
    while ready:
        bit = ready & -ready
        ready ^= bit
        card = lowest(bit)
        suit, rank = card & 3, (card >> 2) + 1
        others = 2 if suit < 2 else 0
        slack = -deal[RULE, ANY]
        if not bases & bit and max(height(following, others), height(following, others + 1)) < rank:
            if following & bit:
                return card
            slack = 1
        lower = min(height(free, others), height(free, others + 1))
        if lower >= rank - 2 - slack and height(free, suit ^ 1) >= rank - 3 - slack:
            return card
    return -1


@kernel
def settle(deal: Words, rows: Words, log: Words, level: int) -> None:
    """Make all forced moves."""
    card = forced(deal, rows, level)
    while card >= 0:
        _raise(deal, rows, log, level, card)
        card = forced(deal, rows, level)


# --- all moves --------------------------------------------------------------------------------------------------


@inlined
def _and_above(cards: int, raised: int) -> int:
    """Return cards of the foundations with all cards above them."""
    cards |= (cards << 4) & raised
    cards |= (cards << 8) & raised
    cards |= (cards << 16) & raised
    return cards | ((cards << 32) & raised)


@kernel
def _worth_building_on(deal: Words, shown: int, bases: int, stock: int, raised: int, free: int, bare: int) -> int:
    """Return the cards that would be of use in a column: none of their pair is bare, and another card waits for one.

    That may be a base, one of the pair that could go up if it were bare, or a card that can be laid in between. If such
    a card is buried in its foundation, the cards above it wait for places too.
    """
    between = raised | stock if deal[RULE, FREE] else raised
    waiting = bases if deal[RULE, FREE] else bases | stock
    worth = ((other_colour(either(waiting)) << 4) | either(shown & free)) & ~bare & deal[RULE, ALL]
    more = worth
    while more:
        coming = (between & more) | _and_above(more & raised, raised)
        more = (other_colour(either(coming)) << 4) & ~bare & ~worth & deal[RULE, ALL]
        worth |= more
    return worth


@kernel
def expand(deal: Words, rows: Words, level: int, fresh: bool, indebted: bool) -> None:
    """Write the moves to try into the row: all that may lead to a win, or only those that pay the debt."""
    kings = deal[RULE, KINGS]
    shown, bases, following, stock = rows[level, SHOWN], rows[level, BASES], rows[level, NEXT], rows[level, STOCK]
    open_cards = shown & ~rows[level, BLOCKED]
    bare = bare_pairs(open_cards, shown & ~bases, deal[RULE, ALL])
    room = rows[level, EMPTY] - count(shown & ~bases & kings)
    placeable = other_colour(bare >> 4) | (kings if room > 0 else 0)
    tops = following >> 4
    raised = tops | (tops >> 4)
    raised |= raised >> 8
    raised |= (raised >> 16) | (raised >> 32)
    free = after_stock(following, stock) if deal[RULE, FREE] else following
    useful = placeable & _worth_building_on(deal, open_cards, bases, stock, raised, free, bare)
    turn = bases & placeable
    if room > 0 or kings & (bases | stock | raised) == 0:
        turn &= ~deal[RULE, BOTTOMS]
    up, lay, up_from_stock = open_cards & bare & free, stock & useful, 0
    while placeable & (useful << 4) & ~useful:
        useful |= placeable & (useful << 4)  # a foundation card may return only to bring the one below it
    back = tops & useful
    if not deal[RULE, FREE]:
        lay = reachable(deal, rows, level, (placeable | following) & stock, fresh)
        up_from_stock = lay & following
        lay &= placeable
    if indebted:
        owed = rows[level, OWED]
        up &= rows[level, OWED_UP]
        turn &= owed
        lay &= owed
        back &= owed | rows[level, OWED_BACK]
        up_from_stock = 0
    rows[level, UP] = up
    rows[level, TURN] = turn
    rows[level, RAISE] = up_from_stock
    rows[level, LAY] = lay
    rows[level, BACK] = back
