"""What may a player of Cards see? All face-up cards; a face-down card looks like any other."""

from typing import Final, Literal

from msgspec import UNSET, Struct

from saloon.core.cards import HIDDEN, Shown
from saloon.core.game import Seat, seat_name

from .canonical import NUMBERED, CardView, numbered
from .state import DECK, Options, State

PileView = tuple[CardView, ...]

_SHOWN: Final = {card: one if one.face_up else CardView(face_up=False) for card, one in NUMBERED.items()}


class View(Struct, frozen=True):
    """A game as one receiver sees it; `seat` is null for a watcher, who sees the same."""

    foundations: tuple[PileView, ...]
    options: Options
    seat: str | None
    status: Literal["active", "won"]
    tableau: tuple[PileView, ...]


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat`, or a watcher, may see."""
    return View(
        foundations=tuple([numbered(pile) for pile in state.foundations]),
        options=state.options,
        seat=None if seat is None else seat_name(seat),
        status=state.status,
        tableau=tuple([tuple([_SHOWN[card] for card in pile]) for pile in state.tableau]),
    )


def as_cards(pile: PileView) -> Shown:
    """Return a pile of a view with its numbers read as cards."""
    return tuple([HIDDEN if one.id is UNSET else DECK[one.id] for one in pile])
