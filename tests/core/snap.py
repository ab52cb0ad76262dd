"""A game that hardly is one, for the tests of the contract: snap the pile until it is gone."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from saloon.core.errors import InvariantBreach, require
from saloon.core.game import Action, Game, Outcome, Seat, kinds


class Snap(Action, frozen=True):
    """Snap a pile."""

    kind = "snap"
    pile_index: int
    loud: bool = False


class Pass(Action, frozen=True):
    """Do nothing."""

    kind = "pass"


class Pile(Struct, frozen=True):
    """The state of the game, and its options too."""

    height: int = 3


class SnapGame(Game[Pile, Pile]):
    """A game with the contract's defaults."""

    engine = 1
    name = "snap"
    title = "Snap"
    seats = range(2)
    options = Pile
    actions = kinds(Snap, Pass)

    def deal(self, seed: str, options: Pile) -> Pile:
        return options

    def legal(self, state: Pile, seat: Seat) -> Sequence[Action]:
        return [Snap(0), Pass()] if state.height else []

    def apply(self, state: Pile, seat: Seat, action: Action) -> Pile:
        require(action in self.legal(state, seat), "NO_PILE", "there is nothing to snap")
        return replace(state, height=state.height - 1) if isinstance(action, Snap) else state

    def view(self, state: Pile, seat: Seat | None) -> Pile:
        return state

    def outcome(self, state: Pile) -> Outcome | None:
        return None if state.height else Outcome((0, 1), "completed", (1, 1))

    def check(self, state: Pile) -> None:
        if state.height < 0:
            raise InvariantBreach("below the table")

    def notation(self, action: Action) -> str:
        return action.kind

    def parse(self, text: str, seat: Seat) -> Action:
        return Snap(0) if text == "snap" else Pass()

    def picture(self, view: Any) -> str:
        height: int = view.height
        return "▒" * height


class OtherGame(SnapGame):
    """The same under another name."""

    name = "other"


class LimitedGame(SnapGame):
    """One version of a game whose rules know no pile higher than a number."""

    def __init__(self, rules_version: str, highest: int) -> None:
        self.rules_version = rules_version
        self._highest = highest

    def supports(self, options: Pile) -> bool:
        return options.height <= self._highest
