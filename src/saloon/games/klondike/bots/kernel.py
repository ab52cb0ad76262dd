"""Compiled playouts of Klondike: the table as one row of numbers, and a player that looks one move ahead.

A move here is what a player means: "the seven of hearts from the stock onto that column" is one move, however many
draws it takes. The rules are in `games/klondike/rules.py`; tests compare the moves of this module with them. A card is
a number: 13 for each suit, clubs first, from the ace up. Every function that a kernel calls is in this file, so that a
cached kernel never outlives a change.
"""

from typing import Any

import numpy as np
from numba import njit

COLUMN = 20
"""Room for a column: six hidden cards and a run of thirteen."""
LENGTH, DOWN, TALON, TALONED, PLACE, PASSES, RAISED, DRAWN, SIZE = 140, 147, 154, 178, 179, 180, 181, 185, 186
"""Offsets of the columns' lengths, their hidden cards, the talon (waste and stock in the order of the draw), its size,
how many of its cards are on the waste, the redeals left (-1 for any number), the foundations and the cards of a draw.
"""

TALON_UP, TALON_DOWN, RAISE, CARRY, LOWER, DRAW = 1, 2, 3, 4, 5, 6
"""The kinds of move: from the talon up or onto a column, from a column up or onto another, from a foundation down. A
move is kind * 65536 + source * 256 + target * 16 + count. Draws for their own sake are only useful if the order is
unknown: `moves` lists none."""
MOST_MOVES = 128

VALUES = 11
UP, UP_SAFE, UP_RANK = 0, 1, 2
"""Indices of a player's values: for a card moved up, if it is no longer needed below, and for each rank."""
UNCOVER, UNCOVER_DEEP, EMPTY = 3, 4, 5
"""For exposing a hidden card, for each one hidden below it, and for a column emptied for a King that waits."""
BUILD, BUILD_HELPS, KING, KING_HELPS = 6, 7, 8, 9
"""For a card of the talon moved to a column if a run over a hidden card can go on it, and the same for a King."""
FREE = 10
"""For a move that frees a card to be moved up, in addition to that card's own value."""


# --- reading the table ------------------------------------------------------------------------------------------


@njit
def _red(card: int) -> bool:
    return 13 <= card < 39


@njit
def _stacks(card: int, top: int) -> bool:
    """Whether a card may go on another: one rank lower, of the other colour."""
    return card % 13 == top % 13 - 1 and _red(card) != _red(top)


@njit
def _takes(state: Any, column: int, card: int) -> bool:
    """Whether a column takes a run that begins with `card`."""
    length = state[LENGTH + column]
    if length == 0:
        return card % 13 == 12
    return _stacks(card, state[COLUMN * column + length - 1])


