"""The view of Klondike: all face-up cards, and only the number of hidden and stock cards."""

from msgspec import Struct

from saloon.core.cards import Pile, Shown, shown
from saloon.core.game import Seat

from .rules import offers_auto_complete
from .state import Options, State, Status


class View(Struct, frozen=True, rename="camel"):
    """A game as its player and watchers see it. A recycled card is hidden again, even if it was seen before."""

    auto_complete: bool
    """Whether auto-complete is offered."""
    foundations: tuple[Pile, ...]
    moves: int
    options: Options
    redeals_left: int | None
    """None for no limit."""
    score: int
    status: Status
    stock: int
    tableau: tuple[Shown, ...]
    waste: Pile


def view(state: State, seat: Seat | None) -> View:  # noqa: ARG001 - player and watchers see the same
    """Return what `seat`, or a watcher, may see."""
    return View(
        auto_complete=offers_auto_complete(state),
        foundations=state.foundations,
        moves=state.moves,
        options=state.options,
        redeals_left=state.redeals_left,
        score=state.score,
        status=state.status,
        stock=len(state.stock),
        tableau=tuple(map(shown, state.tableau)),
        waste=state.waste,
    )
