"""Drills: positions of a player's own solitaires in which a game that could be won was lost, repeated until learned.

They come from the turning points of analyses. A drill is a game continued from the position before the mistake (see
`branches`); it is solved by winning that game without asking the solver. Each solution in a row makes the next
interval longer, a failure starts over with the first. Attempts are counted when the drills are read, from the tables
that are stored anyway.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from saloon.server.clock import wall_clock
from saloon.store import Store, StoredTable
from saloon.store.drills import Attempt, DrillStore, StoredDrill

DAY: Final = 86_400_000
INTERVALS: Final = (1, 3, 7, 21)
"""Days until a drill is due again, by how often it was solved in a row; solved once more it is learned."""
PER_GAME: Final = 3
"""Drills from one game: the last mistakes, as undone ones come before."""


class Drill(Struct, frozen=True, rename="camel"):
    """A position of one of the caller's games: it could be won after `step` and was lost with `lost_at`."""

    table_id: str
    step: int
    lost_at: int
    game: str
    due: bool
    due_at: int
    """Milliseconds since 1970."""
    solved: int
    """How often it was solved in a row, of `rounds`."""
    open_table: str | None
    """An unfinished attempt to continue."""


class DrillList(Struct, frozen=True):
    """The caller's drills, the earliest due first, and how many are learned: solved `rounds` times in a row."""

    drills: list[Drill]
    learned: int
    rounds: int


class _Lost(Struct, frozen=True, rename="camel"):
    """What a drill needs of a turning point; its actions are of any game."""

    step: int
    winnable_after: int
    choices: list[Raw]


class Drills:
    """Adds drills and counts the attempts at them."""

    def __init__(self, store: Store) -> None:
        self._kept = DrillStore(store.database)

    async def add(self, stored: StoredTable, lines: Iterable[bytes]) -> None:
        """Add the turning points of an analysis of a finished game; a game continued from another one adds none."""
        if stored.status != "finished" or stored.origin is not None:
            return
        points = [msgspec.json.decode(line, type=_Lost) for line in lines if b'"turningPoint"' in line]
        steps = {point.winnable_after: point.step for point in points if point.choices}
        await self._kept.add(stored.host, stored.table_id, list(steps.items())[-PER_GAME:], wall_clock())

    async def of(self, player_id: str) -> DrillList:
        """Return a player's drills, with all finished attempts counted."""
        found = await self._kept.of(player_id)
        since = min((one.reviewed_at for one in found), default=0)
        attempts: dict[tuple[str, int], list[Attempt]] = defaultdict(list)
        for attempt in await self._kept.attempts(player_id, since) if found else []:
            attempts[attempt.table_id, attempt.step].append(attempt)
        reviewed = []
        for one in found:
            now = reviewed_drill(one, attempts[one.table_id, one.step])
            if now != one:
                await self._kept.review(player_id, one, now)
            reviewed.append(now)
        at = wall_clock()
        drills = [_shown(one, one.due_at, at) for one in reviewed if one.due_at is not None]
        learned = await self._kept.learned(player_id)
        return DrillList(sorted(drills, key=lambda one: one.due_at), learned, len(INTERVALS) + 1)

    async def remove(self, player_id: str, table_id: str, step: int) -> None:
        """Drop a drill for good."""
        await self._kept.remove(player_id, table_id, step)


def reviewed_drill(drill: StoredDrill, attempts: Sequence[Attempt]) -> StoredDrill:
    """Return the drill with the attempts at it counted. A solution counts once the drill is due, a failure always."""
    for one in attempts:
        is_new = (one.table_id, one.step) == (drill.table_id, drill.step) and one.finished_at > drill.reviewed_at
        if drill.due_at is None or not is_new:
            continue
        drill = replace(drill, reviewed_at=one.finished_at)
        if one.touched and not (one.won and not one.helped):
            drill = replace(drill, solved=0, due_at=one.finished_at + INTERVALS[0] * DAY)
        elif one.touched and drill.due_at is not None and one.finished_at >= drill.due_at:
            days = INTERVALS[drill.solved] if drill.solved < len(INTERVALS) else None
            due_at = None if days is None else one.finished_at + days * DAY
            drill = replace(drill, solved=drill.solved + 1, due_at=due_at)
    return drill


def _shown(one: StoredDrill, due_at: int, now: int) -> Drill:
    return Drill(one.table_id, one.step, one.lost_at, one.game, due_at <= now, due_at, one.solved, one.open_table)
