"""Move generation for games whose columns are in any order.

A position is one array of bytes with columns, pockets and foundations. All other cards are in the stock, where each is
available at any time.
"""

import numpy as np
import numpy.typing as npt

from .bits import inlined, kernel

Bytes = npt.NDArray[np.int8]
Moves = npt.NDArray[np.int64]

COLUMNS = 8
LONGEST = 52
LENGTH, HIDDEN, BASE, KIND, POCKET, RAISED, ON_TABLE = 416, 424, 432, 440, 448, 450, 458
"""Where the fields of a board begin: after the columns of 52 places their lengths, face-down cards, base heights and
types; two pockets, eight foundations, and per card whether it is not in the stock."""
BOARD = 510

DOWNWARD, LOCKED, FLEXIBLE = range(3)
"""The rules to play by. DOWNWARD: columns are built down, any stack of face-up cards may be moved, foundations go up
from the Ace and give cards back. LOCKED and FLEXIBLE: columns are built up or down as their types say, runs may be
moved, foundations go up from the 7 and down from the 6; an untyped column keeps its first direction or does not."""
UNTYPED, ACE, KING = range(3)
FROM_POCKET, FROM_STOCK, FOUNDATION = 8, 10, 11
"""Sources and targets from 8 on; smaller numbers are columns. A pocket as a target is also 8 or 9."""
MOST_MOVES = 400


@inlined
def _step(lower: int, upper: int) -> int:
    """Return +1 or -1 if `upper` continues `lower` upwards or downwards in alternating colours, else 0."""
    rise = (upper >> 2) - (lower >> 2)
    if (rise == 1 or rise == -1) and (lower & 3 < 2) != (upper & 3 < 2):
        return rise
    return 0


@inlined
def _top(board: Bytes, column: int) -> int:
    return board[column * LONGEST + board[LENGTH + column] - 1]


@kernel
def goes_home(board: Bytes, rules: int, card: int) -> bool:
    """Whether the card is the next of its foundation."""
    suit, rank = card & 3, card >> 2
    if rules == DOWNWARD:
        return board[RAISED + suit] == rank
    if rank >= 6:
        return board[RAISED + suit] == rank - 6
    return board[RAISED + 4 + suit] == 5 - rank


@kernel
def _heading(board: Bytes, rules: int, column: int) -> int:
    """Return the one direction in which a column is built, or 0."""
    if rules == DOWNWARD or board[KIND + column] == KING:
        return -1
    if board[KIND + column] == ACE:
        return 1
    base = board[BASE + column]
    if rules == LOCKED and 0 < base < board[LENGTH + column]:
        at = column * LONGEST + base
        return _step(board[at - 1], board[at])
    return 0


@kernel
def _run_start(board: Bytes, rules: int, column: int) -> int:
    """Return the lowest place of a column from which its cards can be taken."""
    at, length = column * LONGEST, board[LENGTH + column]
    if rules == DOWNWARD:
        return board[HIDDEN + column]
    kind = board[KIND + column]
    wanted = 1 if kind == ACE else -1 if kind == KING else 0
    start = length - 1
    while start > board[HIDDEN + column]:
        found = _step(board[at + start - 1], board[at + start])
        if found == 0 or (wanted != 0 and found != wanted):
            break
        wanted = found
        start -= 1
    return start


@kernel
def _accepts(board: Bytes, rules: int, column: int, head: int, own: int) -> bool:
    """Whether a column takes a stack that begins with `head` and goes in the direction `own`, 0 for a single card."""
    rank = head >> 2
    if board[LENGTH + column] == 0:
        return rank == 12 or (rank == 0 and rules != DOWNWARD)
    junction = _step(_top(board, column), head)
    heading = _heading(board, rules, column)
    if junction == 0 or (heading != 0 and junction != heading):
        return False
    return rules == DOWNWARD or own == 0 or own == junction


# --- all moves --------------------------------------------------------------------------------------------------


@inlined
def _add(moves: Moves, found: int, source: int, start: int, target: int, card: int) -> int:
    moves[found] = ((source * 64 + start) * 64 + target) * 64 + card
    return found + 1


