"""Seats played by the machine. A bot gets what its seat was sent, never the state."""

from .match import play_out
from .seats import BOTS, Bot, GreedySeat, RandomSeat, seat_bot

__all__ = ["BOTS", "Bot", "GreedySeat", "RandomSeat", "play_out", "seat_bot"]
