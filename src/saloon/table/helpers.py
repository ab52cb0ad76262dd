"""What may be done beside the game itself: undo, redo, help and pauses, logged like any other action.

Help is entered by the server and names the seat that got it. A seat may also send `hint` itself; old logs have `assist`
from seats too.
"""

from typing import Any, Final, Literal

from msgspec import Struct

from saloon.core.game import Action, Game, kinds

AssistKind = Literal["solve", "solverHint", "winnable"]
"""What somebody asked who was helped by a look at hidden cards."""


class Undo(Action, frozen=True):
    """Take the last undoable step back."""

    kind = "undo"


class Redo(Action, frozen=True):
    """Make the step again that was taken back last."""

    kind = "redo"


class Hint(Action, frozen=True):
    """Ask for a good move, judged from what the seat sees; it counts as a hint used."""

    kind = "hint"


class HintFor(Hint, frozen=True):
    """The server gives a hint to the seat that asked for it."""

    player: str


class Assist(Action, frozen=True):
    """Note that the player was helped by something that looks at hidden cards."""

    kind = "assist"
    what: AssistKind


class AssistFor(Assist, frozen=True):
    """The server notes that it helped a seat by looking at hidden cards."""

    player: str


GivenHelp = HintFor | AssistFor
"""Help that the server entered; it counts in the share of actions of the seat it names."""


class Pause(Action, frozen=True):
    """Stop the timer; nothing but a resume is accepted until then."""

    kind = "pause"


class Resume(Action, frozen=True):
    """Go on after a pause."""

    kind = "resume"


class Help(Struct, frozen=True, gc=False):
    """What help the table gave so far, and whether it rests."""

    assisted: bool = False
    hints: int = 0
    paused: bool = False
    redos: int = 0
    undos: int = 0


NO_HELP: Final = Help()


def helper_kinds(game: Game[Any, Any]) -> dict[str, type[Action]]:
    """Return the helper actions of a seat at a table of `game`; undo and redo as deep as its rules allow."""
    helpers = dict(kinds(Hint, Pause, Resume))
    if game.undo_depth > 0:
        helpers |= kinds(Undo)
    if game.undo_depth > 1:
        helpers |= kinds(Redo)
    if len(game.seats) == 1:
        helpers |= kinds(Assist)
    return helpers


def server_helper_kinds(game: Game[Any, Any]) -> dict[str, type[Action]]:
    """Return the help that the server enters at a table of `game`."""
    return dict(kinds(HintFor, AssistFor) if len(game.seats) == 1 else kinds(HintFor))
