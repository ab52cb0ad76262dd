"""Bots: levels, matches, ratings and a guard against failures. A bot gets what its seat was sent, never the state."""

from saloon.core.bots import Bot, GreedySeat, Level, RandomSeat

from .guard import GuardedSeat
from .levels import level_of, levels, seat_bot
from .match import play_out, remind
from .warm import warm_up

__all__ = [
    "Bot",
    "GreedySeat",
    "GuardedSeat",
    "Level",
    "RandomSeat",
    "level_of",
    "levels",
    "play_out",
    "remind",
    "seat_bot",
    "warm_up",
]
