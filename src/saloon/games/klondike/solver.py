"""The solver of Klondike: converts positions for the search, and its lines to actions."""

from saloon.core.cards import Pile
from saloon.core.game import Action
from saloon.core.solver import Answer, Budget, Solver
from saloon.search.lines import AlternatingReplay
from saloon.search.positions import AlternatingPosition, groups_of, heights_of, number_of

from . import rules
from .state import AutoComplete, Draw, Recycle, State


class KlondikeSolver(Solver[State]):
    """Searches by columns that are built down, with a stock."""

    listed = {"draw": (3, 1), "redeals": (-1, 2, 1)}  # noqa: RUF012 - read-only
    bands = (3.0, 4.2, 5.6)
    closing = frozenset({AutoComplete.kind})

    def prepare(self) -> None:
        """Load the compiled searches, that of the fair hints too."""
        from saloon.search import alternating, determinization

        alternating.prepare()
        determinization.prepare()

    def search(self, state: State, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
        """Decide a position that is not over."""
        from saloon.search import alternating

        found = alternating.decide(position_of(state), budget)
        return found.answer, KlondikeReplay(rules, state).play(found.log) if found.answer == "winnable" else ()


def position_of(state: State) -> AlternatingPosition:
    """Return a position in the search's form."""
    return AlternatingPosition(
        columns=[groups_of(column) for column in state.tableau],
        heights=heights_of(state.foundations),
        stock=[number_of(card) for card in (*state.waste, *reversed(state.stock))],
        waste=len(state.waste),
        draw=state.options.draw,
        redeals=state.redeals_left,
    )


class KlondikeReplay(AlternatingReplay[State]):
    """A line with draws and redeals."""

    def waste(self) -> Pile:
        """Return the waste."""
        return self.state.waste

    def stock(self) -> Pile:
        """Return the stock."""
        return self.state.stock

    def draw(self) -> Action:
        """Return the action that draws the next stock cards."""
        return Draw() if self.state.stock else Recycle()
