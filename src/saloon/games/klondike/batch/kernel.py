"""Compiled rules of Klondike for many games at once; a row is described in this package's `KlondikeBatch`.

The rules are in `games/klondike/rules.py`; tests compare every step of this module with them. A card is a number: 13
for each suit, clubs first, from the ace up. Every function that a kernel calls is in this file, so that a cached kernel
never outlives a change.
"""

from typing import Any

import numpy as np
from numba import njit

COLUMN = 19
LENGTH, DOWN, TALON, TALONED, WASTED, SUIT, HEIGHT = 133, 140, 147, 171, 172, 173, 177
"""Offsets of the columns' lengths, their hidden cards, the talon, its size, how many of its cards are on the waste, and
of each foundation its suit (-1 for none) and height."""
SCORE, REDEALS, DRAWN = 181, 182, 183
START, RAISED, RETURNED, TURNED, LEFT, WON = 184, 185, 186, 187, 188, 189
"""The points of the scoring scheme."""
ALL_REDEALS, EARLY = 190, 191
DRAW, RECYCLE, COMPLETE, UP, BACK, ACROSS = 0, 1, 2, 3, 35, 70
"""The first number of each kind of action: onto foundations, from the waste or a foundation, from column to column."""
WASTE = 7
"""The number of the waste as a source, after the columns."""
OVER, TOO_LONG = 1, 2
FACES = np.array([card % 13 * 2 + (13 <= card < 39) for card in range(52)], np.int32)
"""For each card its face: twice the rank, and one more if it is red."""
KINGS = (1 << 24) + (1 << 25)
"""The set of the faces of kings."""
ACES = (1 << 0) + (1 << 13) + (1 << 26) + (1 << 39)


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
def _deal(row: Any, randoms: Any, i: int) -> None:
    """Deal a random deck, with the options that the row has."""
    cards = np.arange(52)
    for last in range(51, 0, -1):
        other = _below(randoms, i, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    at = 0
    for column in range(7):
        for place in range(column + 1):
            row[COLUMN * column + place] = cards[at]
            at += 1
        row[LENGTH + column], row[DOWN + column] = column + 1, column
    for place in range(24):
        row[TALON + place] = cards[at + place]
    row[TALONED], row[WASTED] = 24, 0
    for pile in range(4):
        row[SUIT + pile], row[HEIGHT + pile] = -1, 0
    row[SCORE], row[REDEALS] = row[START], row[ALL_REDEALS]


# --- reading a row ----------------------------------------------------------------------------------------------


@njit
def _fits_foundation(row: Any, pile: int, card: int) -> bool:
    if row[HEIGHT + pile] == 0:
        return card % 13 == 0
    return row[SUIT + pile] == card // 13 and row[HEIGHT + pile] == card % 13


@njit
def _taken(row: Any, column: int) -> int:
    """The set of the faces that a column takes: one rank lower, of the other colour; kings if it is empty."""
    length = row[LENGTH + column]
    if length == 0:
        return KINGS
    face = FACES[row[COLUMN * column + length - 1]]
    return 1 << (face ^ 1) - 2 if face >= 2 else 0


@njit
def _taken_by_any(row: Any) -> int:
    faces = 0
    for column in range(7):
        faces |= _taken(row, column)
    return faces


@njit
def _takes(row: Any, column: int, card: int) -> bool:
    """Whether a column takes a run that begins with `card`."""
    return _taken(row, column) >> FACES[card] & 1


@njit
def _rising(row: Any) -> int:
    """The set of the cards that a foundation takes."""
    cards = 0
    for pile in range(4):
        height = row[HEIGHT + pile]
        if height == 0:
            cards |= ACES
        elif height < 13:
            cards |= 1 << 13 * row[SUIT + pile] + height
    return cards


@njit
def _top(row: Any, source: int) -> int:
    """The top card of a column or of the waste; -1 if there is none."""
    if source == WASTE:
        return row[TALON + row[WASTED] - 1] if row[WASTED] else -1
    length = row[LENGTH + source]
    return row[COLUMN * source + length - 1] if length else -1


@njit
def _won(row: Any) -> bool:
    return row[HEIGHT] + row[HEIGHT + 1] + row[HEIGHT + 2] + row[HEIGHT + 3] == 52


# --- actions ----------------------------------------------------------------------------------------------------


@njit
def _take(row: Any, source: int, count: int) -> None:
    """Take cards off a column or the waste, turn the card below, and score that."""
    if source == WASTE:
        for place in range(row[WASTED], row[TALONED]):
            row[TALON + place - 1] = row[TALON + place]
        row[TALONED] -= 1
        row[TALON + row[TALONED]] = 0
        row[WASTED] -= 1
        return
    length = row[LENGTH + source] - count
    for place in range(length, length + count):
        row[COLUMN * source + place] = 0
    row[LENGTH + source] = length
    row[SCORE] += row[LEFT]
    if length and row[DOWN + source] == length:
        row[DOWN + source] -= 1
        row[SCORE] += row[TURNED]


@njit
def _raise(row: Any, source: int, pile: int) -> None:
    card = _top(row, source)
    _take(row, source, 1)
    row[SUIT + pile] = card // 13
    row[HEIGHT + pile] += 1
    row[SCORE] += row[RAISED]
    if _won(row):
        row[SCORE] += row[WON]


@njit
def _lay(row: Any, column: int, card: int) -> None:
    row[COLUMN * column + row[LENGTH + column]] = card
    row[LENGTH + column] += 1


@njit
def _draw(row: Any) -> None:
    row[WASTED] = min(row[WASTED] + row[DRAWN], row[TALONED])


@njit
def _recycle(row: Any) -> None:
    row[WASTED] = 0
    if row[REDEALS] > 0:
        row[REDEALS] -= 1


@njit
def _complete(row: Any) -> bool:
    """Play to the end by the fixed procedure: the lowest card that fits, else draw, else recycle."""
    risen = True
    while not _won(row):
        best, chosen, onto = 99, -1, 0
        for source in range(8):
            card = _top(row, source)
            if card >= 0 and card % 13 < best:
                for pile in range(4):
                    if _fits_foundation(row, pile, card):
                        best, chosen, onto = card % 13, source, pile
                        break
        if chosen >= 0:
            _raise(row, chosen, onto)
            risen = True
        elif row[WASTED] < row[TALONED]:
            _draw(row)
        elif row[WASTED] and row[REDEALS] != 0 and risen:
            _recycle(row)
            risen = False
        else:
            return False
    return True


@njit
def _offers_complete(row: Any) -> bool:
    if _won(row) or row[DOWN : DOWN + 7].any():
        return False
    if not row[EARLY]:
        return row[TALONED] == 0
    if row[DRAWN] == 1 and row[ALL_REDEALS] == -1:
        return True
    return row[WASTED] == row[TALONED] and _complete(row.copy())


@njit
def _apply(row: Any, action: int) -> None:
    """Take a legal action."""
    if action == DRAW:
        _draw(row)
    elif action == RECYCLE:
        _recycle(row)
    elif action == COMPLETE:
        _complete(row)
    elif action < BACK:
        _raise(row, (action - UP) // 4, (action - UP) % 4)
    elif action < ACROSS:
        source, column = (action - BACK) // 7, (action - BACK) % 7
        if source == 0:
            card = _top(row, WASTE)
            _take(row, WASTE, 1)
        else:
            card = 13 * row[SUIT + source - 1] + row[HEIGHT + source - 1] - 1
            row[HEIGHT + source - 1] -= 1
            if row[HEIGHT + source - 1] == 0:
                row[SUIT + source - 1] = -1
            row[SCORE] += row[RETURNED]
        _lay(row, column, card)
    else:
        number = action - ACROSS
        source, column, count = number // 91, number // 13 % 7, number % 13 + 1
        start = COLUMN * source + row[LENGTH + source] - count
        for place in range(count):
            _lay(row, column, row[start + place])
        _take(row, source, count)


# --- what is legal and seen -------------------------------------------------------------------------------------


@njit
def _mark_legal(row: Any, mask: Any, legal: Any, before: int) -> int:
    """List and mark the legal actions, instead of the `before` actions that are listed; return how many there are."""
    for place in range(before):
        mask[legal[place]] = 0
    found = 0
    if not _won(row):
        found = _list_up(row, legal, found)
        taken = _taken_by_any(row)
        found = _list_across(row, taken, legal, found)
        found = _list_back(row, taken, legal, found)
        found = _list_stock(row, legal, found)
    for place in range(found):
        mask[legal[place]] = 1
    return found


@njit
def _list_up(row: Any, legal: Any, found: int) -> int:
    rising = _rising(row)
    for source in range(8):
        card = _top(row, source)
        if card >= 0 and rising >> card & 1:
            for pile in range(4):
                if _fits_foundation(row, pile, card):
                    legal[found] = UP + 4 * source + pile
                    found += 1
    return found


@njit
def _list_across(row: Any, taken: int, legal: Any, found: int) -> int:
    for source in range(7):
        length, hidden, count, above = row[LENGTH + source], row[DOWN + source], 1, -1
        while count <= length - hidden:
            card = row[COLUMN * source + length - count]
            if count > 1 and FACES[above] != (FACES[card] ^ 1) - 2:
                break
            if taken >> FACES[card] & 1:
                for column in range(7):
                    if column != source and _takes(row, column, card):
                        legal[found] = ACROSS + 91 * source + 13 * column + count - 1
                        found += 1
            above = card
            count += 1
    return found


@njit
def _list_back(row: Any, taken: int, legal: Any, found: int) -> int:
    """From the waste and from foundations onto columns."""
    for source in range(5):
        if source == 0:
            card = _top(row, WASTE)
        else:
            card = 13 * row[SUIT + source - 1] + row[HEIGHT + source - 1] - 1 if row[HEIGHT + source - 1] else -1
        if card >= 0 and taken >> FACES[card] & 1:
            for column in range(7):
                if _takes(row, column, card):
                    legal[found] = BACK + 7 * source + column
                    found += 1
    return found


@njit
def _list_stock(row: Any, legal: Any, found: int) -> int:
    if row[WASTED] < row[TALONED]:
        legal[found] = DRAW
        found += 1
    elif row[WASTED] and row[REDEALS] != 0:
        legal[found] = RECYCLE
        found += 1
    if _offers_complete(row):
        legal[found] = COMPLETE
        found += 1
    return found


@njit
def _observe(row: Any, seen: Any) -> None:
    for column in range(7):
        length, hidden, start = row[LENGTH + column], row[DOWN + column], COLUMN * column
        for place in range(COLUMN):
            seen[start + place] = 0 if place >= length else 1 if place < hidden else 2 + row[start + place]
    at = COLUMN * 7
    for place in range(24):
        seen[at + place] = 2 + row[TALON + place] if place < row[WASTED] else 0
    at += 24
    for pile in range(4):
        height = row[HEIGHT + pile]
        seen[at + pile] = 1 + 13 * row[SUIT + pile] + height if height else 0
    seen[at + 4] = row[TALONED] - row[WASTED]
    seen[at + 5] = row[DRAWN]
    seen[at + 6] = row[REDEALS]
    seen[at + 7] = min(max(row[SCORE], -32767), 32767)


# --- many rows --------------------------------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def deal(rows: Any, randoms: Any) -> None:
    """Deal every row again."""
    for i in range(rows.shape[0]):
        _deal(rows[i], randoms, i)


@njit(nogil=True, cache=True)
def look(rows: Any, masks: Any, legal: Any, counts: Any, observed: Any, seats: Any) -> None:
    """Write what is legal and seen."""
    for i in range(rows.shape[0]):
        counts[i] = _mark_legal(rows[i], masks[i], legal[i], counts[i])
        _observe(rows[i], observed[i])
        seats[i] = 0


@njit(nogil=True, cache=True)
def advance(
    rows: Any, actions: Any, masks: Any, legal: Any, counts: Any, observed: Any, seats: Any,
    rewards: Any, ended: Any, steps: Any, most: int, randoms: Any, by_points: bool,
) -> None:  # fmt: skip
    """Take an action in each row; an illegal one changes nothing. A game that has ended is followed by a new deal."""
    for i in range(rows.shape[0]):
        row, before = rows[i], rows[i][SCORE]
        if masks[i][actions[i]]:
            _apply(row, actions[i])
        steps[i] += 1
        counts[i] = _mark_legal(row, masks[i], legal[i], counts[i])
        rewards[i][0] = row[SCORE] - before if by_points else _won(row)
        ended[i] = OVER if counts[i] == 0 else TOO_LONG if steps[i] >= most else 0
        if ended[i]:
            _deal(row, randoms, i)
            counts[i] = _mark_legal(row, masks[i], legal[i], counts[i])
            steps[i] = 0
        _observe(row, observed[i])
        seats[i] = 0


@njit(nogil=True, cache=True)
def sample(legal: Any, counts: Any, actions: Any, randoms: Any) -> None:
    """Choose a random legal action in each row."""
    for i in range(legal.shape[0]):
        actions[i] = legal[i][_below(randoms, i, counts[i])]
