"""The solver of Meridian Master: converts positions for the search, and its lines to actions."""

from collections.abc import Iterator
from typing import Final

from saloon.core.game import Action
from saloon.core.solver import Answer, Budget, Solver
from saloon.search.positions import BestFirstPosition, Carry, card_of, heights_of

from . import rules
from .moves import PLACES, foundation_of
from .state import DeclareStalemate, Draw, Move, Resign, State

TRIES: Final = 12
"""Short searches in different orders, before the long one."""


class MeridianSolver(Solver[State]):
    """Searches whole positions; every card of the stock is available at any time."""

    listed = {  # noqa: RUF012 - read-only
        "direction": ("locked", "flexible"),
        "mode": ("classic", "double_pocket", "traditional", "expert"),
    }
    bands = (4.3, 4.6, 5.2)
    closing = frozenset({DeclareStalemate.kind, Resign.kind})

    def prepare(self) -> None:
        """Load the compiled search."""
        from saloon.search import best_first

        best_first.prepare()

    def search(self, state: State, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
        """Decide a position that is not over."""
        from saloon.search import best_first

        answer, moves = best_first.decide(position_of(state), budget, TRIES)
        return answer, best_first.line_of(rules, state, moves, actions_of) if answer == "winnable" else ()


def position_of(state: State) -> BestFirstPosition:
    """Return a position in the search's form."""
    board, locked = state.board, state.options.locked
    return BestFirstPosition(
        rules="locked" if locked else "flexible",
        columns=board.tableau,
        up=heights_of(board.up),
        down=heights_of(board.down),
        types=board.column_types,
        bases=board.base_heights if locked else (),  # unused otherwise
        pockets=board.pockets,
        stock=(*state.stock, *board.waste),
    )


def actions_of(state: State, move: Carry) -> Iterator[Action]:
    """Yield the actions that make one move of the search: draws until a stock card is the top, then the card itself."""
    card, (target, number) = card_of(move.card), move.target
    if move.source[0] == "stock":
        yield from [Draw()] * _draws_to(state, card.card_id)
    if target == "foundation":
        yield Move(card.card_id, PLACES[foundation_of(card)])
    elif target == "pocket":
        yield Move(card.card_id, PLACES["pocket", number])
    else:
        yield Move(card.card_id, PLACES["tab", number])


def _draws_to(state: State, code: str) -> int:
    """Return how many draws bring a card to the top of the waste; an empty stock takes the waste back first."""
    waste = state.board.waste
    if waste and waste[-1].card_id == code:
        return 0
    order = [card.card_id for card in (*waste, *reversed(state.stock))]
    return (order.index(code) - len(waste)) % len(order) + 1
