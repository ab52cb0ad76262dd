"""What is told about a table besides its game: who sits there, whether play has begun, and how it is rated."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from saloon.core.game import Seat
from saloon.store import StoredTable
from saloon.table.rated import RatingNotice

from .rated import deal_notice


class News(Struct, frozen=True, rename="camel", tag_field="kind", tag="table"):
    """Who sits at the table and whether play has begun: told to everyone who is connected when it changes."""

    table_id: str
    game: str
    status: str
    seats: tuple[dict[str, bool | str | None], ...]
    rematch: str | None = None
    rating: RatingNotice | None = None
    """How the match counts for the receiver's rating; None while that is open, and where there is no rating."""


NewsFor = Callable[[Seat | None], News]
"""The news as each seat is told it; None is a watcher."""


def news_of(stored: StoredTable, names: Mapping[str, str]) -> News:
    """Return what everyone may know of a table; `names` are those of the players."""
    seats = tuple(
        {"kind": one.kind, "level": one.level, "name": names.get(one.player_id or ""), "open": one.is_open}
        for one in stored.seats
    )
    return News(stored.table_id, stored.game, stored.status, seats, stored.rematch, deal_notice(stored))
