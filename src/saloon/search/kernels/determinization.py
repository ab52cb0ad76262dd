"""Choose a move with hidden cards by determinization: deal them out many times and search on in every such world.

A *step* is what a player decides on: the moves up to the first that takes a base off its column or a card off the
stock. The moves before that one can be taken back. The steps race: all are judged in the same worlds. One that is
clearly behind the leader drops out, and so does one that won in the same worlds as the leader. Whether a short search
wins depends on the order in which it tries moves, so each world has its own order: none favours a step in all worlds.
"""

import numpy as np
import numpy.typing as npt

from .alternating import (
    BACK,
    BASES,
    BOTTOMS,
    FIELDS,
    LOGGED,
    RULE,
    SHIFT,
    STOCK,
    UNCOVERS,
    UNDER,
    UNIT,
    UP,
    Words,
    expand,
    forced,
    is_won,
    key_of,
    play,
    settle,
    waste_height,
)
from .alternating_search import JOURNALED, LEVEL, NOTES, RANDOM, STATES, STATUS, VISITED, WON, run, visit
from .bits import called, kernel, lowest

Flags = npt.NDArray[np.bool_]

LONGEST, MOST_STEPS = 12, 64
"""The most moves of a step, and the most steps of a position."""
FIRST_LOOK = 16
"""Worlds before the steps are first compared. Each later comparison waits for half as many worlds again: at fixed
intervals, bad luck in one of many comparisons would throw out good steps."""
ALIKE = 64
"""Worlds after which a step that won in exactly the same ones as the leader is dropped as equal."""
LEVELS, LOG = 1024, 8192
_TABLE, _ENDS = 1 << 12, 1 << 9


# --- steps ------------------------------------------------------------------------------------------------------


@kernel
def _next_move(rows: Words, level: int) -> int:
    """Take a move that was not tried yet out of the row; 0 if there is none."""
    for kind in range(UP, BACK + 1):
        bit = rows[level, kind] & -rows[level, kind]
        if bit:
            rows[level, kind] ^= bit
            return kind * 64 + lowest(bit)
    return 0


@kernel
def _is_news(table: Words, notes: Words, deal: Words, rows: Words, level: int, keep: bool) -> bool:
    key, waste = key_of(deal, rows, level), waste_height(rows, level)
    return visit(table, notes[:0], notes, key, waste, deal[RULE, SHIFT], keep) != 0


@kernel
def _make(deal: Words, root: Words, step: Words, rows: Words, log: Words) -> None:
    """Make a step in the first row."""
    rows[0, :LOGGED] = root[:LOGGED]
    rows[0, LOGGED] = 0
    for number in range(1, step[0] + 1):
        play(deal, rows, log, 0, step[number] >> 6, step[number] & 63)


@called("(i8[:, ::1], i8[::1], i8[:, ::1])")
def steps(deal: Words, root: Words, found: Words) -> int:
    """Write the steps from a position into `found`, each as its number of moves and the moves; return how many.

    A card that may as well go up at once is the only step.
    """
    rows, log, path = np.zeros((LONGEST + 2, FIELDS), np.int64), np.zeros(LOG, np.int64), np.zeros(LONGEST, np.int64)
    table, notes = np.zeros(_TABLE, np.int64), np.zeros(NOTES, np.int64)
    ends, end_notes = np.zeros(_ENDS, np.int64), np.zeros(NOTES, np.int64)
    rows[0, :LOGGED] = root[:LOGGED]
    card = forced(deal, rows, 0)
    if card >= 0:
        found[0, 0], found[0, 1] = 1, UP * 64 + card
        return 1
    _is_news(table, notes, deal, rows, 0, True)
    expand(deal, rows, 0, True, False)
    level, count = 0, 0
    while level >= 0 and count < MOST_STEPS and notes[VISITED] < _TABLE * 3 // 4:
        move = _next_move(rows, level)
        if move == 0:
            level -= 1
            continue
        path[level] = move
        rows[level + 1, : LOGGED + 1] = rows[level, : LOGGED + 1]
        indebted = play(deal, rows, log, level + 1, move >> 6, move & 63)
        ends_here = rows[level + 1, BASES] != root[BASES] or rows[level + 1, STOCK] != root[STOCK]
        if ends_here and not indebted:
            if _is_news(ends, end_notes, deal, rows, level + 1, True):
                found[count, 0] = level + 1
                found[count, 1 : level + 2] = path[: level + 1]
                count += 1
        elif level + 1 < LONGEST and _is_news(table, notes, deal, rows, level + 1, not indebted):
            level += 1
            expand(deal, rows, level, True, indebted)
    return count


