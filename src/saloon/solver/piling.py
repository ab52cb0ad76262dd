"""Can a game be won whose columns lie in any order? Cards with `stack=any`, and Meridian Master."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from saloon.core.cards import KING, RANK_LETTERS, Card
from saloon.core.game import Action, Game
from saloon.core.moves import FoundationMove, TableauMove
from saloon.core.places import Place
from saloon.core.solver import Answer, Budget
from saloon.games.meridian.moves import LOCATIONS, foundation_of
from saloon.games.meridian.state import Draw, Move

from .kernels import load
from .lines import SUITS, Replay, number_of

Bytes = npt.NDArray[np.int8]
_KINDS: Final = {None: 0, "untyped": 0, "ace": 1, "king": 2}
TRIES, SHORT = 12, 40_000
"""How many short tries there are, and how many positions one keeps."""
_SHARE_OF_BOARDS: Final = 0.85
"""Of the memory; the rest is for nodes and the table."""


def decide(game: Game[Any, Any], state: Any, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
    """Search until the position is decided or a limit is reached; return the answer and the winning actions.

    Meridian begins with some short tries in different orders: the time to find a line varies so much with the order of
    positions that they are cheaper than one long search. Cards gains nothing by them.
    """
    for salt in range(TRIES if game.name == "meridian" else 0):
        found = _search(game, state, budget, salt, SHORT)
        if found[0] != "unknown" or budget.hit not in (None, "memory"):
            return found
    budget.hit = None
    return _search(game, state, budget)


def _search(
    game: Game[Any, Any], state: Any, budget: Budget, salt: int = 0, most: int | None = None
) -> tuple[Answer, tuple[Action, ...]]:
    """Search all positions, or some more than `most`."""
    kernel, search = _kernel("piling"), _kernel("piling_search")
    rules, pockets = rules_of(game, state)
    size = min(int(budget.limits.memory * _SHARE_OF_BOARDS) // (kernel.BOARD + 8 * search.NODE), 1 << 26)
    if most is not None:
        size = min(size, most)
    if size <= 2 * kernel.MOST_MOVES:
        budget.hit = "memory"
        return "unknown", ()
    slots = 1 << (size.bit_length() - 1 if most is None else size.bit_length() + 1)
    boards, nodes = np.empty((size, kernel.BOARD), np.int8), np.empty((size, search.NODE), np.int64)
    table, buckets = np.zeros(slots, np.int64), np.zeros(search.BUCKETS, np.int64)
    arrays = (boards[: min(size, slots * 3 // 4)], nodes, table, buckets, np.zeros(search.NOTES, np.int64))
    notes = arrays[-1]
    notes[search.SALT] = salt
    work = (board_of(game, state), np.zeros(2, np.int64))
    moves = np.zeros(kernel.MOST_MOVES, np.int64)
    search.add(*arrays, *work, rules, -1, 0)
    while notes[search.STATUS] == search.RUNNING:
        before, slice_ = int(notes[search.STATES]), budget.slice()
        if not slice_:
            return "unknown", ()
        search.run(*arrays, *work, moves, rules, pockets, slice_)
        met = int(notes[search.STATES]) - before
        budget.states += met
        if not met and notes[search.STATUS] == search.RUNNING:
            budget.hit = "states"
            return "unknown", ()
    if notes[search.STATUS] == search.FULL:
        budget.hit = "memory"
        return "unknown", ()
    if notes[search.STATUS] == search.LOST:
        return "unwinnable", ()
    return "winnable", actions_of(game, state, _path(nodes, int(notes[search.WINNER])))


def rules_of(game: Game[Any, Any], state: Any) -> tuple[int, int]:
    """Return the kernel's rules and how many pockets there are."""
    kernel = _kernel("piling")
    if game.name == "cards":
        return kernel.CARDS, 0
    return kernel.LOCKED if state.options.locked else kernel.FLEXIBLE, state.options.pockets