@njit
def _goes_up(state: Any, card: int) -> bool:
    return state[RAISED + card // 13] == card % 13


@njit
def _run(state: Any, column: int) -> int:
    """How many open cards at the top of a column form a run."""
    length = state[LENGTH + column]
    openly = length - state[DOWN + column]
    if openly == 0:
        return 0
    base = COLUMN * column + length - 1
    run = 1
    while run < openly and _stacks(state[base - run + 1], state[base - run]):
        run += 1
    return run


@njit
def _reach(state: Any, tops: Any) -> int:
    """Write into `tops` how many cards the waste holds when each reachable card is on its top; return how many.

    First those of this pass, including the present top; then, if the waste may be turned over, those of the next.
    """
    count, drawn, place = state[TALONED], state[DRAWN], state[PLACE]
    found = 0
    if place:
        tops[0] = place
        found = 1
    at = place
    while at < count:
        at = min(at + drawn, count)
        tops[found] = at
        found += 1
    if state[PASSES] == 0:
        return found
    at = 0
    while at < count:
        at = min(at + drawn, count)
        if not _in_this_pass(state, at):
            tops[found] = at
            found += 1
    return found


@njit
def _in_this_pass(state: Any, top: int) -> bool:
    """Whether the waste can reach this size without being turned over."""
    place = state[PLACE]
    return top == state[TALONED] or (top >= place and (top - place) % state[DRAWN] == 0)


@njit
def _moves(state: Any, found: Any, tops: Any) -> int:
    """Write every move into `found`; return how many there are."""
    count = 0
    for source in range(7):
        length = state[LENGTH + source]
        if length == 0:
            continue
        if _goes_up(state, state[COLUMN * source + length - 1]):
            found[count] = RAISE << 16 | source << 8
            count += 1
        for cards in range(1, _run(state, source) + 1):
            card = state[COLUMN * source + length - cards]
            for target in range(7):
                if target != source and _takes(state, target, card):
                    found[count] = CARRY << 16 | source << 8 | target << 4 | cards
                    count += 1
    for number in range(_reach(state, tops)):
        top = tops[number]
        card = state[TALON + top - 1]
        if _goes_up(state, card):
            found[count] = TALON_UP << 16 | top << 8
            count += 1
        for target in range(7):
            if _takes(state, target, card):
                found[count] = TALON_DOWN << 16 | top << 8 | target << 4 | 1
                count += 1
    for suit in range(4):
        if state[RAISED + suit]:
            card = 13 * suit + state[RAISED + suit] - 1
            for target in range(7):
                if _takes(state, target, card):
                    found[count] = LOWER << 16 | suit << 8 | target << 4 | 1
                    count += 1
    return count


# --- moving -----------------------------------------------------------------------------------------------------


@njit
def _take_from_talon(state: Any, top: int) -> int:
    """Take the card on top of the waste when it holds `top` cards."""
    card = state[TALON + top - 1]
    if state[PASSES] > 0 and not _in_this_pass(state, top):
        state[PASSES] -= 1
    for at in range(top, state[TALONED]):
        state[TALON + at - 1] = state[TALON + at]
    state[TALONED] -= 1
    state[PLACE] = top - 1
    return card


@njit
def _make(state: Any, move: int) -> None:
    """Make a legal move; `state` changes. An exposed hidden card is turned."""
    kind, source, target, count = move >> 16, move >> 8 & 255, move >> 4 & 15, move & 15
    if kind == DRAW:
        state[PLACE] = min(state[PLACE] + state[DRAWN], state[TALONED])
        return
    if kind == TALON_UP:
        state[RAISED + _take_from_talon(state, source) // 13] += 1
        return
    end = COLUMN * target + state[LENGTH + target]
    if kind == TALON_DOWN:
        state[end] = _take_from_talon(state, source)
        state[LENGTH + target] += 1
        return
    if kind == LOWER:
        state[RAISED + source] -= 1
        state[end] = 13 * source + state[RAISED + source]
        state[LENGTH + target] += 1
        return
    count = max(count, 1)
    state[LENGTH + source] -= count
    length = state[LENGTH + source]
    start = COLUMN * source + length
    if kind == RAISE:
        state[RAISED + state[start] // 13] += 1
    else:
        for card in range(count):
            state[end + card] = state[start + card]
        state[LENGTH + target] += count
    if length and state[DOWN + source] == length:
        state[DOWN + source] -= 1


# --- a player that looks one move ahead -------------------------------------------------------------------------


@njit
def _king_waits(state: Any, tops: Any) -> bool:
    """Whether a King on other cards, or one that can reach the top of the waste, could use an empty column."""
    for column in range(7):
        for place in range(max(1, state[DOWN + column]), state[LENGTH + column]):
            if state[COLUMN * column + place] % 13 == 12:
                return True
    for number in range(_reach(state, tops)):  # noqa: SIM110 - numba has no generators
        if state[TALON + tops[number] - 1] % 13 == 12:
            return True
    return False


@njit
def _takes_a_run(state: Any, card: int) -> bool:
    """Whether a run on top of hidden cards could go on `card`."""
    for column in range(7):
        length, down = state[LENGTH + column], state[DOWN + column]
        hides = down and _run(state, column) == length - down
        if hides and _stacks(state[COLUMN * column + down], card):
            return True
    return False


@njit
def _up(state: Any, card: int, values: Any) -> float:
    """The value of moving a card up."""
    worth = values[UP] + values[UP_RANK] * (card % 13)
    one, other = (RAISED, RAISED + 3) if _red(card) else (RAISED + 1, RAISED + 2)
    return worth + values[UP_SAFE] if card % 13 <= min(state[one], state[other]) + 1 else worth


@njit
def _value(state: Any, move: int, values: Any, tops: Any) -> float:
    """The value of a move to a player; below 0 it is not worth making."""
    kind, source, count = move >> 16, move >> 8 & 255, move & 15
    if kind == LOWER:
        return -1.0
    if kind == TALON_UP:
        return _up(state, state[TALON + source - 1], values)
    if kind == TALON_DOWN:
        card = state[TALON + source - 1]
        helps = _takes_a_run(state, card)
        if card % 13 == 12:
            return values[KING_HELPS] if helps else values[KING]
        return values[BUILD_HELPS] if helps else values[BUILD]
    length, down = state[LENGTH + source], state[DOWN + source]
    rest = length - max(count, 1)
    if kind == RAISE:
        worth = _up(state, state[COLUMN * source + length - 1], values)
        if rest == 0:
            return worth + (values[EMPTY] if _king_waits(state, tops) else 0.0)
        return worth + (values[UNCOVER] + values[UNCOVER_DEEP] * down if rest == down else 0.0)
    if rest == 0:
        head = state[COLUMN * source]
        if head % 13 == 12:
            return -1.0
        return values[EMPTY] if _king_waits(state, tops) else -1.0
    if rest == down:
        return values[UNCOVER] + values[UNCOVER_DEEP] * down
    exposed = state[COLUMN * source + rest - 1]
    return values[FREE] + _up(state, exposed, values) if _goes_up(state, exposed) else -1.0


# --- playouts ---------------------------------------------------------------------------------------------------


@njit
def _best(state: Any, values: Any, found: Any, tops: Any, spare: Any) -> int:
    """The move with the highest value, the first of equals; 0 if none is worth making."""
    choice, most = 0, -0.5
    for number in range(_moves(state, found, tops)):
        worth = _value(state, found[number], values, spare)
        if worth > most:
            choice, most = found[number], worth
    return choice


@njit
def _raised(state: Any) -> int:
    return state[RAISED] + state[RAISED + 1] + state[RAISED + 2] + state[RAISED + 3]


@njit
def _play_on(state: Any, values: Any, found: Any, tops: Any, spare: Any) -> int:
    """Play until no move is worth making; return how many cards were moved up. `state` changes."""
    for _ in range(200):
        move = _best(state, values, found, tops, spare)
        if move == 0:
            break
        _make(state, move)
    return _raised(state)


@njit(nogil=True, cache=True)
def weigh(worlds: Any, moves: Any, values: Any, win: float) -> Any:
    """Return the mean value of each move over the worlds: cards moved up, and `win` for a win."""
    found, tops, spare = np.zeros(MOST_MOVES, np.int64), np.zeros(64, np.int64), np.zeros(64, np.int64)
    state = np.zeros(SIZE, np.int16)
    total = np.zeros(len(moves))
    for number in range(len(worlds)):
        for choice in range(len(moves)):
            state[:] = worlds[number]
            _make(state, moves[choice])
            raised = _play_on(state, values, found, tops, spare)
            total[choice] += raised + (win if raised == 52 else 0.0)
    return total / max(1, len(worlds))


@njit(nogil=True, cache=True)
def moves(state: Any) -> Any:
    """Return every move."""
    found, tops = np.zeros(MOST_MOVES, np.int64), np.zeros(64, np.int64)
    return found[: _moves(state, found, tops)].copy()


@njit(nogil=True, cache=True)
def make(state: Any, move: int) -> None:
    """Make a legal move; `state` changes."""
    _make(state, move)


@njit(nogil=True, cache=True)
def judge(state: Any, moves: Any, values: Any) -> Any:
    """Return the immediate value of each move."""
    spare = np.zeros(64, np.int64)
    worths = np.zeros(len(moves))
    for number in range(len(moves)):
        worths[number] = _value(state, moves[number], values, spare)
    return worths
