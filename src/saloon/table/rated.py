"""Whether a match counts for ratings, decided from the deal and the log when a result is written."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from saloon.core.game import SERVER
from saloon.core.registry import AnyGame

from .helpers import Assist, Hint, Pause, Redo, Undo
from .table import Table

RatingNote = Literal[
    "SEED_GIVEN", "WEAK_DEAL", "MATCH_TOO_SHORT", "HELP_USED", "MATCH_LEFT", "SAME_ADDRESS", "RESULT_DAMAGED"
]
"""Why a match does not count for a rating, or can only lower it."""
RatingStatus = Literal["rated", "lowersOnly", "void"]

VOID: Final[frozenset[RatingNote]] = frozenset({"SEED_GIVEN", "WEAK_DEAL", "MATCH_TOO_SHORT", "RESULT_DAMAGED"})
"""Notes with which a match changes no rating; with any other note it can only lower one."""

_REASONS: Final[Mapping[RatingNote, str]] = {
    "SEED_GIVEN": "not rated: a player chose the seed of the deal",
    "WEAK_DEAL": "not rated: with these options, which are for old logs, the hidden cards can be computed",
    "MATCH_TOO_SHORT": "not rated: a match between people must last more than 20 actions, or a round if it has rounds",
    "RESULT_DAMAGED": "not rated: what is stored of the match is damaged",
    "HELP_USED": "can only lower your rating: a hint, an undo or a pause was used",
    "MATCH_LEFT": "can only lower your rating: a player left the match",
    "SAME_ADDRESS": (
        "can only lower your rating: two players share a network address, and another match between players of that"
        " address has already raised a rating today"
    ),
}
_HELP: Final = (Undo, Redo, Hint, Assist, Pause)


class RatingNotice(Struct, frozen=True):
    """How a match counts for a player's rating: a code and a sentence, unless it counts fully."""

    status: RatingStatus
    code: RatingNote | None = None
    reason: str | None = None


def notice_of(note: RatingNote | None) -> RatingNotice:
    """Return the notice for a note; None is a match that counts."""
    if note is None:
        return RatingNotice("rated")
    return RatingNotice("void" if note in VOID else "lowersOnly", note, _REASONS[note])


def deal_note(game: AnyGame, options: Any, *, seeded: bool) -> RatingNote | None:
    """Return the note that follows from the deal alone; a solitaire has no rating and no note."""
    if len(game.seats) == 1:
        return None
    if seeded:
        return "SEED_GIVEN"
    return "WEAK_DEAL" if game.is_weak_deal(options) else None


def match_note(table: Table, *, seeded: bool, left: bool) -> RatingNote | None:
    """Return the note of a match that ends now; `left` says that a player leaves, or has left it to a bot."""
    note = deal_note(table.game, table.options, seeded=seeded)
    if note is not None or len(table.game.seats) == 1:
        return note
    actions = sum(one.seat != SERVER and one.action.kind in table.game.actions for one in table.entries)
    if table.seats.count("human") > 1 and table.game.is_short(table.state, actions):
        return "MATCH_TOO_SHORT"
    if any(isinstance(one.action, _HELP) for one in table.entries):
        return "HELP_USED"
    return "MATCH_LEFT" if left else None
