"""Depth-first search for games built in alternating colours; each position is visited once.

The table of visited positions holds exact keys. With draw 3 and unlimited redeals, a position is entered with what its
waste offers beyond a redeal: of two passes in the same phase the one that is less advanced offers all of the other's
cards, so a position met again is left at once unless its waste offers more than before.

Draw 1 without limits is an easier game with the same cards: what is lost in it is lost in every other. While a harder
game is searched, the positions of the current path are checked in the easy one, and a whole subtree is left as soon as
it is known to be lost there.
"""

from .alternating import (
    ASKED,
    BACK,
    ENTERED,
    LAY,
    LOGGED,
    RAISE,
    RULE,
    SHIFT,
    TURN,
    UP,
    Words,
    expand,
    is_won,
    key_of,
    play,
    settle,
    waste_height,
)
from .bits import called, inlined, kernel, lowest

RUNNING, WON, LOST, FULL = range(4)
LEVEL, STATES, VISITED, STATUS, LENGTH, TOO_DEEP, JOURNALED, STYLE, RANDOM = range(9)
"""The notes of a search: current level, positions met, entries of the table, result, length of the winning log,
whether a path was cut for its length, entries in the journal, which kind of move is tried first, and a random number
that chooses among moves of a kind (0: always the lowest card)."""
NOTES = 10
NEVER = 1 << 60
_LONGEST_STEP = 128
"""Room for the moves of one level in the log: one move and what it forces."""


@inlined
def _slot(key: int, mask: int) -> int:
    mixed = key * -7046029254386353131
    return ((mixed >> 20) ^ (mixed >> 42)) & mask


@kernel
def visit(table: Words, journal: Words, notes: Words, key: int, waste: int, shift: int, keep: bool) -> int:
    """Return 0 for a position that offers nothing new, 1 for a new one, 2 for one whose waste offers more than before.

    It is entered in the table if `keep`.
    """
    mask = table.shape[0] - 1
    at = _slot(key, mask)
    while table[at] != 0 and table[at] >> shift != key:
        at = (at + 1) & mask
    entry = table[at]
    third, phase = waste // 3, waste % 3
    if entry == 0:
        if keep:
            mark = 0
            if shift:
                mark = 255 if phase == 0 else 15 | (third << 4) if phase == 1 else 240 | third
            table[at] = (key << shift) | mark
            if notes[JOURNALED] < journal.shape[0]:
                journal[notes[JOURNALED]] = at
                notes[JOURNALED] += 1
            notes[VISITED] += 1
        return 1
    if shift == 0 or phase == 0:
        return 0
    half = 4 if phase == 1 else 0
    if (entry >> half) & 15 <= third:
        return 0
    if keep:
        table[at] = (entry & ~(15 << half)) | (third << half)
    return 2


@called("(i8[::1], i8[::1], i8)")
def rehash(old: Words, new: Words, shift: int) -> None:
    """Enter all of one table in another."""
    mask = new.shape[0] - 1
    for entry in old:
        if entry != 0:
            at = _slot(entry >> shift, mask)
            while new[at] != 0:
                at = (at + 1) & mask
            new[at] = entry