@called("(i8[:, ::1], i8[::1], i8[::1], i8[::1])")
def spell_out(deal: Words, root: Words, step: Words, log: Words) -> int:
    """Write the moves of a step into `log`, with the stock cards that go up before a card; return how many."""
    rows = np.zeros((1, FIELDS), np.int64)
    _make(deal, root, step, rows, log)
    return rows[0, LOGGED]


# --- worlds -----------------------------------------------------------------------------------------------------


@kernel
def _below(limit: int, random: Words) -> int:
    """Return a random number from 0 to `limit` - 1."""
    number = random[0]
    number ^= (number << 13) & 0xFFFFFFFF
    number ^= number >> 17
    number ^= (number << 5) & 0xFFFFFFFF
    random[0] = number
    return (number >> 1) % limit


@kernel
def _deal_out(deal: Words, columns: Words, bottoms: int, cards: Words, random: Words) -> None:
    """Shuffle the unseen cards and lay them in the columns, each given by its lowest visible card and their number."""
    for number in range(cards.shape[0] - 1, 0, -1):
        other = _below(number + 1, random)
        cards[number], cards[other] = cards[other], cards[number]
    at = 0
    for column in range(columns.shape[0]):
        head, hidden = columns[column, 0], columns[column, 1]
        bottoms |= 1 << cards[at]
        below, covered = -1, 0
        for card in cards[at : at + hidden]:
            deal[UNDER, card], deal[UNCOVERS, card], deal[UNIT, card] = below, covered, deal[UNIT, head]
            below, covered = card, 1 << card
        deal[UNDER, head], deal[UNCOVERS, head] = below, covered
        at += hidden
    deal[RULE, BOTTOMS] = bottoms


@kernel
def _wins(
    deal: Words,
    root: Words,
    step: Words,
    rows: Words,
    log: Words,
    table: Words,
    journal: Words,
    notes: Words,
    limit: int,
    order: int,
) -> bool:
    """Make a step in a world; return whether a search of at most `limit` positions wins. The table is left empty.

    The random number `order` chooses which moves are tried first.
    """
    _make(deal, root, step, rows, log)
    settle(deal, rows, log, 0)
    if is_won(deal, rows, 0):
        return True
    for note in (LEVEL, STATES, VISITED, JOURNALED):
        notes[note] = 0
    notes[RANDOM] = order
    visit(table, journal, notes, key_of(deal, rows, 0), waste_height(rows, 0), deal[RULE, SHIFT], True)
    expand(deal, rows, 0, True, False)
    run(deal, rows, log, table, journal, notes, limit)
    for entry in range(notes[JOURNALED]):
        table[journal[entry]] = 0
    return notes[STATUS] == WON


@kernel
def _drop_out(won: Flags, racing: Flags, done: int, margin: float) -> int:
    """Take steps that are clearly behind or no different out of the race; return the leader, -1 - leader if alone."""
    best, most = 0, -1
    for step in range(won.shape[0]):
        wins = int(np.sum(won[step, :done]))
        if racing[step] and wins > most:
            best, most = step, wins
    others = 0
    for step in range(won.shape[0]):
        if racing[step] and step != best:
            unlike = np.sum(won[step, :done] != won[best, :done])
            behind = most - np.sum(won[step, :done])
            racing[step] = behind <= margin * np.sqrt(unlike + 1.0) and (unlike > 0 or done < ALIKE)
            others += int(racing[step])
    return best if others else -1 - best


@called("(i8[:, ::1], i8[::1], i8[:, ::1], i8[::1], i8[:, ::1], i8, i8, i8, f8)")
def race(
    deal: Words,
    root: Words,
    columns: Words,
    cards: Words,
    found: Words,
    seed: int,
    worlds: int,
    limit: int,
    margin: float,
) -> int:
    """Return the number of the step that wins in most worlds. `deal` and `cards` change."""
    rows, log = np.zeros((LEVELS, FIELDS), np.int64), np.zeros(LOG, np.int64)
    size = 64
    while size < 2 * limit:
        size *= 2
    table, journal, notes = np.zeros(size, np.int64), np.zeros(limit + 2, np.int64), np.zeros(NOTES, np.int64)
    random = np.full(1, (seed & 0xFFFFFFFF) | 1)
    bottoms = deal[RULE, BOTTOMS]
    for card in cards:
        bottoms &= ~(1 << card)
    won, racing = np.zeros((found.shape[0], worlds), np.bool_), np.ones(found.shape[0], np.bool_)
    leader, look = 0, FIRST_LOOK
    for world in range(worlds):
        _deal_out(deal, columns, bottoms, cards, random)
        order = random[0]
        for step in range(found.shape[0]):
            if racing[step]:
                won[step, world] = _wins(deal, root, found[step], rows, log, table, journal, notes, limit, order)
        if world + 1 in (look, worlds):
            look += look // 2
            leader = _drop_out(won, racing, world + 1, margin)
            if leader < 0:
                return -1 - leader
    return leader
