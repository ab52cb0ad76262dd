"""Klondike as text: how actions are typed and tables drawn."""

from msgspec import UNSET

from saloon.core.errors import BadMove
from saloon.core.game import Action, Seat
from saloon.core.places import columns_text, parse_move, tops_text, waste_text, write_place

from .state import AutoComplete, Draw, FoundationMove, Recycle, TableauMove
from .view import View


def notation(action: Action) -> str:
    """Return what a player types for `action`."""
    match action:
        case TableauMove(source, target, count):
            return f"{write_place(source)} {write_place(target)}{_count(count)}"
        case FoundationMove(source, named, count):
            foundation = "f" if named is UNSET else write_place(named)
            return f"{write_place(source)} {foundation}{_count(count)}"
        case AutoComplete():
            return "auto"
    return action.kind


def _count(count: object) -> str:
    return "" if count == 1 else f" {count}"


def parse(text: str, seat: Seat) -> Action:  # noqa: ARG001 - there is one seat
    """Return the action that `text` names: draw, recycle, auto, `w 3`, `5 1 2`, `f2 4`, `5 f` or `5 f2`."""
    words = text.lower().split()
    match words:
        case ["draw"]:
            return Draw()
        case ["recycle"]:
            return Recycle()
        case ["auto"]:
            return AutoComplete()
        case ["f", *_]:
            raise BadMove(f"{text!r} does not say which foundation to take from; write f1, f2, f3 or f4")
    move = parse_move(text)
    if move.target.zone != "foundation":
        return TableauMove(move.source, move.target, move.count)
    return FoundationMove(move.source, UNSET if words[1] == "f" else move.target, move.count)


def picture(view: View) -> str:
    """Return the board with its counters above it and, where there is one, the offer or the end below it."""
    redeals = "any number" if view.redeals_left is None else view.redeals_left
    lines = [
        f"score {view.score}   moves {view.moves}   redeals left: {redeals}",
        f"stock {view.stock}   waste {waste_text(view.waste)}",
        f"foundations  {tops_text(view.foundations)}",
        columns_text(view.tableau),
    ]
    if view.auto_complete:
        lines.append("the win is certain: 'auto' plays the rest")
    if view.status == "won":
        lines.append("won")
    return "\n".join(lines)
