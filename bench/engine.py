"""Steps per CPU-second of each game's rules, invariants checked after every action.

The games are random play, prepared beforehand; the deal, `apply` and the checks are timed.
"""

from collections.abc import Callable
from functools import partial

from saloon.games import GAMES
from saloon.table import Table

from ._measure import Line, random_games, rate_of

BARS = {"highnoon": 50_000}


def measure(seconds: float) -> list[Line]:
    """Return two lines per game: the rules alone, and through a table."""
    lines = []
    for game in GAMES:
        tables = random_games(game.name)
        rules = rate_of(partial(_sum, _fold, tables), seconds)
        lines.append(Line(f"engine {game.name}", rules, "actions, invariants checked", BARS.get(game.name)))
        table = rate_of(partial(_sum, _fold_by_table, tables), seconds)
        lines.append(Line(f"engine {game.name} table", table, "actions through Table.act"))
    return lines


def _sum(fold: Callable[[Table], int], tables: list[Table]) -> int:
    return sum(map(fold, tables))


def _fold(table: Table) -> int:
    game = table.game
    state = game.deal(table.seed, table.options)
    for entry in table.entries:
        after = game.apply(state, entry.seat, entry.action)
        game.check_change(state, after)
        state = after
    return len(table.entries)


def _fold_by_table(table: Table) -> int:
    again = Table(table.game, table.seed, table.options, nonce=table.nonce)
    for entry in table.entries:
        again.act(entry.seat, entry.action)
    return len(table.entries)
