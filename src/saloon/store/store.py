"""The store: all queries on tables and logs, with those on players and results. Game states are never stored."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from saloon.core.game import Seat

from .database import Conflict, Database, Row, Statement, StoreUnavailable, TableDamaged, portions
from .players import PlayerStore
from .records import (
    TABLE_COLUMNS,
    Addition,
    Finish,
    Position,
    Result,
    Seen,
    Standing,
    StoredEntry,
    StoredSeat,
    StoredTable,
    as_json,
    read_table,
)
from .results import RESULT_DAMAGED, ResultStore, written_end, written_results

_HOSTED: Final = "SELECT count(*) FROM tables WHERE host = ? AND status <> 'finished'"


def _waiting(table_id: str) -> Statement:
    """Lock a waiting table while its seats change: in PostgreSQL nobody else changes them until the commit."""
    sql = "UPDATE tables SET status = 'waiting' WHERE table_id = ? AND status = 'waiting'"
    return Statement(sql, [(table_id,)], must_change=True)


def _room(host: str, at_most: int) -> list[Statement]:
    """Lock a player who opens a table, if they have fewer than `at_most`: in PostgreSQL concurrent requests wait.

    Two statements, because a single one would count the tables from before it waited.
    """
    hold = "UPDATE players SET name = name WHERE player_id = ?"
    has_room = Statement(f"{hold} AND ({_HOSTED}) < ?", [(host, host, at_most)], must_change=True)
    return [Statement(hold, [(host,)]), has_room]


def _no_other(table: StoredTable) -> Statement:
    """Lock a player who opens a table, if they have no unfinished one with the same deal."""
    other = (
        "SELECT 1 FROM tables WHERE host = ? AND status <> 'finished' AND game = ? AND seed = ? AND options = ?"
        " AND start IS NULL AND origin IS NULL"
    )
    sql = f"UPDATE players SET name = name WHERE player_id = ? AND NOT EXISTS ({other})"
    own = (table.host, table.host, table.game, table.seed, as_json(table.options))
    return Statement(sql, [own], must_change=True)


class Store(PlayerStore, ResultStore):
    """The durable side of the server: tables and their logs, and what its two bases add."""

    def __init__(self, database: Database, on_damaged: Callable[[TableDamaged], None] = lambda _: None) -> None:
        """`on_damaged` is called with each row that cannot be read and is therefore left out of a list."""
        PlayerStore.__init__(self, database)
        ResultStore.__init__(self, database, on_damaged)

    # --- tables ---------------------------------------------------------------------------------------------

    async def create_table(
        self,
        table: StoredTable,
        *,
        after: StoredTable | None = None,
        at_most: int | None = None,
        seen_at: int | None = None,
        entries: Sequence[StoredEntry] = (),
        once: bool = False,
        also: Sequence[Statement] = (),
    ) -> None:
        """Write a new table and its seats, as the rematch of the table `after` if given.

        `seen_at` is the time of the server clock. `entries` are the log of a game that was continued. `also` is
        written together with the table.

        Raise Conflict if the rematch of `after` has changed since it was read (it was none, or one that is gone), if
        the host would have more unfinished tables than `at_most`, or if they have one with the same deal already and
        may have it only `once`.
        """
        marks = ", ".join("?" * 24)
        deal = (
            table.table_id, table.game, table.rules_version, table.seed, table.nonce, as_json(table.options),
            as_json(table.dealt_to), table.host, table.created_at,
            None if table.start is None else as_json(table.start), table.private, table.seeded, table.status,
            table.started_at, table.finished_at, None, table.rematch,
            table.clock_start, table.timed, table.difficulty, table.ended,
            *((None, None) if table.origin is None else (table.origin.table_id, table.origin.step)),
            table.created_at if seen_at is None else seen_at,
        )  # fmt: skip
        seats = [(table.table_id, s.seat, s.kind, s.level, s.player_id, s.generation) for s in table.seats]
        statements = [
            *([] if at_most is None else _room(table.host, at_most)),
            *([_no_other(table)] if once else []),
            Statement(f"INSERT INTO tables ({TABLE_COLUMNS}, seen_at) VALUES ({marks})", [deal]),
            Statement(
                "INSERT INTO seats (table_id, seat, kind, level, player_id, generation) VALUES (?, ?, ?, ?, ?, ?)",
                seats,
            ),
        ]
        if entries:
            rows = [(table.table_id, one.rev, one.seat, one.kind, one.payload, one.at) for one in entries]
            sql = "INSERT INTO entries (table_id, rev, seat, kind, payload, at) VALUES (?, ?, ?, ?, ?, ?)"
            statements.append(Statement(sql, rows))
        if after is not None:
            sql = "UPDATE tables SET rematch = ? WHERE table_id = ? AND coalesce(rematch, '') = ?"
            follow = (table.table_id, after.table_id, after.rematch or "")
            statements.append(Statement(sql, [follow], must_change=True))
        await self.database.write(*statements, *also)

    async def table(self, table_id: str) -> StoredTable | None:
        """Return a table, or None if there is no such table. Raise TableDamaged if its row is invalid."""
        found = await self._rows("WHERE table_id = ?", table_id)
        return await self._read_table(*found[0]) if found else None

    async def _read_table(self, row: Row, seats: tuple[StoredSeat, ...]) -> StoredTable | None:
        """Return the table of a row; None if it was removed between reading its row and its seats."""
        try:
            return read_table(row, seats)
        except TableDamaged:
            if await self.database.read("SELECT 1 FROM tables WHERE table_id = ?", row[0]):
                raise
            return None

    async def open_tables(self, game: str | None, since: int, limit: int) -> list[StoredTable]:
        """Return the public unfinished tables at which somebody was seen `since`, newest first."""
        where = "WHERE status IN ('waiting', 'active') AND private = ? AND seen_at >= ?"
        where += " AND game = ?" if game else ""
        values = (False, since, game) if game else (False, since)
        return await self._tables(f"{where} ORDER BY created_at DESC LIMIT {int(limit)}", *values)

    async def see(self, seen: Iterable[Seen], at: int) -> None:
        """Record when players were seen at tables, in order, so that two processes never deadlock.

        Finished and removed tables are left as they are, and deleted players are not recorded.
        """
        ordered = sorted(seen, key=lambda one: (one.table_id, one.seat))
        table = "UPDATE tables SET seen_at = ? WHERE table_id = ? AND status <> 'finished'"
        player = (
            "INSERT INTO presence (table_id, seat, player_id, seen_at, address)"
            " SELECT table_id, CAST(? AS INTEGER), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS TEXT) FROM tables"
            " WHERE table_id = ? AND status <> 'finished' AND EXISTS (SELECT 1 FROM players WHERE player_id = ?)"
            " ON CONFLICT (table_id, seat) DO UPDATE SET player_id = excluded.player_id, seen_at = excluded.seen_at,"
            " address = coalesce(excluded.address, presence.address)"
        )
        tables = dict.fromkeys(one.table_id for one in ordered)
        await self.database.write(
            Statement(table, [(at, table_id) for table_id in tables]),
            Statement(player, [(o.seat, o.player_id, at, o.address, o.table_id, o.player_id) for o in ordered]),
        )

    async def see_until(self, last: Mapping[Seen, int]) -> None:
        """Update when recorded players were last seen; times never go back."""
        rows = sorted((one.table_id, one.seat, one.player_id, at) for one, at in last.items())
        table = "UPDATE tables SET seen_at = ? WHERE table_id = ? AND status <> 'finished' AND seen_at < ?"
        player = "UPDATE presence SET seen_at = ? WHERE table_id = ? AND seat = ? AND player_id = ? AND seen_at < ?"
        await self.database.write(
            Statement(table, [(at, table_id, at) for table_id, _, _, at in rows]),
            Statement(player, [(at, table_id, seat, player_id, at) for table_id, seat, player_id, at in rows]),
        )

    async def last_sign(self, table_id: str, player_id: str) -> int:
        """Return when a player was last seen at a table or anywhere else, in any process; 0 if unknown."""
        sql = (
            "SELECT seen_at FROM presence WHERE table_id = ? AND player_id = ?"
            " UNION ALL SELECT seen_at FROM players WHERE player_id = ?"
        )
        return max((row[0] or 0 for row in await self.database.read(sql, table_id, player_id, player_id)), default=0)

    async def tables_of(self, player_id: str, limit: int) -> list[StoredTable]:
        """Return the unfinished tables at which a player sits, newest first."""
        where = "WHERE status <> 'finished' AND table_id IN (SELECT table_id FROM seats WHERE player_id = ?)"
        return await self._tables(f"{where} ORDER BY created_at DESC LIMIT {int(limit)}", player_id)

    async def last_seed(self, host: str, game: str) -> str | None:
        """Return the seed of the newest table of a game that a player opened, finished or not."""
        # coalesce: otherwise SQLite would read all tables of the game through its index
        sql = "SELECT seed FROM tables WHERE host = ? AND coalesce(game, '') = ? ORDER BY created_at DESC LIMIT 1"
        rows = await self.database.read(sql, host, game)
        return str(rows[0][0]) if rows else None

    async def timed_tables(self, limit: int, after: tuple[int, str] = (1 << 62, "")) -> list[tuple[int, str]]:
        """Return tables in play with a running clock, each with when somebody was last seen there.

        The latest come first. `after` is the last one of the previous page.
        """
        sql = (
            "SELECT seen_at, table_id FROM tables"
            " WHERE timed = ? AND status = 'active' AND (seen_at, table_id) < (?, ?)"
            f" ORDER BY seen_at DESC, table_id DESC LIMIT {int(limit)}"
        )
        return [(at, table_id) for at, table_id in await self.database.read(sql, True, *after)]

    async def table_ids(self) -> list[str]:
        """Return the ids of all tables, oldest first."""
        return [row[0] for row in await self.database.read("SELECT table_id FROM tables ORDER BY created_at, table_id")]

    async def hosted(self, player_id: str) -> int:
        """Return how many unfinished tables a player has opened."""
        return int((await self.database.read(_HOSTED, player_id))[0][0])

    async def _tables(self, where: str, *values: Any) -> list[StoredTable]:
        """Return the tables of a query; invalid rows are reported and left out."""
        found: list[StoredTable] = []
        for row, seats in await self._rows(where, *values):
            try:
                table = await self._read_table(row, seats)
            except TableDamaged as damage:
                self._on_damaged(damage)
            else:
                found += [] if table is None else [table]
        return found

    async def _rows(self, where: str, *values: Any) -> list[tuple[Row, tuple[StoredSeat, ...]]]:
        rows = await self.database.read(f"SELECT {TABLE_COLUMNS} FROM tables {where}", *values)
        seats = await self.seats([row[0] for row in rows])
        return [(row, seats.get(row[0], ())) for row in rows]

    async def seats(self, table_ids: Sequence[str]) -> Mapping[str, tuple[StoredSeat, ...]]:
        """Return who sits at tables."""
        found: dict[str, tuple[StoredSeat, ...]] = {}
        for wanted in portions(table_ids):
            marks = ", ".join("?" * len(wanted))
            sql = f"SELECT table_id, seat, kind, level, player_id, generation FROM seats WHERE table_id IN ({marks})"
            for table_id, *seat in await self.database.read(f"{sql} ORDER BY seat", *wanted):
                found[table_id] = (*found.get(table_id, ()), StoredSeat(*seat))
        return found

    async def standings(self, table_ids: Sequence[str]) -> dict[str, Standing]:
        """Return the standings of tables, without removed ones."""
        standings: dict[str, Standing] = {}
        for wanted in portions(table_ids):
            marks = ", ".join("?" * len(wanted))
            sql = (
                "SELECT tables.table_id, status, rematch, count(player_id), sum(generation), ended FROM tables"
                f" JOIN seats ON seats.table_id = tables.table_id WHERE tables.table_id IN ({marks})"
                " GROUP BY tables.table_id, status, rematch, ended"
            )
            for table_id, status, *rest in await self.database.read(sql, *wanted):
                standings[table_id] = (status == "waiting", *rest)
        return standings

    async def take_seat(
        self, table_id: str, seat: Seat, player_id: str, started_at: int | None, clock_start: int | None = None
    ) -> None:
        """Seat a player on an open seat; filling the last seat starts the game. Raise Conflict if it is taken.

        Play begins at `started_at` of the wall clock and at `clock_start` of the server clock.
        """
        sit = "UPDATE seats SET player_id = ? WHERE table_id = ? AND seat = ? AND kind = 'human' AND player_id IS NULL"
        statements = [_waiting(table_id), Statement(sit, [(player_id, table_id, seat)], must_change=True)]
        if started_at is not None:
            go = "UPDATE tables SET status = 'active', started_at = ?, clock_start = ?"
            full = (
                " WHERE table_id = ? AND status = 'waiting' AND NOT EXISTS"
                " (SELECT 1 FROM seats WHERE table_id = ? AND kind = 'human' AND player_id IS NULL)"
            )
            statements.append(Statement(go + full, [(started_at, clock_start, table_id, table_id)]))
        await self.database.write(*statements)

    async def free_seat(self, table_id: str, seat: Seat, player_id: str) -> None:
        """Free a player's seat at a waiting table."""
        sql = (
            "UPDATE seats SET player_id = NULL, generation = generation + 1 WHERE table_id = ? AND seat = ?"
            " AND player_id = ?"
        )
        await self.database.write(_waiting(table_id), Statement(sql, [(table_id, seat, player_id)], must_change=True))

    async def give_to_bot(
        self, table_id: str, result: Result, level: str, at: int, *, ends: bool = False, counts: bool = True
    ) -> None:
        """Let a bot take over from a player who left for good; the player's token is void, and their result is written.

        `ends` closes the table as well. No result is written for a game that does not count.
        """
        sql = (
            "UPDATE seats SET kind = 'bot', level = ?, player_id = NULL, generation = generation + 1"
            " WHERE table_id = ? AND seat = ? AND player_id = ?"
        )
        left = Statement(sql, [(level, table_id, result.seat, result.player_id)], must_change=True)
        over = "UPDATE tables SET status = 'finished', finished_at = ? WHERE table_id = ?"
        ended = [Statement(over, [(at, table_id)])] if ends else []
        written = written_results(table_id, at, [result]) if counts else []
        await self.database.write(left, *written, *ended)

    async def remove_waiting(self, table_id: str) -> None:
        """Remove a waiting table. Raise Conflict if play has begun."""
        sql = "DELETE FROM tables WHERE table_id = ? AND status = 'waiting'"
        await self.database.write(Statement(sql, [(table_id,)], must_change=True))

    # --- logs -----------------------------------------------------------------------------------------------

    async def append(self, table_id: str, entries: Sequence[StoredEntry], finish: Finish | None = None) -> None:
        """Write accepted actions, all or none; return once they are durable. Conflict: another process was faster."""
        for error in (await self.append_all([Addition(table_id, entries, finish)])).values():
            raise error

    async def append_all(self, additions: Sequence[Addition]) -> dict[str, Exception]:
        """Write what was accepted at several tables in one commit; return once it is durable.

        Each table's part is written as a whole or not at all. Return why a table's part was not: Conflict if another
        process was faster there, StoreUnavailable if its fate is unknown.
        """
        rows = [
            (added.table_id, one.rev, one.seat, one.kind, one.payload, one.at)
            for added in additions
            for one in added.entries
        ]
        finishes = {added.table_id: written_end(added.table_id, added.finish) for added in additions if added.finish}
        try:
            late = await self.database.append(rows, finishes)
        except StoreUnavailable as error:
            return {added.table_id: error for added in additions}
        except Exception as error:
            if len(additions) == 1:
                return {additions[0].table_id: error}
            failures: dict[str, Exception] = {}
            for added in additions:  # separately, so that a failing one does not affect the others
                failures |= await self.append_all([added])
            return failures
        return {table_id: Conflict(f"another process wrote at table {table_id}") for table_id in late}

    async def entries(self, table_id: str, after: int = 0) -> list[StoredEntry]:
        """Return the log of a table after a revision."""
        sql = "SELECT rev, seat, kind, payload, at FROM entries WHERE table_id = ? AND rev > ? ORDER BY rev"
        return [StoredEntry(*row) for row in await self.database.read(sql, table_id, after)]

    async def entries_since(self, revs: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
        """Return the logs of several tables, each beyond a revision. Only PostgreSQL is asked: processes share it."""
        sql = (
            "SELECT known.table_id, entries.rev, seat, kind, payload, at"
            " FROM unnest(CAST(? AS TEXT[]), CAST(? AS INTEGER[])) AS known (table_id, rev)"
            " JOIN entries ON entries.table_id = known.table_id AND entries.rev > known.rev ORDER BY 1, 2"
        )
        found: dict[str, list[StoredEntry]] = {}
        for table_id, *entry in await self.database.read(sql, list(revs), list(revs.values())):
            found.setdefault(table_id, []).append(StoredEntry(*entry))
        return found

    async def positions(self, table_ids: Sequence[str]) -> dict[str, Position]:
        """Return the standings of tables and how long their logs are. Only PostgreSQL is asked: processes share it."""
        sql = (
            "SELECT tables.table_id, status, rematch, count(player_id), sum(generation), ended,"
            " (SELECT coalesce(max(rev), 0) FROM entries WHERE entries.table_id = tables.table_id)"
            " FROM tables JOIN seats ON seats.table_id = tables.table_id WHERE tables.table_id = ANY(?)"
            " GROUP BY tables.table_id"
        )
        rows = await self.database.read(sql, list(table_ids))
        return {table_id: Position((status, *rest), rev) for table_id, status, *rest, rev in rows}

    async def newest(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the newest revision of each table."""
        newest: dict[str, int] = {}
        for wanted in portions(table_ids):
            marks = ", ".join("?" * len(wanted))
            sql = f"SELECT table_id, max(rev) FROM entries WHERE table_id IN ({marks}) GROUP BY table_id"
            newest |= dict(await self.database.read(sql, *wanted))
        return newest


__all__ = [
    "RESULT_DAMAGED",
    "Addition",
    "Conflict",
    "Finish",
    "Result",
    "Seen",
    "Store",
    "StoredEntry",
    "StoredSeat",
    "StoredTable",
]
