"""Save files in the games' own formats: the server writes them from its tables and opens tables from them."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct

from saloon.core.errors import BadLog
from saloon.core.records import GameRecord
from saloon.core.saves import LoadedGame, SavedTable
from saloon.games import GAMES
from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.table.helpers import Help
from saloon.table.log import Start
from saloon.table.statistics import playing_time

from .live_table import LiveTable
from .new_table import NewTable


def saved(live: LiveTable, results: Sequence[GameRecord]) -> Struct:
    """Return the table as a save file of its game, with the statistics of its player's `results`."""
    table, stored = live.table, live.stored
    file_format = table.game.save_format()
    if stored.origin is not None:
        raise Refused("NO_SAVES", "this game was continued from another one; it is practice and cannot be saved")
    if file_format is None:
        raise Refused("NO_SAVES", f"{stored.game} has no save files; its tables are kept on the server")
    return file_format.write(
        SavedTable(
            state=table.state,
            seed=stored.seed,
            hints=table.help.hints,
            undos=table.help.undos,
            paused=table.help.paused,
            started_at=stored.started_at or stored.created_at,
            finished_at=stored.finished_at,
            saved_at=wall_clock(),
            played=playing_time(table, None if table.outcome is not None else live.time.elapsed),
            records=[one for one in results if one.game == stored.game],
        )
    )


def brought(document: Any, game: str | None = None) -> tuple[NewTable, Start]:
    """Return the request for a table that continues a save file, unpaused.

    A save file need not name its game: without `game`, every game with a save format tries to read it.
    """
    name, loaded = _read(document, [one.name for one in GAMES] if game is None else [GAMES[game].name])
    start = Start(loaded.position, Help(hints=loaded.hints, undos=loaded.undos), loaded.played or UNSET)
    return NewTable(name, loaded.options, loaded.seed), start


def _read(document: Any, games: Sequence[str]) -> tuple[str, LoadedGame]:
    """Return the first of `games` that can read a save file, and the result."""
    refusal: Exception = Refused("NO_SAVES", f"{', '.join(games)}: no save files")
    for name in games:
        file_format = GAMES[name].save_format()
        if file_format is not None:
            try:
                return name, file_format.read(document)
            except BadLog as error:
                refusal = error
    raise refusal
