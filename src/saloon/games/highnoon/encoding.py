"""HighNoon as numbers, for programs that learn: a seat sees itself first, so both seats can share a policy."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product

from msgspec import UNSET

from saloon.core.cards import KING, RANKS
from saloon.core.encoding import LARGEST, Encoding, Feature, number, piles
from saloon.core.game import Action, Seat

from .state import (
    PLAYERS,
    SIZES,
    Draw,
    Flip,
    FoundationMove,
    OfferEnd,
    Recycle,
    Resign,
    TableauMove,
    Zone,
)
from .view import BoardView, View

_COLUMN = SIZES["tableau"] - 1 + KING
"""The most cards of a column: six hidden ones and a run from the king to the ace."""
_STOCK = 24
ANY_FOUNDATION = Zone("foundation", 0, owner="global")
"""The rules choose the foundation, regardless of the one named."""
_DECK = 52


@lru_cache
def every_action(seat: Seat) -> Sequence[Action]:
    """Return every action of a seat: draw, recycle, offer, resign, flips; then to foundations; then onto columns."""
    player = PLAYERS[seat]
    columns = [Zone("tableau", index, owner=player) for index in range(SIZES["tableau"])]
    stock, waste = Zone("stock", owner=player), Zone("waste", owner=player)
    return (
        Draw(stock, waste),
        Recycle(waste, stock),
        OfferEnd(),
        Resign(),
        *map(Flip, columns),
        *(FoundationMove(source, ANY_FOUNDATION) for source in (*columns, waste)),
        *(TableauMove(waste, target, 1) for target in columns),
        *(TableauMove(source, target, count) for source, target, count in product(columns, columns, RANKS)),
    )


def _both(view: View) -> tuple[BoardView, BoardView]:
    """Return one's own board and the opponent's."""
    assert view.you is not UNSET
    assert view.opp is not UNSET
    return view.you, view.opp


def _of_both(name: str, highest: int, read: Callable[[BoardView], int]) -> Feature:
    return Feature(name, 2, highest, lambda view: [min(read(board), highest) for board in _both(view)])


def _by_player(view: View, pair: object) -> list[int]:
    """Return a pair by player with one's own number first; zeros if the rules have none."""
    if pair is UNSET:
        return [0, 0]
    own = [min(int(getattr(pair, player)), LARGEST) for player in PLAYERS]
    return own if view.seat == PLAYERS[0] else own[::-1]


class HighNoonEncoding(Encoding):
    """The cards of both boards as a seat sees them, its own first."""

    ticks = True
    features = (
        piles("tableau", 2 * SIZES["tableau"], _COLUMN, lambda view: view.you.tableau + view.opp.tableau),
        piles("waste", 2, _STOCK, lambda view: [board.waste for board in _both(view)]),
        Feature("foundations", SIZES["foundation"], KING, lambda view: [len(pile.cards) for pile in view.foundations]),
        _of_both("stock", _STOCK, lambda board: board.stock),
        _of_both("cards_left", _DECK, lambda board: board.cards_left),
        _of_both("score", LARGEST, lambda board: board.score),
        Feature("since_progress", 2, LARGEST, lambda view: _by_player(view, view.since_progress)),
        Feature("offers", 2, 1, lambda view: _by_player(view, view.offers)),
        number("explicit_reveal", 1, lambda view: view.options is not UNSET and view.options.reveal == "explicit"),
    )

    def actions(self, seat: Seat) -> Sequence[Action]:
        """Return every action of a seat."""
        return every_action(seat)

    def listed(self, action: Action) -> Action:
        """Return a foundation move without the foundation that it names."""
        return FoundationMove(action.source, ANY_FOUNDATION) if isinstance(action, FoundationMove) else action

    def points(self, view: View) -> Sequence[int]:
        """Return both scores."""
        assert view.p1 is not UNSET
        assert view.p2 is not UNSET
        return view.p1.score, view.p2.score
