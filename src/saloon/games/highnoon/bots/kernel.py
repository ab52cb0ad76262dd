"""Compiled playouts of HighNoon: both boards as one row of numbers, and players that look one move ahead.

The rules are in `games/highnoon/rules.py`; tests compare the moves of this module with them. A card is a number: 13 for
each suit, clubs first, from the ace up; which of the two decks it came from does not matter in play. Every function
that a kernel calls is in this file, so that a cached kernel never outlives a change.
"""

from typing import Any

import numpy as np
from numba import njit

COLUMN = 20
"""Room for a column: six hidden cards and a run of thirteen."""
LENGTH, DOWN, STOCK, WASTE, STOCKED, WASTED, SCORE, SINCE, BOARD = 140, 147, 154, 178, 202, 203, 204, 205, 206
"""Offsets on a board of the columns' lengths, their hidden cards, stock, waste, the sizes of both, the score and the
actions since any progress; and a board's length. The columns come first."""
RAISED = 2 * BOARD
"""Offset of the heights of the eight foundations."""
EXPLICIT = RAISED + 8
"""Offset of the flag whether turning a card is a separate action."""
SIZE = EXPLICIT + 1

FLIP, RAISE, CARRY, DRAW, RECYCLE = 1, 2, 3, 4, 5
"""The kinds of move. A move is kind * 4096 + source * 256 + target * 16 + count; the waste is source 7."""
WASTE_SOURCE = 7
MOST_MOVES = 96

VALUES = 14
RAISE_BASE, RAISE_RANK = 0, 1
"""Indices of a player's values: for a card moved up, and for each of its points."""
UNCOVER, UNCOVER_DEEP, FLIP_VALUE = 2, 3, 11
"""For exposing a hidden card, for each one hidden below it, and for turning it."""
EMPTY, KING = 4, 10
"""For a column emptied for a King that waits, and for a King moved to an empty column."""
BUILD, BUILD_HELPS, BUILD_LATE = 5, 6, 12
"""For a card of the waste moved to a column; if a run that covers a hidden card can go on it; and if a whole pass
through the stock has brought nothing better."""
AHEAD = 13
"""The cost of a step that only prepares a better move."""
GIFT, FOLLOW, FREE = 7, 8, 9
"""For each point that a raised card lets the opponent, or the player, raise; for a move that frees a card to raise."""


# --- reading the table ------------------------------------------------------------------------------------------


@njit
def _red(card: int) -> bool:
    return 13 <= card < 39


@njit
def _stacks(card: int, top: int) -> bool:
    """Whether a card may go on another: one rank lower, of the other colour."""
    return card % 13 == top % 13 - 1 and _red(card) != _red(top)


@njit
def _top(state: Any, at: int, column: int) -> int:
    """The top card of a column if it is face-up; -1 if it is hidden, -2 if there is none."""
    length = state[at + LENGTH + column]
    if length == 0:
        return -2
    if state[at + DOWN + column] == length:
        return -1
    return state[at + COLUMN * column + length - 1]


@njit
def _takes(state: Any, at: int, column: int, card: int) -> bool:
    """Whether a column takes a run that begins with `card`."""
    top = _top(state, at, column)
    return card % 13 == 12 if top == -2 else top >= 0 and _stacks(card, top)


@njit
def _foundation(state: Any, card: int) -> int:
    """The foundation that takes a card, or -1. Of two, the first: their tops are equal."""
    first = RAISED + card // 13 * 2
    if state[first] == card % 13:
        return first
    return first + 1 if state[first + 1] == card % 13 else -1


@njit
def _run(state: Any, at: int, column: int) -> int:
    """How many open cards at the top of a column form a run."""
    length = state[at + LENGTH + column]
    openly = length - state[at + DOWN + column]
    if openly == 0:
        return 0
    base = at + COLUMN * column + length - 1
    run = 1
    while run < openly and _stacks(state[base - run + 1], state[base - run]):
        run += 1
    return run


