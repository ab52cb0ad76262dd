"""Verified actions per CPU-second: logs run from their text, the full state hash compared after every step."""

from functools import partial

from saloon.games import GAMES
from saloon.table import replay
from saloon.table.log import write_log

from ._measure import Line, random_games, rate_of

BARS = {"highnoon": 15_000}


def measure(seconds: float) -> list[Line]:
    """Return one line per game."""
    lines = []
    for game in GAMES:
        logs = [write_log(table.log()) for table in random_games(game.name)]
        rate = rate_of(partial(_verify, logs), seconds)
        lines.append(Line(f"replay {game.name}", rate, "actions, every full hash compared", BARS.get(game.name)))
    return lines


def _verify(logs: list[bytes]) -> int:
    total = 0
    for log in logs:
        report = replay(log)
        assert report.status == "SUCCESS", report
        total += report.final_rev
    return total
