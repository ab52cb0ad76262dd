"""The bots: rounds and games that their kernels play, decisions of each level, and the arena's short form.

With OpenSpiel installed (the extra `bench`) its ISMCTS plays Never Nine in the same pool, so both can be compared.
`SALOON_BENCH_DEALS` sets how many deals the arena plays (default 4); useful intervals need some hundred.
`SALOON_BENCH_SEED` names other deals.
"""

import importlib.util
import os
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from saloon.bots import Bot, levels, seat_bot
from saloon.bots.arena import Job, Played, jobs, play
from saloon.bots.figures import Estimate
from saloon.bots.standings import standings
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.games.highnoon.bots import kernel as highnoon_kernel
from saloon.games.highnoon.bots.facts import Memory as HighNoonMemory
from saloon.games.highnoon.bots.facts import known as highnoon_known
from saloon.games.highnoon.bots.seats import BUILDER, values_of, worlds
from saloon.games.nevernine.bots import VETERAN
from saloon.games.nevernine.bots import kernel as nevernine_kernel
from saloon.games.nevernine.bots.seats import SamplingSeat
from saloon.table import Table

from ._measure import Line, rate_of

BEST = "master"
DEALS = int(os.environ.get("SALOON_BENCH_DEALS", "4"))
SEED = os.environ.get("SALOON_BENCH_SEED", "bench")
POOL = ("ismcts", "master", "veteran", "sampler", "greedy")
"""Who plays Never Nine in the arena: OpenSpiel's ISMCTS, the best bot, what it was before it learnt, and two more."""


def measure(seconds: float) -> list[Line]:
    """Return playouts, decisions and the arena's short form."""
    lines = [*_playouts(seconds)]
    for name in ("nevernine", "highnoon"):
        lines += [_decisions(GAMES[name], level, seconds) for level in levels(GAMES[name])]
    lines += _arena("highnoon", {}, ("master", "builder", "greedy"))
    return lines + _nevernine()


# --- kernels ----------------------------------------------------------------------------------------------------


def _playouts(seconds: float) -> list[Line]:
    cards = np.random.default_rng(1).permutation(36)
    hands = np.array([sum(1 << int(card) for card in cards[9 * seat : 9 * seat + 9]) for seat in range(4)], np.uint64)
    rounds = partial(_rounds, hands, np.array([2, 2, 2, 2]), np.array([7], np.uint64))
    rounds(1.0)
    view = Table.deal("highnoon", seed="1").view(0)
    memory = HighNoonMemory()
    memory.watch(view)
    drawn, values = worlds(highnoon_known(view, memory.stocks), 200, 1), np.array([values_of(BUILDER)] * 2)
    matches = partial(_matches, drawn, values)
    matches()
    return [
        Line(
            "bots nevernine random", rate_of(partial(rounds, 1.0), seconds), "random rounds of nine tricks", 3_000_000
        ),
        Line("bots nevernine sensible", rate_of(partial(rounds, 0.0), seconds), "sensible rounds of nine tricks"),
        Line("bots highnoon matches", rate_of(matches, seconds), "matches played to the end"),
    ]


def _rounds(hands: Any, bids: Any, chance: Any, noise: float) -> int:
    nevernine_kernel.play_outs(hands, bids, 50_000, noise, chance)
    return 50_000


def _matches(drawn: Any, values: Any) -> int:
    highnoon_kernel.matches(drawn.copy(), values, 1500, np.array([7], np.uint64))
    return len(drawn)


# --- decisions --------------------------------------------------------------------------------------------------


def _decisions(game: AnyGame, level: str, seconds: float) -> Line:
    """Time one bot's decisions in games against greedy ones."""
    spent, made, number = 0.0, 0, 0
    while spent < seconds or not number:
        table = Table.deal(game, seed=f"bench-{number}", nonce="bench")
        bots = {seat: seat_bot(game, level if seat == 0 else "greedy", f"{number}:{seat}") for seat in game.seats}
        took, count = _game(table, bots)
        spent, made, number = spent + took, made + (count if number else 0), number + 1
        if number == 1:
            spent = 0.0  # the first game compiles
    return Line(f"bots {game.name} {level}", made / max(spent, 1e-9), "decisions")


def _game(table: Table, bots: dict[int, Bot]) -> tuple[float, int]:
    spent, made = 0.0, 0
    while table.outcome is None and table.rev < 300:
        for seat, bot in bots.items():
            legal = table.moves(seat)
            if not legal:
                continue
            begun = process_time()
            action = bot.choose(table.view(seat), legal)
            spent, made = (spent + process_time() - begun, made + 1) if seat == 0 else (spent, made)
            if action is not None:
                table.act(seat, action)
    return spent, made


# --- the arena --------------------------------------------------------------------------------------------------


def _arena(name: str, options: dict[str, Any], names: tuple[str, ...]) -> list[Line]:
    played = [play(job) for job in jobs(Job(name, options, names, SEED), DEALS)]
    return _standings(name, names, played)


def _standings(name: str, names: tuple[str, ...], played: list[Played]) -> list[Line]:
    lines = []
    results = standings(GAMES[name], names, played)
    behind = {one.bot: one.points for one in results.differences if one.other == BEST}
    behind |= {one.other: _negative(one.points) for one in results.differences if one.bot == BEST}
    for one in results.bots:
        points, won = one.points, one.won
        assert points is not None
        score = f"points per round {points.value:.3f} [{points.low:.3f}, {points.high:.3f}]"
        share = "" if won is None else f", won {100 * won.value:.0f}%"
        more = behind.get(one.bot)
        beside = "" if more is None else f"; {more.value:+.3f} [{more.low:.3f}, {more.high:.3f}] against the {BEST}"
        rate = 1000 / max(one.milliseconds, 1e-6)
        lines.append(Line(f"arena {name} {one.bot}", rate, f"decisions; {score}{share}{beside}"))
    return lines


def _negative(difference: Estimate) -> Estimate:
    """Return the difference the other way round."""
    return Estimate(-difference.value, -difference.high, -difference.low)


def _nevernine() -> list[Line]:
    """The bots to compare: OpenSpiel's ISMCTS if installed, the best bot, a sampler and a rule bot."""
    pool = POOL if importlib.util.find_spec("pyspiel") else POOL[1:]
    played = [play(job, _make) for job in jobs(Job("nevernine", {"limit": 5}, pool, SEED), DEALS)]
    return _standings("nevernine", pool, played)


def _make(game: AnyGame, name: str, seed: str) -> Bot:
    if name == "veteran":
        return SamplingSeat(game, seed, VETERAN)
    if name != "ismcts":
        return seat_bot(game, name, seed)
    from ._ismcts import IsmctsSeat

    return IsmctsSeat(game, seed)