@kernel
def list_moves(board: Bytes, rules: int, pockets: int, moves: Moves) -> int:
    """Write all moves that may help; return how many. Only the first of equal empty columns and pockets is a target."""
    found = 0
    for column in range(COLUMNS):
        length = board[LENGTH + column]
        if length > 0:
            for start in range(_run_start(board, rules, column), length):
                card = board[column * LONGEST + start]
                own = _step(card, board[column * LONGEST + start + 1]) if start + 1 < length else 0
                found = _list_targets(board, rules, pockets, moves, found, column, start, card, own)
    for pocket in range(pockets):
        if board[POCKET + pocket] >= 0:
            found = _list_targets(board, rules, 0, moves, found, FROM_POCKET + pocket, 0, board[POCKET + pocket], 0)
    if rules == DOWNWARD:
        for suit in range(4):
            if board[RAISED + suit] > 1:  # nothing lies on an Ace
                card = 4 * (board[RAISED + suit] - 1) + suit
                found = _list_columns(board, rules, moves, found, FOUNDATION, suit, card, 0)
        return found
    for card in range(52):
        if not board[ON_TABLE + card]:
            found = _list_targets(board, rules, pockets, moves, found, FROM_STOCK, 0, card, 0)
    return found


@kernel
def _list_targets(
    board: Bytes, rules: int, pockets: int, moves: Moves, found: int, source: int, start: int, card: int, own: int
) -> int:
    single = source >= COLUMNS or start == board[LENGTH + source] - 1
    if single and goes_home(board, rules, card):
        found = _add(moves, found, source, start, FOUNDATION, card)
    found = _list_columns(board, rules, moves, found, source, start, card, own)
    if single:
        for pocket in range(pockets):
            if board[POCKET + pocket] < 0:
                return _add(moves, found, source, start, FROM_POCKET + pocket, card)
    return found


@kernel
def _list_columns(
    board: Bytes, rules: int, moves: Moves, found: int, source: int, start: int, card: int, own: int
) -> int:
    emptied = False
    for target in range(COLUMNS):
        if target == source or board[LENGTH + target] < 0:
            continue
        if board[LENGTH + target] == 0:
            whole = source < COLUMNS and start == 0
            typed = rules == DOWNWARD or board[KIND + source] == (ACE if card >> 2 == 0 else KING) if whole else False
            if emptied or typed:
                continue
        if _accepts(board, rules, target, card, own):
            emptied = emptied or board[LENGTH + target] == 0
            found = _add(moves, found, source, start, target, card)
    return found


# --- moving -----------------------------------------------------------------------------------------------------


@kernel
def make(board: Bytes, rules: int, move: int) -> None:
    """Make a move: take cards, turn the exposed card, put the cards down, update column types."""
    card, target = move & 63, (move >> 6) & 63
    start, source = (move >> 12) & 63, move >> 18
    taken = 1
    if source < COLUMNS:
        taken = board[LENGTH + source] - start
    if target == FOUNDATION:
        rank, suit = card >> 2, card & 3
        board[RAISED + (suit + 4 if rules != DOWNWARD and rank < 6 else suit)] += 1
    elif target >= FROM_POCKET:
        board[POCKET + target - FROM_POCKET] = card
    else:
        length = board[LENGTH + target]
        for place in range(taken):
            laid = board[source * LONGEST + start + place] if source < COLUMNS else card
            board[target * LONGEST + length + place] = laid
        board[LENGTH + target] = length + taken
        if length == 0 and rules != DOWNWARD:
            board[KIND + target] = _kind_by(card)
    board[ON_TABLE + card] = 1
    if source < COLUMNS:
        _take(board, rules, source, start)
    elif source == FOUNDATION:
        board[RAISED + (card & 3)] -= 1
    elif source != FROM_STOCK:
        board[POCKET + source - FROM_POCKET] = -1


@inlined
def _kind_by(card: int) -> int:
    return ACE if card >> 2 == 0 else KING if card >> 2 == 12 else UNTYPED


@kernel
def _take(board: Bytes, rules: int, column: int, length: int) -> None:
    """Leave `length` cards of a column; its type is that of its last card, or of its lowest as before."""
    board[LENGTH + column] = length
    board[HIDDEN + column] = max(min(board[HIDDEN + column], length - 1), 0)
    if rules == DOWNWARD:
        return
    board[BASE + column] = min(board[BASE + column], length)
    lowest = _kind_by(board[column * LONGEST])
    if length == 0:
        board[KIND + column] = UNTYPED
    elif length == 1:
        board[KIND + column] = lowest
    elif board[KIND + column] != lowest:
        board[KIND + column] = UNTYPED


