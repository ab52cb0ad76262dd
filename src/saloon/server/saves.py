"""How does a game of Meridian Master go home with its player, and come back? In the text's own save file."""

from typing import Any

import msgspec

from saloon.games.meridian import savefile
from saloon.games.meridian.rules import canonical
from saloon.games.meridian.shapes import seeded_ids
from saloon.games.meridian.statistics import Records, current_game
from saloon.table.helpers import Help
from saloon.table.log import Start

from .desk import Desk, now
from .refusals import Refused
from .wishes import Wish


def saved(desk: Desk) -> savefile.SaveFile:
    """Return the table as a save file. The player's statistics stay here; those in the file are empty. [MM-338]"""
    table, stored = desk.table, desk.stored
    if stored.game != "meridian":
        raise Refused("NO_SAVES", f"{stored.game} has no save file; its table stays where it is")
    started = stored.started_at or stored.created_at
    game = current_game(table.state, hints=table.help.hints, undos=table.help.undos, start_time=started, end_time=0)
    ids = seeded_ids(stored.seed)
    at = now()
    return savefile.save(
        table.state, ids, game, Records(), paused=table.help.paused, timestamp=at, elapsed=max(0, at - started)
    )


def brought(document: Any) -> tuple[Wish, Start]:
    """Return the table that a save file asks for; it goes on where it was left, unpaused. [MM-340…MM-342]"""
    found = savefile.read(msgspec.json.encode(document))
    state, game = found.state, found.file.current_game
    if state.end is not None:
        raise Refused("MATCH_FINISHED", "the saved game is over")
    options = msgspec.to_builtins(state.options)
    helped = Help(hints=game.hint_uses, undos=game.undo_uses)
    return Wish("meridian", options, state.seed), Start(msgspec.to_builtins(canonical(state)), helped)
