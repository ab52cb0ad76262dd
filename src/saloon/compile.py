"""Compiles kernels ahead of time: `python -m saloon.compile` those of the solvers, with `--all` all that there are.

Bots and learning environments otherwise compile theirs when they are first used, and each process its own.
"""

import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from saloon.bots import levels
from saloon.bots.warm import warm_up
from saloon.games import GAMES
from saloon.solver import prepare, solved_games


def main(arguments: list[str]) -> None:
    """Compile the solver of every game that has one, or everything."""
    if arguments != ["--all"]:
        prepare()
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done in [pool.submit(compile_games, games) for games in parts()]:
            done.result()
    prepare()  # from the cache, which this marks as complete


def parts() -> list[list[str]]:
    """Return what may be compiled at the same time: games with a solver share its kernels."""
    solved = solved_games()
    return [[*solved], *([game.name] for game in GAMES if game.name not in solved)]


def compile_games(names: Iterable[str]) -> None:
    """Compile the solvers, bots and batches of these games, as far as they have any."""
    for name in names:
        game = GAMES[name]
        if game.solver() is not None:
            prepare(name)
        for level in levels(game).values():
            warm_up(game, level.name).wait()
        if game.batch() is not None:
            _play_a_batch(name)


def _play_a_batch(name: str) -> None:
    from saloon import envs

    batch = envs.BatchEnv(name, 1)
    batch.reset(1)
    batch.step(batch.sample())


if __name__ == "__main__":
    main(sys.argv[1:])
