"""Helper actions, which are not part of the game itself: undo, redo, help and pauses, logged like any other action.

The server logs help and names the seat that got it. A seat may also send `hint` itself; old logs have `assist` from
seats too.
"""

from typing import Final, Literal

from msgspec import Struct

from saloon.core.game import Action, kinds
from saloon.core.registry import AnyGame

AssistKind = Literal["solve", "solverHint", "winnable", "fairHint"]
"""The kinds of help after which a game counts as assisted. All but the last look at hidden cards."""
FAIR_HINT: Final = "fairHint"


class Undo(Action, frozen=True):
    """Undo the last undoable step."""

    kind = "undo"


class Redo(Action, frozen=True):
    """Redo the step that was undone last."""

    kind = "redo"


class Hint(Action, frozen=True):
    """Ask for a good move, judged from what the seat sees; it counts as a hint used."""

    kind = "hint"


class HintFor(Hint, frozen=True):
    """The server gives a hint to the seat that asked for it."""

    player: str


class Assist(Action, frozen=True):
    """Record that the player got help by a search; from then on the game counts as assisted."""

    kind = "assist"
    what: AssistKind


class AssistFor(Assist, frozen=True):
    """The server records that it helped a seat by a search."""

    player: str


GivenHelp = HintFor | AssistFor
"""Help logged by the server; it counts towards the action limit of the seat it names."""


class Pause(Action, frozen=True):
    """Stop the timer; until the game resumes, no other action is accepted."""

    kind = "pause"


class Resume(Action, frozen=True):
    """Go on after a pause."""

    kind = "resume"


class Help(Struct, frozen=True, gc=False):
    """The help given so far, and whether the game is paused."""

    assisted: bool = False
    hints: int = 0
    paused: bool = False
    redos: int = 0
    undos: int = 0


NO_HELP: Final = Help()


def helper_kinds(game: AnyGame) -> dict[str, type[Action]]:
    """Return the helper actions of a seat at a table of `game`; undo and redo only if its rules allow them."""
    helpers = dict(kinds(Hint, Pause, Resume))
    if game.undo_depth > 0:
        helpers |= kinds(Undo)
    if game.undo_depth > 1:
        helpers |= kinds(Redo)
    if len(game.seats) == 1:
        helpers |= kinds(Assist)
    return helpers


def server_helper_kinds(game: AnyGame) -> dict[str, type[Action]]:
    """Return the kinds of help that the server logs at a table of `game`."""
    return dict(kinds(HintFor, AssistFor) if len(game.seats) == 1 else kinds(HintFor))


def notation_of(game: AnyGame, action: Action) -> str:
    """Return an action as a player types it; helpers, which a game does not know, by their kind."""
    return game.notation(action) if isinstance(action, tuple(game.actions.values())) else action.kind
