"""Bot-first: do random and greedy seats play any number of games without a breach, each to its end?

    python tests/soak.py 1000        # that many matches of every game for two or more, on all cores

Every action passes the invariants; every tenth game is replayed from its log with all hashes compared.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from msgspec import Struct

from positions import option_sets
from saloon.bots import play_out, seat_bot
from saloon.games import GAMES
from saloon.table import Table, replay

LONGEST = 200_000
NAMES = [game.name for game in GAMES if len(game.seats) > 1]


class Played(Struct, frozen=True):
    """One game that came to its end."""

    game: str
    actions: int
    reason: str


def play(job: tuple[str, int]) -> Played:
    """Play game `number` of a name; a breach, an endless game or a replay that differs is an error."""
    name, number = job
    choices = option_sets(name, between_people=True)
    table = Table.deal(name, seed=f"soak-{number}", options=choices[number % len(choices)])
    seatings = list(product(("greedy", "random"), repeat=len(table.game.seats)))
    seating = seatings[number % len(seatings)]
    bots = {seat: seat_bot(table.game, seating[seat], f"{number}:{seat}") for seat in table.game.seats}
    assert play_out(table, bots, LONGEST), f"{name} {number} runs for ever"
    assert not table.incidents, f"{name} {number}: {table.incidents}"
    if number % 10 == 0:
        report = replay(table.save())
        assert report.status == "SUCCESS", f"{name} {number}: {report}"
    assert table.outcome is not None
    return Played(name, table.rev, table.outcome.reason)


def main() -> int:
    """Play them all and say how they ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    for name in NAMES:
        games: list[Played] = []
        with ProcessPoolExecutor(args.jobs) as pool:
            for played in pool.map(play, [(name, number) for number in range(args.count)], chunksize=10):
                games.append(played)
                print(f"\r{name} {len(games)}/{args.count}", end="", file=sys.stderr, flush=True)
        reasons = sorted({game.reason for game in games})
        ends = ", ".join(f"{reason} {sum(game.reason == reason for game in games)}" for reason in reasons)
        actions = [game.actions for game in games]
        print(f"\n{name}: {len(games)} games, {sum(actions):,} actions, longest {max(actions)}: {ends}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
