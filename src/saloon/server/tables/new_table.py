"""The request for a new table, and the seats it asks for."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from saloon.bots import level_of
from saloon.core.errors import BadInput, quoted
from saloon.core.registry import AnyGame
from saloon.solver.difficulty import Difficulty
from saloon.store import StoredSeat


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A requested seat: `human` waits for a player, `bot` is played by the server."""

    kind: str = "human"
    level: str | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table that a player wants. The host takes the first human seat."""

    game: str
    options: dict[str, Any] = {}
    seed: str | None = None
    seats: tuple[NewSeat, ...] | None = None
    private: bool | None = None
    """Whether to hide the table from the lobby, and a solitaire from watchers too. The default for solitaires."""
    winnable: bool = False
    """Whether to deal a solitaire that the solver proved winnable."""
    level: Difficulty | None = None
    """The difficulty of a winnable deal."""


def seats_for(game: AnyGame, wanted: Sequence[NewSeat] | None, host: str) -> tuple[StoredSeat, ...]:
    """Return the seats of a new table, the host on the first human one; refuse unknown bot levels."""
    count = len(game.seats)
    wanted = [NewSeat()] * count if wanted is None else wanted
    for one in wanted:
        if one.kind not in ("human", "bot"):
            raise BadInput(f"a seat is 'human' or 'bot', not {quoted(one.kind)}", "BAD_SEATS")
    if len(wanted) != count:
        seats_of = f"{count} seat{'s' if count > 1 else ''}"
        raise BadInput(f"{game.name} has {seats_of}, and you asked for {len(wanted)}", "BAD_SEATS")
    if not any(one.kind == "human" for one in wanted):
        raise BadInput("one of the seats must be human", "BAD_SEATS")
    seats: list[StoredSeat] = []
    for number, one in enumerate(wanted):
        if one.kind == "bot":
            seats.append(StoredSeat(number, "bot", level_of(game, one.level or "greedy").name))
        else:
            taken = any(seat.player_id == host for seat in seats)
            seats.append(StoredSeat(number, "human", None, None if taken else host))
    return tuple(seats)
