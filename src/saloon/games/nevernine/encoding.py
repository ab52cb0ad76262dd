"""Never Nine as numbers, for programs that learn: a seat sees itself first, so all seats can share a policy."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import UNSET

from saloon.core.cards import Card
from saloon.core.encoding import LARGEST, Encoding, Feature, number
from saloon.core.game import Action, Seat

from .state import DECK, ORDER, PLAYERS, TRICKS, Bid, Play, Player
from .view import View

_SEATS: Final = len(PLAYERS)
_PHASES: Final = ("bid", "play", "over")
_NOBODY: Final = _SEATS


@lru_cache
def every_action() -> Sequence[Action]:
    """Return every action: the bids from 0 to 9, then the cards in the order of the deck."""
    return (*map(Bid, range(TRICKS + 1)), *map(Play, DECK))


def _place(card: Card) -> int:
    return ORDER[card.card_id]


def _own(view: View) -> Seat:
    assert view.seat is not None
    return PLAYERS.index(view.seat)


def _from_own(view: View, player: Player | None) -> int:
    """Return how many seats to one's left a player sits; 4 for nobody."""
    return _NOBODY if player is None else (PLAYERS.index(player) - _own(view)) % _SEATS


def _each(name: str, highest: int, read: Callable[[View], Sequence[int | None]], lowest: int = 0) -> Feature:
    """Return a feature with a number for each seat, one's own first; the lowest for none."""

    def numbers(view: View) -> Sequence[int]:
        own, values = _own(view), [lowest if value is None else min(value, highest) for value in read(view)]
        return values[own:] + values[:own]

    return Feature(name, _SEATS, highest, numbers, lowest)


def _hand(view: View) -> Sequence[int]:
    held = [0] * len(DECK)
    for card in () if view.hand is UNSET else view.hand:
        held[_place(card)] = 1
    return held


def _played(view: View) -> Sequence[int]:
    """Return for each card who played it in an earlier trick of this round: 1 for oneself, 0 for nobody."""
    by = [0] * len(DECK)
    for trick in view.tricks:
        for move in trick.moves:
            by[_place(move.card)] = 1 + _from_own(view, move.seat)
    return by


def _trick(view: View) -> Sequence[int]:
    """Return the card of each seat in the running trick, from 1; 0 for none."""
    laid = [0] * _SEATS
    for move in view.trick.moves:
        laid[_from_own(view, move.seat)] = 1 + _place(move.card)
    return laid


class NeverNineEncoding(Encoding):
    """One's own hand, and everything that was bid and played in this round."""

    features = (
        Feature("hand", len(DECK), 1, _hand),
        Feature("played", len(DECK), _SEATS, _played),
        Feature("trick", _SEATS, len(DECK), _trick),
        number("leader", _SEATS - 1, lambda view: _from_own(view, view.trick.leader)),
        _each("bids", TRICKS, lambda view: view.bids, -1),
        _each("taken", TRICKS, lambda view: view.taken),
        _each("scores", LARGEST, lambda view: view.scores),
        _each("reached_round", LARGEST, lambda view: view.reached_round),
        number("forbidden_bid", TRICKS, lambda view: -1 if view.forbidden_bid is None else view.forbidden_bid, -1),
        number("dealer", _SEATS - 1, lambda view: _from_own(view, view.dealer)),
        number("turn", _NOBODY, lambda view: _from_own(view, view.turn)),
        number("phase", len(_PHASES) - 1, lambda view: _PHASES.index(view.phase)),
        number("round", LARGEST, lambda view: view.round),
        number("limit", LARGEST, lambda view: view.options.limit),
        number("shared_ties", 1, lambda view: view.options.tie_break == "shared"),
    )

    def actions(self, seat: Seat) -> Sequence[Action]:  # noqa: ARG002 - the same for all
        """Return every action."""
        return every_action()

    def points(self, view: View) -> Sequence[int]:
        """Return the scores below zero: a point is a penalty."""
        return [-score for score in view.scores]
