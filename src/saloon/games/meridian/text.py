"""Meridian Master as text: how actions are typed and tables drawn."""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from saloon.core.cards import card
from saloon.core.errors import BadDeck, BadMove, quoted
from saloon.core.game import Action, Seat
from saloon.core.places import card_text, columns_text, tops_text, waste_text, write_place

from .moves import PLACES, foundation_of
from .state import DeclareStalemate, Draw, Move, Place, Recycle, Resign
from .view import View

_WORDS: Final[Mapping[str, Action]] = {
    "draw": Draw(), "recycle": Recycle(), "declare": DeclareStalemate(), "resign": Resign(),
}  # fmt: skip
_ENDS: Final = {
    "completed": "won", "stalemate": "lost: no card can move any more", "declared": "lost: declared a stalemate",
    "resign": "lost: given up",
}  # fmt: skip
_MARKS: Final = {"ace": "A", "king": "K", "untyped": ""}
_ARROWS: Final = {"ascending": "↑", "descending": "↓", None: ""}


def notation(action: Action) -> str:
    """Return what a player types for `action`."""
    if isinstance(action, Move):
        return f"{action.card} {_target_text(action.target)}"
    return next((word for word, meant in _WORDS.items() if meant == action), action.kind)


def _target_text(target: Place) -> str:
    if target.zone == "pocket" and target.index is not UNSET:
        return f"p{target.index + 1}"
    return write_place(target) if target.zone == "tableau" else "f"


def parse(text: str, seat: Seat) -> Action:  # noqa: ARG001 - there is one seat
    """Return the action that `text` names: draw, recycle, declare, resign, or `7H f`, `7H 3`, `7H p1`."""
    words = text.split()
    if len(words) == 1 and words[0].lower() in _WORDS:
        return _WORDS[words[0].lower()]
    if len(words) != 2:
        raise BadMove(
            f"{quoted(text)} is not a move; write a card and where it goes, such as '7H f', '7H 3' or '7H p1'"
        )
    try:
        moved = card(words[0].replace("10", "T"))
    except BadDeck:
        raise BadMove(f"{quoted(words[0])} is not a card; write rank and suit, such as AS, 10D or 7H") from None
    return Move(moved.card_id, PLACES[foundation_of(moved)] if words[1].lower() == "f" else _read_target(words[1]))


def _read_target(word: str) -> Place:
    place = word.lower()
    number = place.removeprefix("p")
    if number in ("1", "2", "3", "4", "5", "6", "7"):
        return Place("pocket" if place[0] == "p" else "tableau", int(number) - 1)
    raise BadMove(f"{quoted(word)} is not a place; write 3 for a column, f for the foundation, p1 for a pocket")


def picture(view: View) -> str:
    """Return the board with its counters above it, columns marked by type and direction, and messages below it."""
    pockets = "  ".join(f"p{n} {card_text(one).strip()}" for n, one in enumerate(view.pockets, start=1))
    marks = [
        f"{_MARKS[kind] if kind else ''}{_ARROWS[way]}"
        for kind, way in zip(view.column_types, view.directions, strict=True)
    ]
    lines = [
        f"moves {view.moves}   efficiency {view.efficiency}% ({view.rating})",
        f"stock {view.stock}   waste {waste_text(view.waste)}   {pockets}",
        f"up 7→K    {tops_text(view.foundations.up)}",
        f"down 6→A  {tops_text(view.foundations.down)}",
        columns_text(view.tableau),
    ]
    if any(marks):
        lines.append(" ".join(f"{mark:>3}" for mark in marks).rstrip())
    if view.end is not None:
        return "\n".join([*lines, _ENDS[view.end]])
    if view.warnings:
        lines.append(f"warning: {', '.join(view.warnings)}; 'declare' ends the game as a stalemate")
    return "\n".join(lines)
