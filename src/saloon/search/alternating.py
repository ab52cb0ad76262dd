"""A solver for games whose columns are built down in alternating colours, with or without a stock.

The search itself is compiled (`kernels.alternating_search`). This module encodes a position for it and runs it in
stages: most winnable deals are won by one of a few short tries that choose their moves differently; then the game with
a free stock, which is quickly decided, may show that the deal is lost; only then is everything searched.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from saloon.core.solver import Budget

from .kernels import load
from .positions import AlternatingPosition, Found

Words = npt.NDArray[np.int64]

SHORT_TRIES: Final = tuple((style, 0) for style in range(3)) + tuple((k % 3, 7 + k) for k in range(7))
LONG_TRIES: Final = tuple((k % 3, 101 + k) for k in range(12))
"""The preferred kind of move and the random seed of each try."""
SHORT, LONG = 3_000, 12_000
"""Positions per try."""
PATIENCE: Final = 1_000
"""Positions between two searches of the easier game."""
ASKING_TRIES: Final = tuple(20_000 << (k // 3) for k in range(15))
"""Positions of the tries that use the easier game."""
OTHER_WINS: Final = 300
"""Random tries for a line of the easier game that also wins the real one."""
LEVELS, LOG = 1024, 8192
FIRST_TABLE, EASY_TABLE, JOURNAL = 1 << 14, 1 << 20, 1 << 18


class _Search(NamedTuple):
    """The arrays of one search, in the order in which the kernel takes them."""

    rows: Words
    log: Words
    table: Words
    journal: Words
    notes: Words


class _Easier(NamedTuple):
    """The game with a free stock, and the arrays in which it is searched."""

    deal: Words
    search: _Search


def prepare() -> None:
    """Load the compiled search; compile it if the cache lacks it."""
    _kernel()


def decide(position: AlternatingPosition, budget: Budget) -> Found:
    """Search until the position is decided or a limit is reached."""
    deal, root = lay_out(position)
    found = _tries(deal, root, SHORT_TRIES, SHORT, budget)
    if found is None and not position.free:
        easy, easy_root = lay_out(position, free=True)
        hopeless = _tries(easy, easy_root, SHORT_TRIES[:4], SHORT, budget) or _exhaust(easy, easy_root, budget)
        if hopeless.answer != "winnable":
            return hopeless
        found = _tries(deal, root, LONG_TRIES, LONG, budget) or _ask_and_exhaust(deal, easy, root, budget)
    return found or _exhaust(deal, root, budget)


def other_wins(position: AlternatingPosition, budget: Budget) -> Iterator[Found]:
    """Yield the wins that random tries find, each with a different line."""
    deal, root = lay_out(position)
    for number in range(OTHER_WINS):
        found = _tries(deal, root, [(number % 3, 401 + number)], SHORT, budget)
        if budget.hit:
            return
        if found is not None and found.answer == "winnable":
            yield found


def _tries(deal: Words, root: Words, tries: Sequence[tuple[int, int]], states: int, budget: Budget) -> Found | None:
    """Return the result of the first try that ends; None if none does, `unknown` at a limit."""
    search = _new_search(max(FIRST_TABLE, 1 << (2 * states - 1).bit_length()), 0)
    kernel = _kernel()
    for style, number in tries:
        search.table[:] = 0
        search.notes[:] = 0
        search.notes[kernel.STYLE], search.notes[kernel.RANDOM] = style, number
        kernel.start(deal, *search, root)
        while search.notes[kernel.STATUS] == kernel.RUNNING and search.notes[kernel.STATES] < states:
            most = budget.slice(states - int(search.notes[kernel.STATES]))
            if not most:
                return Found("unknown")
            before = int(search.notes[kernel.STATES])
            kernel.run(deal, *search, most)
            budget.states += int(search.notes[kernel.STATES]) - before
        if search.notes[kernel.STATUS] in (kernel.WON, kernel.LOST):
            return _result(search)
    return None


def _ask_and_exhaust(deal: Words, easy: Words, root: Words, budget: Budget) -> Found:
    """Search with the help of the easier game: a few random tries of growing length, then everything.

    All of them share the positions that are lost in the easier game.
    """
    helper = _new_search(EASY_TABLE, JOURNAL)
    for number, states in enumerate(ASKING_TRIES):
        found = _exhaust(deal, root, budget, _Easier(easy, helper), style=number % 3, number=211 + number, most=states)
        if found.answer != "unknown" or budget.hit:
            return found
    return _exhaust(deal, root, budget, _Easier(easy, helper))


def _exhaust(
    deal: Words,
    root: Words,
    budget: Budget,
    easier: _Easier | None = None,
    *,
    style: int = 0,
    number: int = 0,
    most: int | None = None,
) -> Found:
    """Search everything, or `most` positions, growing the table as needed; with the help of an easier game if given."""
    kernel = _kernel()
    search = _new_search(FIRST_TABLE, 0)
    search.notes[kernel.STYLE], search.notes[kernel.RANDOM] = style, number
    held = 0 if easier is None else sum(array.nbytes for array in easier.search)
    if not budget.affords(held, search.table.nbytes):
        return Found("unknown")
    kernel.start(deal, *search, root)
    while search.notes[kernel.STATUS] == kernel.RUNNING:
        before = _states(search, easier)
        slice_ = budget.slice()
        if not slice_ or (most is not None and search.notes[kernel.STATES] >= most):
            return Found("unknown")
        if easier is None:
            kernel.run(deal, *search, slice_)
        else:
            kernel.run_asking(deal, *search, easier.deal, *easier.search, slice_, budget.allowed, PATIENCE)
        budget.states += _states(search, easier) - before
        if search.notes[kernel.STATUS] == kernel.FULL:
            grown = _grow(deal, search, budget, held)
            if grown is None:
                return Found("unknown")
            search = grown
    return _result(search, budget)


def _states(search: _Search, easier: _Easier | None) -> int:
    states = _kernel().STATES
    return int(search.notes[states]) + (0 if easier is None else int(easier.search.notes[states]))


def _grow(deal: Words, search: _Search, budget: Budget, held: int) -> _Search | None:
    """Return the search with a table four times as large, or twice if memory is short; None if that fails too."""
    kernel = _kernel()
    size = search.table.nbytes
    factor = 4 if held + size + 4 * size <= budget.limits.memory else 2
    if not budget.affords(held + size, factor * size):
        return None
    table = np.zeros(search.table.shape[0] * factor, np.int64)
    kernel.rehash(search.table, table, deal[kernel.RULE, kernel.SHIFT])
    search.notes[kernel.STATUS] = kernel.RUNNING
    return search._replace(table=table)


def _result(search: _Search, budget: Budget | None = None) -> Found:
    kernel = _kernel()
    if search.notes[kernel.STATUS] == kernel.WON:
        return Found("winnable", search.log[: search.notes[kernel.LENGTH]].tolist())
    if search.notes[kernel.TOO_DEEP]:
        if budget is not None:
            budget.hit = "depth"
        return Found("unknown")
    return Found("unwinnable")


def _new_search(table: int, journal: int) -> _Search:
    kernel = _kernel()
    return _Search(
        np.zeros((LEVELS, kernel.FIELDS), np.int64),
        np.zeros(LOG, np.int64),
        np.zeros(table, np.int64),
        np.zeros(journal, np.int64),
        np.zeros(kernel.NOTES, np.int64),
    )


class _Kernel:
    """The functions of both kernel modules."""

    def __init__(self) -> None:
        self.__dict__.update({**vars(load("alternating")), **vars(load("alternating_search"))})

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


@cache
def _kernel() -> _Kernel:
    return _Kernel()


# --- encoding ---------------------------------------------------------------------------------------------------


def lay_out(position: AlternatingPosition, *, free: bool = False) -> tuple[Words, Words]:
    """Return the deal and the root row for the kernel; `free` makes every stock card available at any time.

    The key counts in mixed radix: how much of each column is left, the heights of the foundations, which stock cards
    are left, and where it matters the pass and the redeals. It is exact: no two positions share a key.
    """
    k = _kernel()
    deal, root = np.zeros((k.DEAL_LINES, k.DEAL_WIDTH), np.int64), np.zeros(k.FIELDS, np.int64)
    rule = deal[k.RULE]
    free = free or position.free
    limited = position.redeals is not None and not free
    phased = position.draw == 3 and not limited and not free
    kings = 15 << (4 * (position.ranks - 1))
    key, weight = _lay_columns(position, deal, root, kings)
    for suit, height in enumerate(position.heights):
        rule[k.SUIT_UNIT + suit] = weight
        key += weight * height
        weight *= position.ranks + 1
        root[k.NEXT] |= 1 << (4 * height + suit)
    size = len(position.stock)
    for place, card in enumerate(position.stock):
        deal[k.PLACE, card] = place
        root[k.STOCK] |= 1 << card
    root[k.PLACES] = (1 << size) - 1
    rule[k.PLACE_UNIT] = weight
    key += weight * ((1 << size) - 1)
    weight <<= size
    if not free:
        passing = limited or (position.waste % position.draw and position.waste < size)
        root[k.PASSED] = position.waste if passing else 0
        if not phased:
            rule[k.PASS_UNIT] = weight
            key += weight * int(root[k.PASSED])
            weight *= size + 1
    if limited and position.redeals is not None:
        root[k.REDEALS], rule[k.REDEAL_UNIT] = position.redeals, weight
        key += weight * position.redeals
        weight *= position.redeals + 1
    rule[k.SHIFT] = 8 if phased else 0
    assert weight << int(rule[k.SHIFT]) < 1 << 63, "the key fits a word"
    root[k.KEY] = key
    rule[k.ALL], rule[k.KINGS], rule[k.WON_NEXT] = (1 << 4 * position.ranks) - 1, kings, 15 << 4 * position.ranks
    rule[k.STEP], rule[k.LIMITED], rule[k.FREE] = position.draw, limited, free
    deal[k.OFFERS : k.OFFERS + 3] = _offers()
    return deal, root


def _lay_columns(position: AlternatingPosition, deal: Words, root: Words, kings: int) -> tuple[int, int]:
    """Write the columns; return their part of the key, never 0, and the weight of the next part."""
    k = _kernel()
    key, weight = 1, 1
    if position.hidden is not None:
        _lay_dealt(position.columns, position.hidden, deal, root, kings)
        return key, weight
    under, uncovers, unit = deal[k.UNDER], deal[k.UNCOVERS], deal[k.UNIT]
    shown = bases = bottoms = 0
    for column in position.columns:
        if not column:
            root[k.EMPTY] += 1
            continue
        below, mask = -1, 0
        for group in column:
            head = group[0]
            under[head], uncovers[head], unit[head] = below, mask, weight
            below, mask = head, sum(1 << card for card in group)
        shown |= mask
        bottoms |= 1 << column[0][0]
        if len(column) == 1 and (1 << below) & kings:
            root[k.EMPTY] += 1
        else:
            bases |= 1 << below
            key += weight * len(column)
        weight *= len(column) + 1
    root[k.SHOWN], root[k.BASES], deal[k.RULE, k.BOTTOMS] = shown, bases, bottoms
    return key, weight


def _lay_dealt(
    columns: Sequence[Sequence[Sequence[int]]], hidden: Sequence[int], deal: Words, root: Words, kings: int
) -> None:
    """Write columns for games in which any stack may be moved: the lowest card of each group is a base once face-up."""
    k = _kernel()
    shown = bases = blocked = unmoved = bottoms = 0
    for column, down in zip(columns, hidden, strict=True):
        below = -1
        root[k.EMPTY] += not column or (not down and bool((1 << column[0][0]) & kings))
        for place, group in enumerate(column):
            head = group[0]
            deal[k.UNDER, head] = below
            deal[k.UNCOVERS, head] = 0 if below < 0 else 1 << below
            bottoms |= (below < 0) << head
            if below >= 0 or down or not (1 << head) & kings:
                unmoved |= 1 << head
                bases |= (place >= down) << head
            if place >= down:
                shown |= sum(1 << card for card in group)
                blocked |= 1 << below if place > down else 0
            below = group[-1]
    root[k.SHOWN], root[k.BASES], root[k.BLOCKED], root[k.UNMOVED] = shown, bases, blocked, unmoved
    deal[k.RULE, k.BOTTOMS], deal[k.RULE, k.ANY] = bottoms, 1


@cache
def _offers() -> Words:
    """Per phase and byte of stock places: every third place, and the phase after them."""
    lines = np.zeros((3, 256), np.int64)
    for phase in range(3):
        for byte in range(256):
            passed, stops = phase, 0
            for place in range(8):
                if byte >> place & 1:
                    stops |= (passed == 2) << place
                    passed = (passed + 1) % 3
            lines[phase, byte] = stops | passed << 8
    return lines