@njit
def _moves(state: Any, player: int, found: Any) -> int:
    """Write every move of a player into `found` (giving up aside); return how many there are."""
    at = player * BOARD
    count = 0
    for column in range(7):
        top = _top(state, at, column)
        if top == -1:
            found[count] = FLIP * 4096 + column * 256
            count += 1
        elif top >= 0 and _foundation(state, top) >= 0:
            found[count] = RAISE * 4096 + column * 256
            count += 1
    wasted = state[at + WASTED]
    if wasted:
        card = state[at + WASTE + wasted - 1]
        if _foundation(state, card) >= 0:
            found[count] = RAISE * 4096 + WASTE_SOURCE * 256
            count += 1
        for target in range(7):
            if _takes(state, at, target, card):
                found[count] = CARRY * 4096 + WASTE_SOURCE * 256 + target * 16 + 1
                count += 1
    for source in range(7):
        length = state[at + LENGTH + source]
        for cards in range(1, _run(state, at, source) + 1):
            card = state[at + COLUMN * source + length - cards]
            for target in range(7):
                if target != source and _takes(state, at, target, card):
                    found[count] = CARRY * 4096 + source * 256 + target * 16 + cards
                    count += 1
    if state[at + STOCKED]:
        found[count] = DRAW * 4096
        count += 1
    elif wasted:
        found[count] = RECYCLE * 4096
        count += 1
    return count


# --- moving -----------------------------------------------------------------------------------------------------


@njit
def _make(state: Any, player: int, move: int) -> None:
    """Make a legal move of a player; `state` changes."""
    at = player * BOARD
    kind, source, target, count = move >> 12, move >> 8 & 15, move >> 4 & 15, move & 15
    progress = False
    if kind == DRAW:
        state[at + WASTE + state[at + WASTED]] = state[at + STOCK + state[at + STOCKED] - 1]
        state[at + WASTED] += 1
        state[at + STOCKED] -= 1
    elif kind == RECYCLE:
        wasted = state[at + WASTED]
        for card in range(wasted):
            state[at + STOCK + card] = state[at + WASTE + wasted - 1 - card]
        state[at + STOCKED], state[at + WASTED] = wasted, 0
    elif kind == FLIP:
        state[at + DOWN + source] -= 1
        progress = True
    else:
        count = max(count, 1)
        if source == WASTE_SOURCE:
            start = at + WASTE + state[at + WASTED] - 1
            state[at + WASTED] -= 1
        else:
            state[at + LENGTH + source] -= count
            start = at + COLUMN * source + state[at + LENGTH + source]
        if kind == RAISE:
            card = state[start]
            state[_foundation(state, card)] += 1
            state[at + SCORE] += card % 13 + 1
            progress = True
        else:
            end = at + COLUMN * target + state[at + LENGTH + target]
            for card in range(count):
                state[end + card] = state[start + card]
            state[at + LENGTH + target] += count
        if source != WASTE_SOURCE and not state[EXPLICIT]:
            length = state[at + LENGTH + source]
            if length and state[at + DOWN + source] == length:
                state[at + DOWN + source] -= 1
                progress = True
    if progress:
        state[SINCE], state[BOARD + SINCE] = 0, 0
    else:
        state[at + SINCE] += 1


@njit
def _cards_left(state: Any, player: int) -> int:
    at = player * BOARD
    left = state[at + STOCKED] + state[at + WASTED]
    for column in range(7):
        left += state[at + LENGTH + column]
    return left


# --- a player that looks one move ahead -------------------------------------------------------------------------


@njit
def _has_ready(state: Any, player: int, card: int) -> bool:
    """Whether a player could raise such a card at once: it is face-up on top of a column or of the waste."""
    at = player * BOARD
    wasted = state[at + WASTED]
    if wasted and state[at + WASTE + wasted - 1] == card:
        return True
    for column in range(7):  # noqa: SIM110 - numba has no generators
        if _top(state, at, column) == card:
            return True
    return False


@njit
def _king_waits(state: Any, at: int) -> bool:
    """Whether a King on top of other cards or of the waste could use an empty column."""
    wasted = state[at + WASTED]
    if wasted and state[at + WASTE + wasted - 1] % 13 == 12:
        return True
    for column in range(7):
        for place in range(max(1, state[at + DOWN + column]), state[at + LENGTH + column]):
            if state[at + COLUMN * column + place] % 13 == 12:
                return True
    return False


@njit
def _takes_a_run(state: Any, at: int, card: int) -> bool:
    """Whether a run on top of hidden cards could go on `card`."""
    for column in range(7):
        length, down = state[at + LENGTH + column], state[at + DOWN + column]
        hides = down and length > down and _run(state, at, column) == length - down
        if hides and _stacks(state[at + COLUMN * column + down], card):
            return True
    return False


