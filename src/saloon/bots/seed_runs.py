"""Bots that play a solitaire's deals of given seeds. Results are appended to a file, so that a run can be resumed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted
from saloon.games import GAMES

from .arena import Job, play
from .figures import Estimate, share


class SeedPlan(Struct, frozen=True):
    """What is played; the first line of the file. Results of another version of the program are never mixed in."""

    game: str
    options: Mapping[str, Any]
    rules_version: str
    program: str = version("saloon")


class SeedResult(Struct, frozen=True):
    """A game that was played; a line of the file."""

    bot: str
    seed: int
    won: bool
    actions: int
    seconds: float
    """CPU time of the bot."""


class SeedStanding(Struct, frozen=True, rename="camel"):
    """A bot's results."""

    bot: str
    deals: int
    wins: int
    won: Estimate | None
    cpu_seconds: float
    """Average CPU time of a game."""


def play_seed(job: Job) -> SeedResult:
    """Play one game."""
    played = play(job)
    return SeedResult(job.names[0], job.deal, bool(played.winners), played.actions, round(played.seconds[0], 3))


def run(
    plan: SeedPlan, bots: Sequence[str], seeds: range, file: Path | None, *, workers: int, verify: bool
) -> Iterator[SeedResult]:
    """Yield the results in the file, then play what is missing; each result is in the file before it is yielded."""
    kept = {(one.bot, one.seed): one for one in (_read(plan, file) if file else ())}
    wanted = [(bot, seed) for seed in seeds for bot in bots]
    yield from (kept[one] for one in wanted if one in kept)
    todo = [
        Job(plan.game, plan.options, (bot,), "", seed, (0,), verify=verify, numbered=True)
        for bot, seed in wanted
        if (bot, seed) not in kept
    ]
    for result in _played(todo, workers):
        if file:
            _append(file, result)
        yield result


def _played(todo: Sequence[Job], workers: int) -> Iterator[SeedResult]:
    if workers == 1 or len(todo) <= 1:
        yield from map(play_seed, todo)
        return
    pool = ProcessPoolExecutor(min(workers, len(todo)))
    try:
        yield from pool.map(play_seed, todo)
    finally:
        pool.shutdown(cancel_futures=True)


def _read(plan: SeedPlan, file: Path) -> list[SeedResult]:
    """Return the results in a file, or begin it. A last line that was cut off is removed."""
    text = file.read_bytes() if file.exists() else b""
    whole = text[: text.rfind(b"\n") + 1]
    if not whole:
        file.write_bytes(msgspec.json.encode(plan) + b"\n")
        return []
    first, *lines = whole.splitlines()
    try:
        before = msgspec.json.decode(first, type=SeedPlan)
        results = [msgspec.json.decode(line, type=SeedResult) for line in lines]
    except msgspec.MsgspecError as error:
        raise BadInput(f"{quoted(str(file))} does not hold results of this command: {error}", "BAD_RESULTS") from None
    if before != plan:
        given = msgspec.json.encode(before).decode()
        raise BadInput(f"{quoted(str(file))} holds results of another run: {given}; name another", "BAD_RESULTS")
    if whole != text:
        file.write_bytes(whole)
    return results


def _append(file: Path, result: SeedResult) -> None:
    with file.open("ab") as opened:
        opened.write(msgspec.json.encode(result) + b"\n")


def standings(bots: Sequence[str], results: Iterable[SeedResult]) -> list[SeedStanding]:
    """Return each bot's share of wins with Wilson's interval, and the CPU time per game."""
    found = list(results)
    return [_standing(bot, [one for one in found if one.bot == bot]) for bot in bots]


def _standing(bot: str, results: Sequence[SeedResult]) -> SeedStanding:
    won = share([float(one.won) for one in results], [1.0] * len(results))
    seconds = sum(one.seconds for one in results) / max(1, len(results))
    return SeedStanding(bot, len(results), sum(one.won for one in results), won, seconds)


def plan_of(game: str, options: Mapping[str, Any]) -> SeedPlan:
    """Return the plan for a game with all its options."""
    return SeedPlan(game, options, GAMES[game].rules_version)
