"""Cards as text: how actions are typed and tables drawn."""

from msgspec import UNSET

from saloon.core.errors import BadMove
from saloon.core.game import Action, Seat
from saloon.core.places import columns_text, parse_move, tops_text, write_place

from .state import Finish, FoundationMove, TableauMove
from .view import View


def notation(action: Action) -> str:
    """Return what a player types for `action`; a card that goes up needs no foundation number."""
    match action:
        case TableauMove(source, target, count):
            return f"{write_place(source)} {write_place(target)} {count}"
        case FoundationMove(source):
            return f"{write_place(source)} f"
    return action.kind


def parse(text: str, seat: Seat) -> Action:  # noqa: ARG001 - one seat only
    """Return the action that `text` names: finish, `5 1 2`, `5 f`, `f2 4`; piles and foundations count from 1."""
    words = text.lower().split()
    if words == ["finish"]:
        return Finish()
    move = parse_move(text)
    if words[0] == "f":
        raise BadMove(f"{text!r} does not say which foundation; write f1 to f4, such as 'f2 4'")
    if move.target.zone != "foundation":
        return TableauMove(move.source, move.target, move.count)
    return FoundationMove(move.source, UNSET if words[1] == "f" else move.target, move.count)


def picture(view: View) -> str:
    """Return the foundations above the piles, each under the name that a player types."""
    names = " ".join(f" f{number}" for number in range(1, len(view.foundations) + 1))
    return f"{names}\n{tops_text(view.foundations)}\n\n{columns_text(view.tableau)}"
