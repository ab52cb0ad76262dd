"""The arena: every line-up of bots plays the same deal from every seat."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from saloon.core.bots import Bot
from saloon.core.errors import ensure
from saloon.core.game import Action, Seat
from saloon.core.registry import AnyGame
from saloon.core.streams import Sha256Stream
from saloon.games import GAMES
from saloon.table import Table, replay

from .custom import CustomSeat, any_bot
from .match import act_once

LONGEST: Final = 200_000
"""Actions after which a match between seats counts as endless."""
LONGEST_ALONE: Final = 3_000
"""Actions after which a solitaire is abandoned: it might never end."""

Lineup = tuple[int, ...]
"""The number of the bot on each seat."""


class Job(Struct, frozen=True):
    """One match to be played. The bots' seeds follow from the deal and the seat, never from the line-up."""

    game: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    seed: str
    deal: int = 0
    lineup: Lineup = ()
    save: str | None = None
    verify: bool = False
    """Whether to replay and verify the match's log."""
    numbered: bool = False
    """Whether the deal's number is its seed."""

    @property
    def file(self) -> Path | None:
        """The file of the match, if it is saved."""
        seating = "-".join(re.sub(r"[^\w.]+", "_", self.names[bot]) for bot in self.lineup)
        return None if self.save is None else Path(self.save) / f"{self.game}-{self.deal:05d}-{seating}.json"


class Played(Struct, frozen=True):
    """A played match. `winners` are seats; an abandoned match has no reason."""

    deal: int
    lineup: Lineup
    winners: tuple[Seat, ...]
    reason: str | None
    scores: tuple[int, ...]
    rounds: int
    """How many rounds the scores cover; 1 in games without rounds."""
    actions: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """CPU time of each seat's decisions."""
    verified: bool = False
    memory: int = 0
    """Peak memory of the process at the end of the match, in kilobytes."""
    faults: tuple[tuple[int, str], ...] = ()
    """Faults of custom bots, for which a simpler bot made the move: the number of the bot, and what it did."""


def lineups(bots: int, seats: int) -> list[Lineup]:
    """Return all line-ups: every choice of bots in every seat order; with few bots, some take several seats.

    >>> lineups(2, 4)
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    choices = combinations(range(bots), seats) if bots > seats else [tuple(seat % bots for seat in range(seats))]
    rotated = [choice[turn:] + choice[:turn] for choice in choices for turn in range(seats)]
    return sorted(dict.fromkeys(rotated), key=rotated.index)


def jobs(first: Job, deals: int) -> list[Job]:
    """Return all matches like `first`: `deals` deals, starting with its own, each with every line-up."""
    turns = lineups(len(first.names), len(GAMES[first.game].seats))
    numbers = range(first.deal, first.deal + deals)
    return [replace(first, deal=deal, lineup=turn) for deal in numbers for turn in turns]


class Timed(Bot):
    """A bot whose decisions are counted and timed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.remembers = bot.remembers  # type: ignore[misc]
        self.decisions = 0
        self.seconds = 0.0

    @property
    def gave_up(self) -> bool:  # type: ignore[override]
        """Whether no action the bot can see would help."""
        return self._bot.gave_up

    def watch(self, view: Any) -> None:
        """Show the bot a view; that counts as thinking time."""
        begun = process_time()
        self._bot.watch(view)
        self.seconds += process_time() - begun

    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return the bot's action."""
        begun = process_time()
        action = self._bot.choose(view, legal)
        self.seconds += process_time() - begun
        self.decisions += 1
        return action


Maker = Callable[[AnyGame, str, str], Bot]
"""Makes a bot from a game, a name and a seed."""


def play(job: Job, make: Maker = any_bot) -> Played:
    """Play one match. Bots are levels or custom bots (`custom.py`), unless `make` is given."""
    seed = str(job.deal) if job.numbered else deal_seed(job.seed, job.deal)
    seats = ("bot",) * len(GAMES[job.game].seats)
    table = Table.deal(job.game, seed=seed, options=job.options, nonce="arena", seats=seats)
    made = [make(table.game, job.names[bot], f"{seed}:{seat}") for seat, bot in enumerate(job.lineup)]
    bots = {seat: Timed(bot) for seat, bot in enumerate(made)}
    custom = {seat: bot for seat, bot in enumerate(made) if isinstance(bot, CustomSeat)}
    try:
        _play_out(table, bots, Random(f"{seed}:coin"))
    finally:
        for bot in custom.values():
            bot.close()
    if job.file is not None:
        with job.file.open("xb") as file:
            file.write(table.save())
    if job.verify:
        _verify(table, job)
    outcome = table.outcome
    return Played(
        deal=job.deal,
        lineup=job.lineup,
        winners=outcome.winners if outcome else (),
        reason=outcome.reason if outcome else None,
        scores=outcome.scores if outcome else (0,) * len(bots),
        rounds=table.game.rounds_played(table.state),
        actions=table.rev,
        decisions=tuple(bot.decisions for bot in bots.values()),
        seconds=tuple(bot.seconds for bot in bots.values()),
        verified=job.verify,
        memory=_memory(),
        faults=tuple((job.lineup[seat], fault) for seat, bot in custom.items() for fault in bot.incidents),
    )


def _verify(table: Table, job: Job) -> None:
    """Replay the log and compare every hash; a match between seats must have ended by the rules."""
    report = replay(table.save())
    who = f"deal {job.deal} with {', '.join(job.names[bot] for bot in job.lineup)}"
    ensure(report.status == "SUCCESS", f"{who}: the replay fails: {report.failure_reason}")
    ensure(not table.incidents, f"{who}: {table.incidents}")
    ensure(table.outcome is not None or len(job.lineup) == 1, f"{who}: no end after {table.rev} actions")


def _memory() -> int:
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # not available on every platform
        return 0
    return getrusage(RUSAGE_SELF).ru_maxrss


def deal_seed(seed: str, deal: int) -> str:
    """Return the seed of a deal: decimal text, which every game accepts."""
    return str(Sha256Stream(f"{seed}::arena::{deal}").below(1 << 32))


def _play_out(table: Table, bots: Mapping[Seat, Bot], coin: Random) -> None:
    """Play one action per seat and tick, in random order, so that speed decides nothing."""
    seats = list(bots)
    alone = len(seats) == 1
    last = LONGEST_ALONE if alone else LONGEST
    while table.outcome is None and table.rev < last and not (alone and bots[0].gave_up):
        coin.shuffle(seats)
        if not act_once(table, {seat: bots[seat] for seat in seats}):
            return
