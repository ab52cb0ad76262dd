"""Opening a table: check the request, choose a seed, and build the stored table."""

from secrets import token_hex
from typing import Any

import msgspec

from saloon.core.errors import BadSeed
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.server.clock import ServerClock, wall_clock
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import Requester
from saloon.server.solving.solver_pool import SolverPool
from saloon.solver.deals import find_seed, listed_seed
from saloon.solver.solve import read_chosen
from saloon.store import StoredTable
from saloon.table.helpers import NO_HELP
from saloon.table.log import Start

from .new_table import NewTable, seats_for


def check_new_table(new_table: NewTable, host: str) -> StoredTable:
    """Return the table of a request, still without a seed; refuse what is not allowed between people."""
    game, options = GAMES.choose(new_table.game, new_table.options)
    seats = seats_for(game, new_table.seats, host)
    people = sum(seat.kind == "human" for seat in seats)
    if "\x00" in (new_table.seed or ""):
        raise BadSeed("a seed must not contain a NUL character")
    if new_table.seed is not None and people > 1:
        raise Refused("SEED_BETWEEN_PEOPLE", "a match between people gets a random seed")
    if people > 1 and game.is_weak_deal(options):
        weak = ", ".join(f"{name}={value}" for name, value in game.weak_options.items())
        reason = "its hidden cards can be computed, so it is not dealt between people"
        raise Refused("WEAK_DEAL", f"{weak} is for old logs: {reason}")
    return StoredTable(
        table_id=token_hex(8),
        game=game.name,
        rules_version=game.rules_version,
        seed="",
        nonce=token_hex(16),
        options=msgspec.to_builtins(options),
        dealt_to=tuple(seat.kind for seat in seats),
        host=host,
        created_at=wall_clock(),
        seats=seats,
        private=len(seats) == 1 if new_table.private is None else new_table.private,
        seeded=new_table.seed is not None,
        timed=_is_timed(game, options),
        difficulty=new_table.level,
    )


def _is_timed(game: AnyGame, options: Any) -> bool:
    """Return whether a clock runs even if nobody is connected, so that the table must stay in memory."""
    clock = game.clock()
    return clock is not None and clock.keeps_table and clock.runs(options)


async def open_table(
    table: StoredTable,
    new_table: NewTable,
    start: Start | None,
    *,
    last: str | None,
    solver_pool: SolverPool,
    requester: Requester,
    clock: ServerClock,
) -> StoredTable:
    """Return the table with its seed; play begins at once if no seat is open.

    A fresh seed differs from `last`, the seed of the host's previous game.
    """
    game, options = GAMES.choose(table.game, table.options, table.rules_version)
    begins = not any(seat.is_open for seat in table.seats)
    seed = game.check_seed(await _seed(solver_pool, requester, game, options, new_table, last))
    if start is None and new_table.seed is not None:
        start = _dealt_elsewhere(game, options, seed)
    return msgspec.structs.replace(
        table,
        seed=seed,
        start=None if start is None else msgspec.to_builtins(start),
        status="active" if begins else "waiting",
        created_at=wall_clock(),
        started_at=wall_clock() if begins else None,
        clock_start=clock.now() if begins else None,
    )


def _dealt_elsewhere(game: AnyGame, options: Any, seed: str) -> Start | None:
    """Return the position that a deal number of another program stands for; None for our own seeds."""
    state = game.dealt_elsewhere(seed, options)
    return None if state is None else Start(msgspec.to_builtins(game.canonical(state)), NO_HELP)


async def _seed(
    solver_pool: SolverPool,
    requester: Requester,
    game: AnyGame,
    options: Any,
    new_table: NewTable,
    last: str | None,
) -> str:
    """Return the requested seed: the given one, a winnable one, or a random one.

    If seeds are times, the search for a winnable one starts at the current time. While the solver is still starting,
    a listed seed is dealt instead, so that nobody waits.
    """
    if not new_table.winnable:
        if new_table.level is not None:
            raise BadSeed(f"only a winnable deal has a level; ask for winnable too, or leave {new_table.level!r} out")
        return game.server_seed(wall_clock(), last) if new_table.seed is None else new_table.seed
    if new_table.seed is not None:
        raise BadSeed("choose either a seed or a winnable deal, not both")
    read_chosen(game.name, options)
    warm = ("warm", game.name)
    listed = listed_seed(game.name, options, new_table.level, last)
    if listed is not None and game.seeds_are_times and solver_pool.recall(warm) is None:
        solver_pool.ask_ahead(find_seed, game.name, options, None, wall_clock(), key=warm)
        return listed
    if listed is not None and not game.seeds_are_times:
        return listed
    found: str = await solver_pool.ask(requester, find_seed, game.name, options, new_table.level, wall_clock(), last)
    return found