@njit
def _opened(state: Any, player: int, card: int, values: Any) -> float:
    """The value of raising a card for what it lets both players raise next."""
    if card % 13 == 12:
        return 0.0
    following = card + 1
    if _foundation(state, following) >= 0:
        return 0.0
    points = card % 13 + 2
    worth = 0.0
    if _has_ready(state, player, following):
        worth += values[FOLLOW] * points
    elif _has_ready(state, 1 - player, following):
        worth -= values[GIFT] * points
    return worth


@njit
def _bared(state: Any, at: int, column: int, count: int, values: Any) -> float:
    """The value of taking this many cards off a column."""
    rest, down = state[at + LENGTH + column] - count, state[at + DOWN + column]
    if rest == 0:
        return values[EMPTY] if _king_waits(state, at) else 0.0
    if rest == down:
        return values[UNCOVER] + values[UNCOVER_DEEP] * (down - 1)
    return 0.0


@njit
def _value(state: Any, player: int, move: int, values: Any) -> float:
    """The value of a move to a player; below 0 it is not worth making. A draw has value 0."""
    at = player * BOARD
    kind, source, target, count = move >> 12, move >> 8 & 15, move >> 4 & 15, move & 15
    if kind >= DRAW:
        return 0.0
    if kind == FLIP:
        return values[FLIP_VALUE]
    if kind == RAISE:
        waste = source == WASTE_SOURCE
        start = at + WASTE + state[at + WASTED] - 1 if waste else at + COLUMN * source + state[at + LENGTH + source] - 1
        card = state[start]
        worth = values[RAISE_BASE] + values[RAISE_RANK] * (card % 13 + 1) + _opened(state, player, card, values)
        return worth if waste else worth + _bared(state, at, source, 1, values)
    if source == WASTE_SOURCE:
        card = state[at + WASTE + state[at + WASTED] - 1]
        if card % 13 == 12:
            return values[KING]
        if _takes_a_run(state, at, card):
            return values[BUILD_HELPS]
        return values[BUILD_LATE] if state[at + SINCE] > state[at + STOCKED] + state[at + WASTED] else values[BUILD]
    length, down = state[at + LENGTH + source], state[at + DOWN + source]
    rest = length - count
    if rest == 0:
        head = state[at + COLUMN * source]
        if head % 13 == 12 or state[at + LENGTH + target] == 0:
            return -1.0
        return values[EMPTY] if _king_waits(state, at) else -1.0
    if rest == down:
        worth = values[UNCOVER] + values[UNCOVER_DEEP] * (down - 1)
        return worth + (values[KING] if state[at + LENGTH + target] == 0 else 0.0)
    exposed = state[at + COLUMN * source + rest - 1]
    if _foundation(state, exposed) >= 0:
        return values[FREE] + values[RAISE_RANK] * (exposed % 13 + 1) + _opened(state, player, exposed, values)
    return -1.0


@njit
def _best(state: Any, player: int, values: Any, found: Any) -> tuple[int, float]:
    """The move with the highest immediate value, the first of equals, and that value; 0 if none is worth making."""
    choice, most = 0, -0.5
    for number in range(_moves(state, player, found)):
        worth = _value(state, player, found[number], values)
        if worth > most:
            choice, most = found[number], worth
    return choice, most


@njit
def _prepared(state: Any, player: int, move: int, values: Any, found: Any, copy: Any) -> float:
    """The value of a carried card for the move that it makes possible: one that raises or exposes a card."""
    at = player * BOARD
    source, count = move >> 8 & 15, move & 15
    if source != WASTE_SOURCE and state[at + LENGTH + source] - count <= state[at + DOWN + source]:
        return -1.0
    copy[:] = state
    _make(copy, player, move)
    following, worth = _best(copy, player, values, found)
    kind = following >> 12
    if kind == RAISE or (kind == CARRY and following >> 8 & 15 != WASTE_SOURCE and worth >= values[UNCOVER]):
        return worth - values[AHEAD]
    return -1.0