@called("(i8[:, ::1], i8[:, ::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def start(deal: Words, rows: Words, log: Words, table: Words, journal: Words, notes: Words, root: Words) -> None:
    """Begin a search with the position `root`."""
    for field in range(LOGGED):
        rows[0, field] = root[field]
    rows[0, LOGGED] = 0
    notes[LEVEL] = 0
    notes[JOURNALED] = 0
    notes[STATUS] = RUNNING
    settle(deal, rows, log, 0)
    if is_won(deal, rows, 0):
        notes[STATUS] = WON
        notes[LENGTH] = rows[0, LOGGED]
    elif visit(table, journal, notes, key_of(deal, rows, 0), waste_height(rows, 0), deal[RULE, SHIFT], True) == 0:
        notes[STATUS] = LOST
    else:
        expand(deal, rows, 0, True, False)


@kernel
def _kind_to_try(rows: Words, level: int, style: int) -> int:
    """Return the kind of the next move to try; -1 if all were tried."""
    if style == 1 and rows[level, TURN]:
        return TURN
    if style == 2:
        if rows[level, UP]:
            return UP
        if rows[level, LAY]:
            return LAY
        if rows[level, TURN]:
            return TURN
    if style != 1 and rows[level, RAISE]:
        return RAISE
    if rows[level, UP]:
        return UP
    if rows[level, TURN]:
        return TURN
    if rows[level, RAISE]:
        return RAISE
    if rows[level, LAY]:
        return LAY
    return BACK if rows[level, BACK] else -1


@kernel
def _card_to_try(cards: int, notes: Words) -> int:
    number = notes[RANDOM]
    if number:
        number ^= (number << 13) & 0xFFFFFFFF
        number ^= number >> 17
        number ^= (number << 5) & 0xFFFFFFFF
        notes[RANDOM] = number
        higher = cards & -(1 << (number % 52))
        if higher:
            cards = higher
    return cards & -cards


@called("(i8[:, ::1], i8[:, ::1], i8[::1], i8[::1], i8[::1], i8[::1], i8)")
def run(deal: Words, rows: Words, log: Words, table: Words, journal: Words, notes: Words, budget: int) -> None:
    """Continue until it is decided, the table is three quarters full, or `budget` more positions were visited."""
    level = notes[LEVEL]
    shift = deal[RULE, SHIFT]
    room = table.shape[0] * 3 // 4
    deepest, longest = rows.shape[0] - 2, log.shape[0] - _LONGEST_STEP
    notes[STATUS] = RUNNING
    while level >= 0 and budget > 0 and notes[VISITED] < room:
        kind = _kind_to_try(rows, level, notes[STYLE])
        if kind < 0:
            level -= 1
            continue
        bit = _card_to_try(rows[level, kind], notes)
        rows[level, kind] ^= bit
        for field in range(LOGGED + 1):
            rows[level + 1, field] = rows[level, field]
        indebted = play(deal, rows, log, level + 1, kind, lowest(bit))
        if not indebted:
            settle(deal, rows, log, level + 1)
        budget -= 1
        notes[STATES] += 1
        if is_won(deal, rows, level + 1):
            notes[STATUS] = WON
            notes[LENGTH] = rows[level + 1, LOGGED]
            break
        waste = waste_height(rows, level + 1)
        news = visit(table, journal, notes, key_of(deal, rows, level + 1), waste, shift, not indebted)
        if news == 0:
            continue
        if level >= deepest or rows[level + 1, LOGGED] >= longest:
            notes[TOO_DEEP] = 1
            continue
        level += 1
        rows[level, ENTERED] = notes[STATES]
        rows[level, ASKED] = 0
        expand(deal, rows, level, news == 1, indebted)
    notes[LEVEL] = level
    if level < 0:
        notes[STATUS] = LOST
    elif notes[STATUS] == RUNNING and notes[VISITED] >= room:
        notes[STATUS] = FULL


# --- asking the easier game -------------------------------------------------------------------------------------


@kernel
def _search_easy(
    easy: Words, rows: Words, log: Words, table: Words, journal: Words, notes: Words, root: Words, budget: int
) -> int:
    """Search the easy game from a position. The positions met stay in the table only if it is lost."""
    if notes[VISITED] > table.shape[0] // 2:
        table[:] = 0
        notes[VISITED] = 0
    start(easy, rows, log, table, journal, notes, root)
    if notes[STATUS] == RUNNING:
        run(easy, rows, log, table, journal, notes, min(budget, journal.shape[0] - 2))
    if notes[STATUS] != LOST or notes[TOO_DEEP]:
        for entry in range(notes[JOURNALED] - 1, -1, -1):
            table[journal[entry]] = 0
        notes[VISITED] -= notes[JOURNALED]
        if notes[STATUS] == LOST:
            notes[STATUS] = RUNNING
    return notes[STATUS]


@kernel
def _leave_lost_positions(
    rows: Words,
    notes: Words,
    easy: Words,
    easy_rows: Words,
    easy_log: Words,
    easy_table: Words,
    easy_journal: Words,
    easy_notes: Words,
    patience: int,
    budget: int,
) -> None:
    """Go back along the path as long as its positions are lost in the easy game.

    A check costs at most about twice what was spent below the position, and is repeated only when twice as much was
    spent there.
    """
    level = notes[LEVEL]
    limit = easy_notes[STATES] + budget
    while level > 0 and notes[STATES] - rows[level, ENTERED] < patience:
        level -= 1
    while level > 0:
        spent = notes[STATES] - rows[level, ENTERED]
        left = limit - easy_notes[STATES]
        if spent < 2 * rows[level, ASKED] or left <= 0:
            return
        rows[level, ASKED] = spent
        price = min(2 * spent + 500, left)
        verdict = _search_easy(easy, easy_rows, easy_log, easy_table, easy_journal, easy_notes, rows[level], price)
        if verdict != LOST:
            if verdict == WON:
                rows[level, ASKED] = NEVER
            return
        level -= 1
        notes[LEVEL] = level


@called(
    "(i8[:, ::1], i8[:, ::1], i8[::1], i8[::1], i8[::1], i8[::1],"
    "i8[:, ::1], i8[:, ::1], i8[::1], i8[::1], i8[::1], i8[::1], i8, i8, i8)"
)
def run_asking(
    deal: Words,
    rows: Words,
    log: Words,
    table: Words,
    journal: Words,
    notes: Words,
    easy: Words,
    easy_rows: Words,
    easy_log: Words,
    easy_table: Words,
    easy_journal: Words,
    easy_notes: Words,
    budget: int,
    allowed: int,
    patience: int,
) -> None:
    """Continue like `run`, searching the easy game after each `patience` positions; its positions count too.

    A check may exceed the budget, but never what is `allowed`.
    """
    end = notes[STATES] + easy_notes[STATES] + budget
    limit = notes[STATES] + easy_notes[STATES] + allowed
    while notes[STATES] + easy_notes[STATES] < end:
        run(deal, rows, log, table, journal, notes, min(end - notes[STATES] - easy_notes[STATES], patience))
        if notes[STATUS] != RUNNING:
            return
        left = limit - notes[STATES] - easy_notes[STATES]
        _leave_lost_positions(
            rows, notes, easy, easy_rows, easy_log, easy_table, easy_journal, easy_notes, patience // 2, left
        )
