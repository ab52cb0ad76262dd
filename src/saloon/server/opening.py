"""Opening a table: a player's wish is checked, gets a seed, and becomes what is stored."""

from secrets import token_hex
from typing import Any

import msgspec

from saloon.core.errors import BadSeed
from saloon.core.game import Game
from saloon.games import GAMES
from saloon.solver.deals import find_seed, listed_seed
from saloon.solver.solve import read_chosen
from saloon.store import StoredTable
from saloon.table.log import Start

from .advisor import Advisor
from .clock import ServerClock
from .desk import now
from .fairness import Asker
from .refusals import Refused
from .wishes import Wish, seats_for


def read_wish(wish: Wish, host: str) -> StoredTable:
    """Return the table that a wish describes, without a seed yet; refuse what is not dealt between people."""
    game, options = GAMES.choose(wish.game, wish.options)
    seats = seats_for(game, wish.seats, host)
    people = sum(seat.kind == "human" for seat in seats)
    if "\x00" in (wish.seed or ""):
        raise BadSeed("a seed holds no NUL character")
    if wish.seed is not None and people > 1:
        raise Refused("SEED_BETWEEN_PEOPLE", "between people nobody brings the seed")
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
        created_at=now(),
        seats=seats,
        private=wish.private,
        seeded=wish.seed is not None,
        timed=_is_timed(game, options),
    )


def _is_timed(game: Game[Any, Any], options: Any) -> bool:
    """Return whether a clock runs though nobody has the table open, so that it must stay in memory."""
    clock = game.clock()
    return clock is not None and clock.keeps_table and clock.runs(options)


async def open_table(
    table: StoredTable,
    wish: Wish,
    start: Start | None,
    *,
    last: str | None,
    advisor: Advisor,
    asker: Asker,
    clock: ServerClock,
) -> StoredTable:
    """Return the table with its seed, begun if nobody has to be waited for.

    A fresh seed differs from `last`, the seed of the host's game before.
    """
    game, options = GAMES.choose(table.game, table.options, table.rules_version)
    begins = not any(seat.is_open for seat in table.seats)
    return msgspec.structs.replace(
        table,
        seed=game.check_seed(await _seed(advisor, asker, game, options, wish, last)),
        start=None if start is None else msgspec.to_builtins(start),
        status="active" if begins else "waiting",
        created_at=now(),
        started_at=now() if begins else None,
        clock_start=clock.now() if begins else None,
    )


async def _seed(
    advisor: Advisor, asker: Asker, game: Game[Any, Any], options: Any, wish: Wish, last: str | None
) -> str:
    """Return the seed that is wished for: a given one, a winnable one, or any."""
    if not wish.winnable:
        if wish.level is not None:
            raise BadSeed(f"only a winnable deal has a level; ask for winnable too, or leave {wish.level!r} out")
        return game.fresh_seed(now(), last) if wish.seed is None else wish.seed
    if wish.seed is not None:
        raise BadSeed("a table is dealt from a seed or from a winnable one, not both")
    read_chosen(game.name, options)
    listed = listed_seed(game.name, options, wish.level, last)
    if listed is not None:
        return listed
    found: str = await advisor.ask(asker, find_seed, game.name, options, wish.level, now(), last)
    return found
