"""`saloon arena --seeds`: let bots play a solitaire's deals of given seeds."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from saloon.bots.seed_runs import SeedResult, SeedStanding, plan_of, run, standings
from saloon.core.errors import BadInput, quoted
from saloon.core.options import read_options
from saloon.games import GAMES

from .arguments import read_seeds
from .progress import progress_bar
from .replay import why


def run_seeds(args: argparse.Namespace, options: Mapping[str, Any]) -> int:
    """Play all games and print each bot's share of wins; after Ctrl-C that of the games played so far."""
    game = GAMES[args.game]
    seeds = read_seeds(args.seeds)
    if len(game.seats) > 1:
        raise BadInput(f"{game.title} has {len(game.seats)} seats; --seeds is for solitaires", "BAD_COUNT")
    if args.seed or args.save:
        raise BadInput("--seeds cannot be combined with --seed or --save", "BAD_COUNT")
    plan = plan_of(game.name, msgspec.to_builtins(read_options(game.name, game.options, options)))
    file = Path(args.resume) if args.resume else None
    results: list[SeedResult] = []
    try:
        with progress_bar("games") as progress:
            for result in run(plan, args.bots, seeds, file, workers=args.jobs, verify=args.verify):
                results.append(result)
                progress(len(results), len(seeds) * len(args.bots))
    except KeyboardInterrupt:
        _print(standings(args.bots, results), as_json=args.json)
        if file:
            print("\nrun the same command again to continue", file=sys.stderr)
        raise
    except OSError as error:
        raise BadInput(f"{quoted(args.resume)} cannot be used: {why(error)}", "FILE_UNWRITABLE") from None
    _print(standings(args.bots, results), as_json=args.json)
    return 0


def _print(found: Sequence[SeedStanding], *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    print(f"{'bot':<10} {'games':>7} {'wins':>7} {'won':>8} {'95% interval':>18} {'CPU-seconds per game':>20}")
    for one in found:
        if one.won is not None:
            won = f"{one.won.value:>8.1%} {f'{one.won.low:.1%} to {one.won.high:.1%}':>18}"
            print(f"{one.bot:<10} {one.deals:>7,} {one.wins:>7,} {won} {one.cpu_seconds:>20.2f}")
