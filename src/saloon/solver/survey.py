"""Surveys: solve many deals and count the winnable ones, on all cores or on a Dask cluster.

Results are appended to a file line by line, so that a survey can be stopped at any time and resumed. The deals are the
seeds first, first + 1, …; the same survey always counts the same deals.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import sqrt
from multiprocessing import active_children
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted
from saloon.core.extras import optional_imports
from saloon.core.solver import Answer, Limits

from .solve import solve

__all__ = ["Rate", "SurveyPlan", "SurveyedDeal", "Tally", "decide", "rate", "run", "tally"]

BATCH: Final = 25
"""Deals per batch: enough to make the cost of sending a batch negligible."""
BATCH_SECONDS: Final = 2.0
"""Seconds after which a batch returns, finished or not: Ctrl-C loses what was not returned."""
_95_PERCENT: Final = 1.959964


class SurveyPlan(Struct, frozen=True):
    """Which deals to survey."""

    game: str
    options: dict[str, Any]
    deals: int
    first: int = 0
    seconds: float = 30.0
    memory: int = 1 << 30
    states: int | None = None


class SurveyedDeal(Struct, frozen=True):
    """One deal of a survey."""

    seed: str
    verdict: Answer
    states: int
    cpu_seconds: float
    length: int
    """Actions of the winning line; 0 without one."""


class Rate(Struct, frozen=True):
    """A share with its 95% Wilson interval."""

    share: float
    low: float
    high: float


class Tally(Struct, frozen=True):
    """The result: exact counts, and the share of winnable deals with its interval."""

    deals: int
    winnable: int
    unwinnable: int
    unknown: int
    rate: Rate
    cpu_seconds: float
    states: int


def rate(successes: int, trials: int) -> Rate:
    """Return the share of successes with Wilson's 95% interval."""
    if trials == 0:
        return Rate(0.0, 0.0, 1.0)
    share, z2 = successes / trials, _95_PERCENT**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = _95_PERCENT * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2)) / (1 + z2 / trials)
    return Rate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def tally(decided: list[SurveyedDeal]) -> Tally:
    """Count results. The interval ranges from all undecided deals being lost to all being won."""
    count = {answer: sum(one.verdict == answer for one in decided) for answer in ("winnable", "unwinnable", "unknown")}
    lowest = rate(count["winnable"], len(decided))
    highest = rate(count["winnable"] + count["unknown"], len(decided))
    return Tally(
        deals=len(decided),
        winnable=count["winnable"],
        unwinnable=count["unwinnable"],
        unknown=count["unknown"],
        rate=Rate(lowest.share, lowest.low, highest.high),
        cpu_seconds=round(sum(one.cpu_seconds for one in decided), 3),
        states=sum(one.states for one in decided),
    )


def solve_batch(plan: SurveyPlan, seeds: list[str]) -> list[SurveyedDeal]:
    """Solve deals, at least one, until all are solved or time runs out. Runs in a worker."""
    limits = Limits(plan.states, plan.seconds, plan.memory)
    decided: list[SurveyedDeal] = []
    start = monotonic()
    for seed in seeds:
        if decided and monotonic() - start > BATCH_SECONDS:
            break
        found = solve(plan.game, plan.options, seed=seed, limits=limits)
        decided.append(SurveyedDeal(seed, found.verdict, found.states, found.cpu_seconds, len(found.actions)))
    return decided


def run(
    plan: SurveyPlan,
    file: Path | None = None,
    *,
    workers: int | None = None,
    dask: str | None = None,
    progress: Callable[[int, int], None] = lambda done, all: None,  # noqa: A006, ARG005
) -> Tally:
    """Run or resume a survey and count the results."""
    return tally(decide(plan, file, workers=workers, dask=dask, progress=progress))


