"""Meridian Master's save format: converts between a table of the server and its save file."""

from typing import Any

import msgspec

from saloon.core.errors import require
from saloon.core.saves import LoadedGame, SavedTable, SaveFormat

from . import savefile
from .ids import seeded_ids
from .rules import canonical
from .statistics import MeridianStatistics, Records, current_game


class MeridianSaves(SaveFormat):
    """The save file of version 6.0.2. [MM-328…MM-344]"""

    def write(self, table: SavedTable) -> savefile.SaveFile:
        """Return the save file, with the statistics of the player. [MM-337, MM-338]"""
        game = current_game(
            table.state,
            hints=table.hints,
            undos=table.undos,
            start_time=table.started_at,
            end_time=table.finished_at or 0,
        )
        return savefile.save(
            table.state,
            seeded_ids(table.seed, table.started_at),
            game,
            Records.of_games(MeridianStatistics().games(table.records)),
            paused=table.paused,
            timestamp=table.saved_at,
            elapsed=table.played,
        )

    def read(self, document: Any) -> LoadedGame:
        """Return the game in a save file; a finished game cannot be continued. [MM-340…MM-342]"""
        found = savefile.read(msgspec.json.encode(document))
        state, game = found.state, found.file.current_game
        require(state.end is None, "MATCH_FINISHED", "the saved game is over")
        return LoadedGame(
            options=msgspec.to_builtins(state.options),
            seed=state.seed,
            position=msgspec.to_builtins(canonical(state)),
            hints=game.hint_uses,
            undos=game.undo_uses,
            played=found.file.elapsed,
        )
