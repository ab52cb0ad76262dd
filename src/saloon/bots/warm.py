"""Warm-up of bots: the first use of a kernel compiles it or loads it from the cache, which takes some seconds."""

import logging
from functools import cache
from threading import Event, Thread
from typing import Final

from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table

from .levels import level_of, seat_bot
from .match import act_once

_logger = logging.getLogger(__name__)

PRACTICE: Final = 40
"""Enough actions to reach every kind of decision."""


def warm_up(game: AnyGame, level: str) -> Event:
    """Warm up a level in its own thread, once per process; the returned event is set when it is ready."""
    return _warming(game.name, level)


@cache
def _warming(game: str, level: str) -> Event:
    ready = Event()
    if level_of(GAMES[game], level).compiled:
        Thread(target=_practise, args=(GAMES[game], level, ready), name=f"warm-up-{level}", daemon=True).start()
    else:
        ready.set()
    return ready


def _practise(game: AnyGame, level: str, ready: Event) -> None:
    """Play a few actions of a throwaway match. A failure here will recur at a table, where it is handled."""
    try:
        table = Table.deal(game, seed="1", seats=("bot",) * len(game.seats))
        bots = {seat: seat_bot(game, level, "1") for seat in game.seats}
        while table.rev < PRACTICE and act_once(table, bots):
            pass
    except Exception:
        _logger.exception("a bot failed during warm-up: %s of %s", level, game.name)
    finally:
        ready.set()