def decide(
    plan: SurveyPlan,
    file: Path | None = None,
    *,
    workers: int | None = None,
    dask: str | None = None,
    progress: Callable[[int, int], None] = lambda done, all: None,  # noqa: A006, ARG005
) -> list[SurveyedDeal]:
    """Run or resume a survey and return its deals; `file` keeps the results."""
    decided = [] if file is None else read(plan, file)
    known = {one.seed for one in decided}
    seeds = [seed for seed in map(str, range(plan.first, plan.first + plan.deals)) if seed not in known]
    batches = deque(seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH))
    progress(len(decided), plan.deals)
    source = _on_dask(plan, batches, dask) if dask else _on_cores(plan, batches, workers or os.cpu_count() or 1)
    for batch in source:
        decided += batch
        if file is not None:
            with file.open("ab") as log:
                log.write(b"".join(msgspec.json.encode(one) + b"\n" for one in batch))
        progress(len(decided), plan.deals)
    return decided


def read(plan: SurveyPlan, file: Path) -> list[SurveyedDeal]:
    """Return the results in a survey's file, whose first line is the plan; create it if it does not exist.

    A line that was cut off when the survey stopped is dropped, and its deal is solved again.
    """
    header = msgspec.json.encode({"game": plan.game, "options": plan.options, "first": plan.first})
    if not file.exists() or not file.stat().st_size:
        file.write_bytes(header + b"\n")
        return []
    lines = file.read_bytes().split(b"\n")
    if lines[0] != header:
        raise BadInput(f"{quoted(str(file))} holds another survey: {lines[0].decode(errors='replace')}", "BAD_SURVEY")
    whole = lines[1:-1]
    try:
        decided = [msgspec.json.decode(line, type=SurveyedDeal) for line in whole]
    except msgspec.DecodeError as error:
        raise BadInput(f"{quoted(str(file))} is damaged: {error}", "BAD_SURVEY") from None
    if lines[-1]:
        file.write_bytes(b"\n".join([header, *whole, b""]))
    last = plan.first + plan.deals
    return [one for one in decided if plan.first <= int(one.seed) < last]


def _on_cores(plan: SurveyPlan, batches: deque[list[str]], workers: int) -> Iterator[list[SurveyedDeal]]:
    """Yield the results of a process pool, or of this process; on Ctrl-C the processes end at once."""
    if workers == 1 or len(batches) < 2:
        while batches:
            batch = batches.popleft()
            yield _brought_back(batches, batch, solve_batch(plan, batch))
        return
    others = set(active_children())
    with ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        going: dict[Future[list[SurveyedDeal]], list[str]] = {}
        try:
            while batches or going:
                while batches and len(going) < 2 * workers:
                    batch = batches.popleft()
                    going[pool.submit(solve_batch, plan, batch)] = batch
                for future in wait(going, return_when=FIRST_COMPLETED).done:
                    yield _brought_back(batches, going.pop(future), future.result())
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


def _on_dask(plan: SurveyPlan, batches: deque[list[str]], address: str) -> Iterator[list[SurveyedDeal]]:
    """Yield the results of a Dask cluster."""
    with optional_imports():
        from distributed import Client, as_completed
    try:
        client = Client(address)
    except (OSError, ValueError) as error:
        raise BadInput(f"no Dask scheduler answers at {quoted(address)}: {error}", "NO_DASK") from None
    with client:
        going = {client.submit(solve_batch, plan, batch, pure=False): batch for batch in batches}
        batches.clear()
        for future in (coming := as_completed(list(going))):
            yield _brought_back(batches, going.pop(future), future.result())
            while batches:
                again = client.submit(solve_batch, plan, batches[0], pure=False)
                going[again] = batches.popleft()
                coming.add(again)


def _brought_back(batches: deque[list[str]], batch: list[str], decided: list[SurveyedDeal]) -> list[SurveyedDeal]:
    """Return the results of a batch and put its remaining deals next."""
    if len(decided) < len(batch):
        batches.appendleft(batch[len(decided) :])
    return decided