@njit(nogil=True, cache=True)
def judge(state: Any, player: int, moves: Any, values: Any) -> Any:
    """Return the value of each move: immediate, or for the move that it prepares."""
    found, copy = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(SIZE, dtype=np.int16)
    worths = np.zeros(len(moves))
    for number in range(len(moves)):
        worths[number] = _value(state, player, moves[number], values)
    most = worths.max()
    for number in range(len(moves)):
        if moves[number] >> 12 == CARRY and worths[number] < most:
            prepared = _prepared(state, player, moves[number], values, found, copy)
            if prepared > most:
                worths[number] = prepared
    return worths


# --- playouts ---------------------------------------------------------------------------------------------------


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
def _unit(chance: Any) -> float:
    return np.float64(_random(chance) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit
def _dead(state: Any) -> bool:
    """Whether both players have gone through their stocks since the last progress: nothing will change any more."""
    for player in range(2):
        at = player * BOARD
        if state[at + SINCE] < 2 * (state[at + STOCKED] + state[at + WASTED]) + 4:
            return False
    return True


@njit
def _play_on(state: Any, values: Any, ticks: int, chance: Any, found: Any) -> Any:
    """Let both act once per tick, in random order, for some ticks; return who completed, 2 if dead, -1 if undecided.

    `values` has a row for each player.
    """
    for _ in range(ticks):
        first = np.int64(_random(chance) >> np.uint64(63))
        for turn in range(2):
            player = first ^ turn
            move, _ = _best(state, player, values[player], found)
            if move == 0:
                state[player * BOARD + SINCE] += 1
                continue
            _make(state, player, move)
            if move >> 12 == RAISE and _cards_left(state, player) == 0:
                return player
        if _dead(state):
            return 2
    return -1


@njit
def _lead(state: Any, player: int, end: int, tail: float) -> float:
    """The value of an end to a player: from -1 for a loss to 1 for a win."""
    if end == 0 or end == 1:
        return 1.0 if end == player else -1.0
    mine, theirs = player * BOARD, (1 - player) * BOARD
    lead = 1.0 * (state[mine + SCORE] - state[theirs + SCORE])
    lead += tail * (_cards_left(state, 1 - player) - _cards_left(state, player))
    if end == 2:
        return np.tanh(lead * 0.5) if lead else 0.0
    return np.tanh(lead / 40.0)


@njit(nogil=True, cache=True)
def matches(states: Any, values: Any, ticks: int, chance: Any) -> Any:
    """Play out each state; return its value to player 0."""
    found = np.zeros(MOST_MOVES, dtype=np.int64)
    results = np.zeros(len(states))
    for number in range(len(states)):
        end = _play_on(states[number], values, ticks, chance, found)
        results[number] = _lead(states[number], 0, end, 0.01)
    return results


@njit(nogil=True, cache=True)
def weigh(worlds: Any, player: int, moves: Any, values: Any, ticks: int, tail: float, seed: int) -> Any:
    """Return the value of each move in each world; all moves use the same random numbers in a world.

    A move of 0 passes the tick.
    """
    found = np.zeros(MOST_MOVES, dtype=np.int64)
    chance = np.zeros(1, dtype=np.uint64)
    state = np.zeros(SIZE, dtype=np.int16)
    result = np.zeros((len(worlds), len(moves)))
    for number in range(len(worlds)):
        for choice in range(len(moves)):
            state[:] = worlds[number]
            chance[0] = (np.uint64(seed) + np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)
            end = -1
            if moves[choice]:
                _make(state, player, moves[choice])
                if _cards_left(state, player) == 0:
                    end = player
            if end < 0:
                other, _ = _best(state, 1 - player, values[1 - player], found)
                if other:
                    _make(state, 1 - player, other)
                    if _cards_left(state, 1 - player) == 0:
                        end = 1 - player
            if end < 0:
                end = _play_on(state, values, ticks, chance, found)
            result[number, choice] = _lead(state, player, end, tail)
    return result


@njit(nogil=True, cache=True)
def moves(state: Any, player: int) -> Any:
    """Return every move of a player except giving up."""
    found = np.zeros(MOST_MOVES, dtype=np.int64)
    return found[: _moves(state, player, found)].copy()


@njit(nogil=True, cache=True)
def make(state: Any, player: int, move: int) -> None:
    """Make a legal move; `state` changes."""
    _make(state, player, move)
