"""The solver of Cards: the original's Solve for players, and an exact search."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

from saloon.core.errors import InvariantBreach
from saloon.core.game import Action, Game
from saloon.core.places import Place
from saloon.core.solver import Answer, Budget, Limits, Solver, Verdict
from saloon.search.lines import AlternatingReplay
from saloon.search.positions import (
    AlternatingPosition,
    BestFirstPosition,
    Carry,
    groups_of,
    heights_of,
    hidden_in,
    number_of,
)

from . import rules
from .attempts import winning_attempt
from .state import Finish, FoundationMove, State, TableauMove


class CardsSolver(Solver[State]):
    """With `stack=run` columns are built down and the search is exact. With `stack=any` that is an easier game.

    A line of the easier game may win the real one; if it does not, whole positions are searched.
    """

    listed = {"stack": ("run", "any")}  # noqa: RUF012 - read-only
    bands = (2.6, 3.6, 5.0)
    closing = frozenset({Finish.kind})

    def prepare(self) -> None:
        """Load the compiled searches."""
        from saloon.search import alternating, best_first

        alternating.prepare()
        best_first.prepare()

    def search(self, state: State, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
        """Decide a position that is not over."""
        from saloon.search import alternating

        position = alternating_position(state)
        found = alternating.decide(position, budget)
        if found.answer != "winnable":
            return found.answer, ()
        if position.hidden is None:
            return "winnable", AlternatingReplay(rules, state).play(found.log)
        for win in chain([found], alternating.other_wins(position, budget)):
            with suppress(InvariantBreach):
                return "winnable", AlternatingReplay(rules, state).play(win.log)
        return self._search_positions(state, budget)

    def _search_positions(self, state: State, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
        from saloon.search import best_first

        answer, moves = best_first.decide(best_first_position(state), budget)
        return answer, best_first.line_of(rules, state, moves, actions_of) if answer == "winnable" else ()

    def line(self, game: Game[State, Any], state: State, limits: Limits | None = None) -> Verdict:
        """Return a win of the original's Solve, which is tried first; otherwise the search decides. [CA-62…CA-70]"""
        won = winning_attempt(state) if game.outcome(state) is None else None
        return Verdict("winnable", won) if won else self.verdict(game, state, limits)


def alternating_position(state: State) -> AlternatingPosition:
    """Return a position with columns that are built down; if any stack may be moved, that of an easier game."""
    return AlternatingPosition(
        columns=[groups_of(pile) for pile in state.tableau],
        heights=heights_of(state.foundations),
        hidden=hidden_in(state.tableau) if state.options.stack == "any" else None,
    )


def best_first_position(state: State) -> BestFirstPosition:
    """Return a position with columns in any order."""
    return BestFirstPosition("downward", state.tableau, heights_of(state.foundations))


def actions_of(state: State, move: Carry) -> Iterator[Action]:
    """Yield the action that makes one move of the search."""
    (source, column), (target, other) = move.source, move.target
    if target == "foundation":
        yield FoundationMove(Place("tableau", column))
    elif source == "foundation":
        index = next(i for i, pile in enumerate(state.foundations) if pile and number_of(pile[-1]) == move.card)
        yield TableauMove(Place("foundation", index), Place("tableau", other), 1)
    else:
        count = len(state.tableau[column]) - move.start
        yield TableauMove(Place("tableau", column), Place("tableau", other), count)
