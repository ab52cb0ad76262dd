"""What may be done beside the game itself? Undo, redo, hints and pauses: actions in the log like any other."""

from typing import Any, Final, Literal

from msgspec import Struct

from saloon.core.game import Action, Game, kinds


class Undo(Action, frozen=True):
    """Take the last undoable step back."""

    kind = "undo"


class Redo(Action, frozen=True):
    """Make the step again that was taken back last."""

    kind = "redo"


class Hint(Action, frozen=True):
    """Ask for a good move, judged from what the seat sees; it counts as a hint used."""

    kind = "hint"


class Assist(Action, frozen=True):
    """Note that the player was helped by something that looks at hidden cards."""

    kind = "assist"
    what: Literal["solve", "solverHint", "winnable"]


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
    """Return the helper actions that exist at a table of `game`; undo and redo as deep as its rules allow."""
    helpers = dict(kinds(Hint, Pause, Resume))
    if game.undo_depth > 0:
        helpers |= kinds(Undo)
    if game.undo_depth > 1:
        helpers |= kinds(Redo)
    if len(game.seats) == 1:
        helpers |= kinds(Assist)
    return helpers
