"""A solver for games whose columns are in any order: best-first search over whole positions."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from saloon.core.game import Action
from saloon.core.solver import Answer, Budget

from .kernels import load
from .lines import PlayedT, Replay, Rules
from .positions import BestFirstPosition, Carry, Spot, hidden_in, number_of

Bytes = npt.NDArray[np.int8]
_TYPES: Final = {None: 0, "untyped": 0, "ace": 1, "king": 2}
SHORT: Final = 40_000
"""Positions kept by a short try."""
_SHARE_OF_BOARDS: Final = 0.85
"""Share of the memory for boards; the rest is for nodes and the table."""


def prepare() -> None:
    """Load the compiled search; compile it if the cache lacks it."""
    _kernel("best_first")
    _kernel("best_first_search")


def decide(position: BestFirstPosition, budget: Budget, tries: int = 0) -> tuple[Answer, list[Carry]]:
    """Search until the position is decided or a limit is reached; return the verdict and the winning moves.

    A number of short `tries` in different orders come first: in some games the time to find a line varies so much with
    the order of positions that they are cheaper than one long search.
    """
    for salt in range(tries):
        found = _search(position, budget, salt, SHORT)
        if found[0] != "unknown" or budget.hit not in (None, "memory"):
            return found
    budget.hit = None
    return _search(position, budget)


def line_of(
    rules: Rules[PlayedT],
    state: PlayedT,
    moves: Iterable[Carry],
    actions: Callable[[PlayedT, Carry], Iterable[Action]],
) -> tuple[Action, ...]:
    """Return the game's actions for the moves, applying each by the rules."""
    replay = Replay(rules, state)
    for move in moves:
        for action in actions(replay.state, move):
            replay.act(action)
    return replay.line()


def _search(
    position: BestFirstPosition, budget: Budget, salt: int = 0, most: int | None = None
) -> tuple[Answer, list[Carry]]:
    """Search all positions, or slightly more than `most`."""
    kernel, search = _kernel("best_first"), _kernel("best_first_search")
    rules, pockets = rules_of(position), len(position.pockets)
    size = min(int(budget.limits.memory * _SHARE_OF_BOARDS) // (kernel.BOARD + 8 * search.NODE), 1 << 26)
    if most is not None:
        size = min(size, most)
    if size <= 2 * kernel.MOST_MOVES:
        budget.hit = "memory"
        return "unknown", []
    slots = 1 << (size.bit_length() - 1 if most is None else size.bit_length() + 1)
    boards, nodes = np.empty((size, kernel.BOARD), np.int8), np.empty((size, search.NODE), np.int64)
    table, buckets = np.zeros(slots, np.int64), np.zeros(search.BUCKETS, np.int64)
    arrays = (boards[: min(size, slots * 3 // 4)], nodes, table, buckets, np.zeros(search.NOTES, np.int64))
    notes = arrays[-1]
    notes[search.SALT] = salt
    work = (board_of(position), np.zeros(2, np.int64))
    moves = np.zeros(kernel.MOST_MOVES, np.int64)
    search.add(*arrays, *work, rules, -1, 0)
    while notes[search.STATUS] == search.RUNNING:
        before, slice_ = int(notes[search.STATES]), budget.slice()
        if not slice_:
            return "unknown", []
        search.run(*arrays, *work, moves, rules, pockets, slice_)
        met = int(notes[search.STATES]) - before
        budget.states += met
        if not met and notes[search.STATUS] == search.RUNNING:
            budget.hit = "states"
            return "unknown", []
    if notes[search.STATUS] == search.FULL:
        budget.hit = "memory"
        return "unknown", []
    if notes[search.STATUS] == search.LOST:
        return "unwinnable", []
    return "winnable", [carry_of(move) for move in _path(nodes, int(notes[search.WINNER]))]


def rules_of(position: BestFirstPosition) -> int:
    """Return the kernel's number of the rules."""
    kernel = _kernel("best_first")
    rules: int = {"downward": kernel.DOWNWARD, "locked": kernel.LOCKED, "flexible": kernel.FLEXIBLE}[position.rules]
    return rules


def board_of(position: BestFirstPosition) -> Bytes:
    """Return a position in the kernel's form."""
    k = _kernel("best_first")
    board = np.zeros(k.BOARD, np.int8)
    board[k.POCKET : k.POCKET + 2] = -1
    board[k.ON_TABLE : k.ON_TABLE + 52] = 1
    board[k.LENGTH : k.LENGTH + k.COLUMNS] = -1
    for column, pile in enumerate(position.columns):
        board[k.LENGTH + column] = len(pile)
        for place, card in enumerate(pile):
            board[column * k.LONGEST + place] = number_of(card)
    board[k.HIDDEN : k.HIDDEN + len(position.columns)] = hidden_in(position.columns)
    board[k.KIND : k.KIND + len(position.types)] = [_TYPES[kind] for kind in position.types]
    board[k.BASE : k.BASE + len(position.bases)] = position.bases
    board[k.RAISED : k.RAISED + 8] = [*position.up, *position.down]
    for pocket, held in enumerate(position.pockets):
        if held is not None:
            board[k.POCKET + pocket] = number_of(held)
    for card in position.stock:
        board[k.ON_TABLE + number_of(card)] = 0
    return board


def carry_of(move: int) -> Carry:
    """Return the move that the kernel encoded as one number."""
    return Carry(move & 63, _spot(move >> 18), (move >> 12) & 63, _spot((move >> 6) & 63))


def _spot(number: int) -> Spot:
    k = _kernel("best_first")
    if number < k.COLUMNS:
        return "column", number
    if number == k.FOUNDATION:
        return "foundation", 0
    return ("stock", 0) if number == k.FROM_STOCK else ("pocket", number - k.FROM_POCKET)


def _path(nodes: Any, node: int) -> list[int]:
    search = _kernel("best_first_search")
    path: list[int] = []
    while nodes[node, search.PARENT] >= 0:
        path.append(int(nodes[node, search.MOVE]))
        node = int(nodes[node, search.PARENT])
    return path[::-1]


@cache
def _kernel(name: str) -> Any:
    return load(name)
