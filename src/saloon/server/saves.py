"""Save files of Meridian Master: the server writes them in the text's own form and opens tables from them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from saloon.core.records import GameRecord
from saloon.games.meridian import savefile
from saloon.games.meridian.rules import canonical
from saloon.games.meridian.shapes import seeded_ids
from saloon.games.meridian.statistics import Records, current_game
from saloon.table.helpers import Help
from saloon.table.log import Start
from saloon.table.statistics import playing_time

from .desk import Desk, now
from .refusals import Refused
from .statistics import finished_games
from .wishes import Wish


def saved(desk: Desk, results: Sequence[GameRecord]) -> savefile.SaveFile:
    """Return the table as a save file, with the statistics of its player's `results`. [MM-337, MM-338]"""
    table, stored = desk.table, desk.stored
    if stored.game != "meridian":
        raise Refused("NO_SAVES", f"{stored.game} has no save file; its table stays where it is")
    started = stored.started_at or stored.created_at
    over = table.outcome is not None
    used = table.help
    game = current_game(
        table.state, hints=used.hints, undos=used.undos, start_time=started, end_time=stored.finished_at or 0
    )
    return savefile.save(
        table.state,
        seeded_ids(stored.seed, started),
        game,
        Records.of_games(finished_games(results)),
        paused=used.paused,
        timestamp=now(),
        elapsed=playing_time(table, None if over else desk.elapsed),
    )


def brought(document: Any) -> tuple[Wish, Start]:
    """Return the table that a save file asks for; it goes on where it was left, unpaused. [MM-340…MM-342]"""
    found = savefile.read(msgspec.json.encode(document))
    state, game = found.state, found.file.current_game
    if state.end is not None:
        raise Refused("MATCH_FINISHED", "the saved game is over")
    options = msgspec.to_builtins(state.options)
    helped = Help(hints=game.hint_uses, undos=game.undo_uses)
    start = Start(msgspec.to_builtins(canonical(state)), helped, found.file.elapsed or UNSET)
    return Wish("meridian", options, state.seed), start
