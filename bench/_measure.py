"""Measures rates, and provides the games to measure them on."""

from collections.abc import Callable
from time import process_time

from msgspec import Struct

from saloon.bots import RandomSeat, play_out
from saloon.table import Table

GAMES_EACH = 20
LONGEST = 400


class Line(Struct, frozen=True, omit_defaults=True):
    """One figure of the table."""

    name: str
    rate: float
    what: str
    bar: int | None = None


def rate_of(work: Callable[[], int], seconds: float) -> float:
    """Return how many units `work` does per CPU-second, the best of several runs, since noise can only slow it down."""
    best, spent = 0.0, 0.0
    while spent < seconds:
        start = process_time()
        units = work()
        took = process_time() - start
        best, spent = max(best, units / took), spent + took
    return best


def random_games(name: str) -> list[Table]:
    """Return GAMES_EACH games of random play from fixed seeds, up to LONGEST actions each."""
    tables = []
    for number in range(GAMES_EACH):
        table = Table.deal(name, seed=str(number), nonce="bench")
        play_out(table, {seat: RandomSeat(table.game, f"{number}:{seat}") for seat in table.game.seats}, LONGEST)
        tables.append(table)
    return tables