def board_of(game: Game[Any, Any], state: Any) -> Bytes:
    """Return a position as the kernel takes it."""
    k = _kernel("piling")
    board = np.zeros(k.BOARD, np.int8)
    board[k.POCKET : k.POCKET + 2] = -1
    board[k.ON_TABLE : k.ON_TABLE + 52] = 1
    at = state if game.name == "cards" else state.board
    for column in range(k.COLUMNS):
        pile = at.tableau[column] if column < len(at.tableau) else None
        board[k.LENGTH + column] = -1 if pile is None else len(pile)
        for place, card in enumerate(pile or ()):
            board[column * k.LONGEST + place] = number_of(card)
            board[k.HIDDEN + column] += card.face_down
    if game.name == "cards":
        for pile in state.foundations:
            if pile:
                board[k.RAISED + SUITS.index(pile[0].suit)] = len(pile)
        return board
    for column, kind in enumerate(at.column_types):
        board[k.KIND + column] = _KINDS[kind]
        board[k.BASE + column] = at.base_heights[column] if state.options.locked else 0  # else nothing asks for it
    for place, piles in ((k.RAISED, at.up), (k.RAISED + 4, at.down)):
        for pile in piles:
            if pile:
                board[place + SUITS.index(pile[0].suit)] = len(pile)
    for pocket, card in enumerate(at.pockets):
        if card is not None:
            board[k.POCKET + pocket] = number_of(card)
    for card in (*state.stock, *at.waste):
        board[k.ON_TABLE + number_of(card)] = 0
    return board


def _path(nodes: Any, node: int) -> list[int]:
    search = _kernel("piling_search")
    path: list[int] = []
    while nodes[node, search.PARENT] >= 0:
        path.append(int(nodes[node, search.MOVE]))
        node = int(nodes[node, search.PARENT])
    return path[::-1]


def actions_of(game: Game[Any, Any], state: Any, moves: list[int]) -> tuple[Action, ...]:
    """Return the game's actions for the kernel's moves, each applied by the rules before the next is made."""
    replay = Replay(game, state)
    for move in moves:
        for action in action_of(game, replay.state, move):
            replay.act(action)
    return replay.line()


def action_of(game: Game[Any, Any], state: Any, move: int) -> Iterator[Action]:
    """Yield the actions that make one move of the kernel: draws until a stock card is the top, then the card itself."""
    k = _kernel("piling")
    number, target, start, source = move & 63, (move >> 6) & 63, (move >> 12) & 63, move >> 18
    if game.name == "cards":
        if target == k.FOUNDATION:
            yield FoundationMove(Place("tableau", source))
        elif source == k.FOUNDATION:
            index = next(i for i, pile in enumerate(state.foundations) if pile and number_of(pile[-1]) == number)
            yield TableauMove(Place("foundation", index), Place("tableau", target), 1)
        else:
            count = len(state.tableau[source]) - start
            yield TableauMove(Place("tableau", source), Place("tableau", target), count)
        return
    card = _card(number)
    if source == k.FROM_STOCK:
        yield from [Draw()] * _draws_to(state, card.card_id)
    if target == k.FOUNDATION:
        yield Move(card.card_id, LOCATIONS[foundation_of(card)])
    elif target >= k.FROM_POCKET:
        yield Move(card.card_id, LOCATIONS["pocket", target - k.FROM_POCKET])
    else:
        yield Move(card.card_id, LOCATIONS["tab", target])


def _card(number: int) -> Card:
    rank, suit = number // 4 + 1, SUITS[number % 4]
    assert rank <= KING
    return Card(RANK_LETTERS[rank] + suit, False, rank, suit)


def _draws_to(state: Any, code: str) -> int:
    """Return how many draws bring a card to the top of the waste; an empty stock takes the waste back first."""
    waste = state.board.waste
    if waste and waste[-1].card_id == code:
        return 0
    order = [card.card_id for card in (*waste, *reversed(state.stock))]
    return (order.index(code) - len(waste)) % len(order) + 1


@cache
def _kernel(name: str) -> Any:
    return load(name)
