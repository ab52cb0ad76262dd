"""Compiled rules of Never Nine for many games at once; a row is described in this package's `NeverNineBatch`.

The rules are in `games/nevernine/rules.py`; tests compare every step of this module with them. A card is its place in
the deck. Every function that a kernel calls is in this file, so that a cached kernel never outlives a change.
"""

from typing import Any

import numpy as np
from numba import njit

CARDS = 36
LAID, BIDS, TAKEN, SCORES, REACHED = 36, 40, 44, 48, 52
"""Offsets, by seat, of the card in the trick (-1 for none), the bid (-1 for none), the tricks, the score and the round
after which the seat first had it."""
LEADER, MOVES, TRICKS, DEALER, TURN, PHASE, ROUND, LIMIT, SHARED = 56, 57, 58, 59, 60, 61, 62, 63, 64
BID, PLAY, FINISHED = 0, 1, 2
PLAYED = 4
"""A card that was played has this added to its seat."""
NINE = 9
FIRST_CARD = 10
"""The number of the action that plays the first card, after the bids."""
OVER, TOO_LONG = 1, 2


# --- chance -----------------------------------------------------------------------------------------------------


@njit
def _below(randoms: Any, i: int, bound: int) -> Any:
    """A random number below a small bound, by SplitMix64."""
    randoms[i] += np.uint64(0x9E3779B97F4A7C15)
    mixed = randoms[i]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.int64(((mixed >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@njit
def _deal_round(row: Any, dealer: int, randoms: Any, i: int) -> None:
    """Deal a round at random."""
    for card in range(CARDS):
        row[card] = card % 4
    for last in range(CARDS - 1, 0, -1):
        other = _below(randoms, i, last + 1)
        row[last], row[other] = row[other], row[last]
    for seat in range(4):
        row[LAID + seat], row[BIDS + seat], row[TAKEN + seat] = -1, -1, 0
    row[DEALER], row[PHASE], row[MOVES], row[TRICKS] = dealer, BID, 0, 0
    row[LEADER] = row[TURN] = (dealer + 1) % 4


@njit
def _deal(row: Any, randoms: Any, i: int) -> None:
    for seat in range(4):
        row[SCORES + seat], row[REACHED + seat] = 0, 0
    row[ROUND] = 1
    _deal_round(row, _below(randoms, i, 4), randoms, i)


# --- actions ----------------------------------------------------------------------------------------------------


@njit
def _forbidden(row: Any) -> int:
    """The bid that would make the sum nine, once three have bid; -1 if there is none."""
    count = total = 0
    for seat in range(4):
        if row[BIDS + seat] >= 0:
            count += 1
            total += row[BIDS + seat]
    return NINE - total if count == 3 and total <= NINE else -1


@njit
def _apply(row: Any, action: int, randoms: Any, i: int) -> None:
    """Take a legal action."""
    seat = row[TURN]
    row[TURN] = (seat + 1) % 4
    if action < FIRST_CARD:
        row[BIDS + seat] = action
        if seat == row[DEALER]:
            row[PHASE] = PLAY
        return
    card = action - FIRST_CARD
    row[card] = PLAYED + seat
    row[LAID + seat] = card
    row[MOVES] += 1
    if row[MOVES] == 4:
        _collect(row, randoms, i)


@njit
def _collect(row: Any, randoms: Any, i: int) -> None:
    """The highest card of the leading suit takes the trick; the ninth trick ends the round."""
    winner = row[LEADER]
    best = row[LAID + winner]
    for seat in range(4):
        card = row[LAID + seat]
        if card // 9 == best // 9 and card > best:
            winner, best = seat, card
        row[LAID + seat] = -1
    row[TAKEN + winner] += 1
    row[TRICKS] += 1
    row[MOVES] = 0
    row[LEADER] = row[TURN] = winner
    if row[TRICKS] == NINE:
        _score(row, randoms, i)


@njit
def _score(row: Any, randoms: Any, i: int) -> None:
    """Everyone pays for each trick too many or too few; at the limit the game ends."""
    highest = 0
    for seat in range(4):
        penalty = abs(row[TAKEN + seat] - row[BIDS + seat])
        row[SCORES + seat] += penalty
        if penalty:
            row[REACHED + seat] = row[ROUND]
        highest = max(highest, row[SCORES + seat])
    if highest >= row[LIMIT]:
        row[PHASE], row[TURN] = FINISHED, -1
    else:
        row[ROUND] += 1
        _deal_round(row, (row[DEALER] + 1) % 4, randoms, i)


@njit
def _pay(row: Any, rewards: Any) -> None:
    """Winners share 1 and losers -1; with shared ties all who have the lowest score win, else the latest of them."""
    lowest, latest = row[SCORES : SCORES + 4].min(), -1
    for seat in range(4):
        if row[SCORES + seat] == lowest:
            latest = max(latest, row[REACHED + seat])
    winners = 0
    for seat in range(4):
        won = row[SCORES + seat] == lowest and (row[SHARED] or row[REACHED + seat] == latest)
        rewards[seat] = won
        winners += won
    for seat in range(4):
        if winners == 4:
            rewards[seat] = 0
        else:
            rewards[seat] = 1 / winners if rewards[seat] else -1 / (4 - winners)


# --- what is legal and seen -------------------------------------------------------------------------------------


@njit
def _mark_legal(row: Any, mask: Any, legal: Any) -> int:
    """List and mark the legal actions of the seat to act; return how many there are."""
    mask[:] = 0
    seat = row[TURN]
    if row[PHASE] == BID:
        mask[:FIRST_CARD] = 1
        forbidden = _forbidden(row)
        if forbidden >= 0:
            mask[forbidden] = 0
    elif row[PHASE] == PLAY:
        follows = False
        if row[MOVES]:
            suit = row[LAID + row[LEADER]] // 9 * 9
            for card in range(suit, suit + 9):
                if row[card] == seat:
                    mask[FIRST_CARD + card] = 1
                    follows = True
        if not follows:
            for card in range(CARDS):
                mask[FIRST_CARD + card] = row[card] == seat
    found = 0
    for action in range(mask.shape[0]):
        if mask[action]:
            legal[found] = action
            found += 1
    return found


@njit
def _observe(row: Any, seen: Any) -> None:
    """Write what the seat to act sees, its own numbers first."""
    own = max(row[TURN], 0)
    for card in range(CARDS):
        seat = row[card] - PLAYED
        seen[card] = row[card] == own
        seen[CARDS + card] = 1 + (seat - own) % 4 if seat >= 0 and row[LAID + seat] != card else 0
    at = 2 * CARDS
    for turn in range(4):
        seat = (own + turn) % 4
        seen[at + turn] = 1 + row[LAID + seat]
        seen[at + 5 + turn] = row[BIDS + seat]
        seen[at + 9 + turn] = row[TAKEN + seat]
        seen[at + 13 + turn] = row[SCORES + seat]
        seen[at + 17 + turn] = row[REACHED + seat]
    seen[at + 4] = (row[LEADER] - own) % 4
    seen[at + 21] = _forbidden(row)
    seen[at + 22] = (row[DEALER] - own) % 4
    seen[at + 23] = 4 if row[TURN] < 0 else 0
    seen[at + 24] = row[PHASE]
    seen[at + 25] = row[ROUND]
    seen[at + 26] = row[LIMIT]
    seen[at + 27] = row[SHARED]


# --- many rows --------------------------------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def deal(rows: Any, randoms: Any) -> None:
    """Deal every row again."""
    for i in range(rows.shape[0]):
        _deal(rows[i], randoms, i)


@njit(nogil=True, cache=True)
def look(rows: Any, masks: Any, legal: Any, counts: Any, observed: Any, seats: Any) -> None:
    """Write what is legal for the seat to act, and what it sees."""
    for i in range(rows.shape[0]):
        counts[i] = _mark_legal(rows[i], masks[i], legal[i])
        _observe(rows[i], observed[i])
        seats[i] = rows[i][TURN]


@njit(nogil=True, cache=True)
def advance(
    rows: Any, actions: Any, masks: Any, legal: Any, counts: Any, observed: Any, seats: Any,
    rewards: Any, ended: Any, steps: Any, most: int, randoms: Any, by_points: bool,
) -> None:  # fmt: skip
    """Take an action in each row; an illegal one changes nothing. A game that has ended is followed by a new deal."""
    for i in range(rows.shape[0]):
        row = rows[i]
        for seat in range(4):
            rewards[i][seat] = row[SCORES + seat] if by_points else 0
        if masks[i][actions[i]]:
            _apply(row, actions[i], randoms, i)
        steps[i] += 1
        over = row[PHASE] == FINISHED
        ended[i] = OVER if over else TOO_LONG if steps[i] >= most else 0
        if by_points:
            for seat in range(4):
                rewards[i][seat] -= row[SCORES + seat]
        elif over:
            _pay(row, rewards[i])
        if ended[i]:
            _deal(row, randoms, i)
            steps[i] = 0
        counts[i] = _mark_legal(row, masks[i], legal[i])
        _observe(row, observed[i])
        seats[i] = row[TURN]


@njit(nogil=True, cache=True)
def sample(legal: Any, counts: Any, actions: Any, randoms: Any) -> None:
    """Choose a random legal action in each row."""
    for i in range(legal.shape[0]):
        actions[i] = legal[i][_below(randoms, i, counts[i])]
