"""Bots that play the same for everybody: seeded by the deal, and never replaced while their kernel is compiling."""

from hashlib import sha256

from saloon.core.game import Seat
from saloon.games import GAMES
from saloon.store import StoredTable


def bot_seed(stored: StoredTable, seat: Seat) -> str:
    """Return the seed of a bot: the same at every table with the same deal. It does not reveal the deal's seed."""
    return sha256(f"bot::{stored.game}::{stored.seed}::{seat}".encode()).hexdigest()


def must_be_exact(stored: StoredTable) -> bool:
    """Whether a table has the seats of its game's duplicate deal and a given seed: no other bot may move there."""
    duplicate = GAMES[stored.game].duplicate
    levels = [seat.level for seat in stored.seats if seat.kind == "bot"]
    return duplicate is not None and stored.seeded and levels == [duplicate.level] * (len(stored.seats) - 1)
