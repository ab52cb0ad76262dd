"""Warm-up of bots. Its kernel is compiled, or read from a cache, at its first use: some seconds."""

import logging
from functools import cache
from threading import Event, Thread
from typing import Any, Final

from saloon.core.game import Game
from saloon.games import GAMES
from saloon.table import Table

from .levels import level_of, seat_bot
from .match import act_once

_logger = logging.getLogger(__name__)

PRACTICE: Final = 40
"""Actions after which a bot has met every kind of decision."""


def warm_up(game: Game[Any, Any], level: str) -> Event:
    """Let a level practise in a thread of its own, once a process; the event tells when it is ready."""
    return _warming(game.name, level)


@cache
def _warming(game: str, level: str) -> Event:
    ready = Event()
    if level_of(GAMES[game], level).compiled:
        Thread(target=_practise, args=(GAMES[game], level, ready), name=f"warm-up-{level}", daemon=True).start()
    else:
        ready.set()
    return ready


def _practise(game: Game[Any, Any], level: str, ready: Event) -> None:
    """Play a few actions of a match of its own. What fails here fails again at a table, where it is dealt with."""
    try:
        table = Table.deal(game, seed="1", seats=("bot",) * len(game.seats))
        bots = {seat: seat_bot(game, level, "1") for seat in game.seats}
        while table.rev < PRACTICE and act_once(table, bots):
            pass
    except Exception:
        _logger.exception("a bot failed while it practised: %s of %s", level, game.name)
    finally:
        ready.set()
