"""A solitaire with a small deck, made of the second solver's rules: all its positions can be looked at."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from saloon.core.game import UNLIMITED, Action, Game, Outcome, Seat, kinds
from saloon.core.solver import Answer, Budget, Solver
from saloon.search import alternating
from search.oracle_alternating import Rules, Table, successors
from search.small_games import laid_out


class Go(Action, frozen=True):
    """Go to one of the positions after this one."""

    kind = "go"
    number: int


class State(Struct, frozen=True):
    """A position and the rules it is played by."""

    table: Table
    rules: Rules

    def after(self) -> list["State"]:
        """Return the positions after this one."""
        return [State(table, self.rules) for table in successors(self.table, self.rules)]


class NoOptions(Struct, frozen=True):
    """There are none."""


class SmallSolitaire(Game[State, NoOptions]):
    """Its actions are numbers of successors; a game begins with a position, never with a deal."""

    engine = 1
    name = "small"
    title = "Small Solitaire"
    seats = range(1)
    options = NoOptions
    actions = kinds(Go)
    undo_depth = UNLIMITED

    def deal(self, seed: str, options: NoOptions) -> State:
        raise NotImplementedError

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return [] if self.outcome(state) else [Go(number) for number in range(len(state.after()))]

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        assert isinstance(action, Go)
        return state.after()[action.number]

    def view(self, state: State, seat: Seat | None) -> Struct:
        return state

    def outcome(self, state: State) -> Outcome | None:
        return Outcome((0,), "completed", (0,)) if sum(state.table.heights) == 4 * state.rules.ranks else None

    def check(self, state: State) -> None:
        pass

    def notation(self, action: Action) -> str:
        assert isinstance(action, Go)
        return str(action.number)

    def parse(self, text: str, seat: Seat) -> Action:
        return Go(int(text))

    def picture(self, view: Any) -> str:
        return str(view)

    def solver(self) -> "SmallSolver":
        return SmallSolver()


class SmallSolver(Solver[State]):
    """The verdict is that of the compiled search; the line is the first one that a plain search finds."""

    def prepare(self) -> None:
        alternating.prepare()

    def search(self, state: State, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
        answer = alternating.decide(laid_out(state.table, state.rules), budget).answer
        return answer, first_win(state) if answer == "winnable" else ()


def first_win(state: State) -> tuple[Action, ...]:
    """Return actions that win, found by looking at one position after the other."""
    ways: dict[State, tuple[Action, ...]] = {state: ()}
    waiting = [state]
    while waiting:
        now = waiting.pop()
        for number, after in enumerate(now.after()):
            if after not in ways:
                ways[after] = (*ways[now], Go(number))
                if sum(after.table.heights) == 4 * after.rules.ranks:
                    return ways[after]
                waiting.append(after)
    raise AssertionError("the search found a win where there is none")


def all_wins(start: State, most: int) -> set[State] | None:
    """Return every position that can be won from those that `start` leads to; None if there are more than `most`."""
    before: dict[State, list[State]] = {start: []}
    waiting = [start]
    while waiting:
        if len(before) > most:
            return None
        now = waiting.pop()
        for after in now.after():
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append(now)
    wins = {state for state in before if sum(state.table.heights) == 4 * state.rules.ranks}
    waiting = list(wins)
    while waiting:
        for state in before[waiting.pop()]:
            if state not in wins:
                wins.add(state)
                waiting.append(state)
    return wins