# --- judging ----------------------------------------------------------------------------------------------------


@kernel
def is_complete(board: Bytes) -> bool:
    """Whether all cards are on their foundations."""
    raised = 0
    for pile in range(8):
        raised += board[RAISED + pile]
    return raised == 52


@kernel
def is_stalemate(board: Bytes, moves: Moves, found: int) -> bool:
    """Whether no move does anything but carry a whole column onto an empty one: a stalemate."""
    for number in range(found):
        target, start, source = (moves[number] >> 6) & 63, (moves[number] >> 12) & 63, moves[number] >> 18
        if source >= COLUMNS or start > 0 or target >= COLUMNS or board[LENGTH + target] > 0:
            return False
    return True


@kernel
def forced(board: Bytes, rules: int, moves: Moves, found: int) -> int:
    """Return a move to a foundation that can never be a mistake; -1 for none.

    No card that could lie on the one that goes is outside the foundations; where foundation cards may return,
    none that could lie on such a card either.
    """
    for number in range(found):
        move = moves[number]
        if (move >> 6) & 63 == FOUNDATION:
            card = move & 63
            rank, suit = card >> 2, card & 3
            others = 2 if suit < 2 else 0
            if rules == DOWNWARD:
                lower = min(board[RAISED + others], board[RAISED + others + 1])
                if lower >= rank and board[RAISED + (suit ^ 1)] >= rank - 1:
                    return move
            elif _all_home(board, rank - 1, others) and _all_home(board, rank + 1, others):
                return move
    return -1


@kernel
def _all_home(board: Bytes, rank: int, others: int) -> bool:
    """Whether both cards of a rank and colour lie on the foundations up and down."""
    if rank < 0 or rank > 12:
        return True
    if rank >= 6:
        return min(board[RAISED + others], board[RAISED + others + 1]) > rank - 6
    return min(board[RAISED + 4 + others], board[RAISED + 5 + others]) > 5 - rank


@kernel
def promise(board: Bytes, rules: int) -> int:
    """Return a heuristic value: cards on foundations, cards in order, cards turned, free pockets."""
    value = 64
    for pile in range(8):
        value += 3 * board[RAISED + pile]
    for column in range(COLUMNS):
        length = board[LENGTH + column]
        if length <= 0:
            value += 3 if length == 0 else 0
            continue
        value -= 3 * board[HIDDEN + column]
        at = column * LONGEST
        for place in range(board[HIDDEN + column] + 1, length):
            found = _step(board[at + place - 1], board[at + place])
            value += 2 if found == -1 or (found == 1 and rules != DOWNWARD) else -1
    for pocket in range(2):
        value += 2 if board[POCKET + pocket] < 0 else 0
    return max(min(value, 511), 0)


@kernel
def fingerprint(board: Bytes, words: Moves) -> None:
    """Write a 126-bit hash of the position that does not depend on the order of columns."""
    first, second = 0, 0
    for column in range(COLUMNS):
        length = board[LENGTH + column]
        if length > 0:
            base = board[BASE + column] if board[KIND + column] == UNTYPED else 0  # a type needs no lock
            a = board[HIDDEN + column] * 256 + base * 4 + board[KIND + column] + 1
            b = a
            for place in range(length):
                card = board[column * LONGEST + place] + 1
                a = (a ^ card) * 0x9E3779B97F4A7C15
                a ^= (a >> 29) & 0x7FFFFFFFF
                b = (b + card) * 0xC2B2AE3D27D4EB4F
                b ^= (b >> 31) & 0x1FFFFFFFF
            first += a * 0x165667B19E3779F9
            second += (b ^ (b >> 17)) * 0x27D4EB2F165667C5
    for pocket in range(2):
        card = board[POCKET + pocket]
        if card >= 0:
            first += (card + 77) * 0x2545F4914F6CDD1D
            second += (card + 99) * 0x9FB21C651E98DF25
    for pile in range(8):
        first = (first + board[RAISED + pile] + 1) * 0x9E3779B97F4A7C15
        second = (second + board[RAISED + pile] + 1) * 0xC2B2AE3D27D4EB4F
    words[0] = first ^ ((first >> 32) & 0xFFFFFFFF)
    words[1] = second ^ ((second >> 32) & 0xFFFFFFFF)
