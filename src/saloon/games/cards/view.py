"""The view of a player of Cards: all face-up cards; a face-down card looks like any other."""

from typing import Literal

from msgspec import Struct

from saloon.core.cards import Pile, Shown, shown
from saloon.core.game import Seat

from .state import Options, State


class View(Struct, frozen=True):
    """A game as its player, or anyone who watches, sees it."""

    foundations: tuple[Pile, ...]
    options: Options
    status: Literal["active", "won"]
    tableau: tuple[Shown, ...]


def view(state: State, seat: Seat | None) -> View:  # noqa: ARG001 - player and watchers see the same
    """Return what `seat`, or a watcher, may see."""
    return View(
        foundations=state.foundations,
        options=state.options,
        status=state.status,
        tableau=tuple(map(shown, state.tableau)),
    )
