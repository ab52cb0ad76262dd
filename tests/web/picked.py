"""Tables for the tests of the page that need just any."""

from typing import Final

from samples import SOLITAIRE
from web.browsing import Guest
from web.pagekit import Json, page_kit

ONE_BY_ONE: Final[Json] = page_kit(SOLITAIRE).won or {}
"""A deal of the sample solitaire that can be won; its stock turns one card at a time."""
LOST_AT: Final = len(page_kit(SOLITAIRE).spoiling)
"""The step with which `spoil` loses the sample solitaire."""


def spoil(guest: Guest, game: str = SOLITAIRE) -> str:
    """Lose a deal that could be won, draw once more and leave; return its table."""
    kit = page_kit(game)
    guest.table_id = guest.call("POST", "/api/tables", {"game": game, **(kit.spoiled or {})})["tableId"]
    guest.act_all([*kit.spoiling, {"kind": "draw", "payload": {}}])
    guest.call("POST", f"/api/tables/{guest.table_id}/leave")
    return guest.table_id
