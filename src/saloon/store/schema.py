"""The database schema; migrations bring older databases up to it."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text, false

METADATA: Final = MetaData()

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets that all processes of a server share, such as the key that signs tokens."""

PLAYERS = Table(
    "players",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("seen_at", BigInteger, nullable=True),
    Index("players_by_seen", "seen_at", "player_id"),
)
"""`created_at` is wall-clock time, `seen_at` server-clock time: when they last had a socket or sent a request.

It is written at most 20 seconds late, for claims; expiry needs it to the day.
"""

TABLES = Table(
    "tables",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("start", Text, nullable=True),
    Column("dealt_to", Text, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("seeded", Boolean, nullable=False),
    Column("host", Text, ForeignKey("players.player_id"), nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger, nullable=True),
    Column("finished_at", BigInteger, nullable=True),
    Column("outcome", Text, nullable=True),
    Column("rematch", Text, nullable=True),
    Column("seen_at", BigInteger, nullable=True),
    Column("clock_start", BigInteger, nullable=True),
    Column("timed", Boolean, nullable=False, server_default=false()),
    Index("tables_by_status", "status", "created_at"),
    Index("tables_by_host", "host", "status"),
    Index("tables_by_seen", "status", "seen_at"),
    Index("tables_by_timed", "timed", "status", "seen_at", "table_id"),
)
"""A table's deal and status: waiting, active or finished. The game's state is the fold of its entries.

`created_at`, `started_at` and `finished_at` are wall-clock times. `seen_at` (when one of its players was last seen) and
`clock_start` (when play began) are times of the server clock, which stops while no server runs. `timed` says that a
clock runs here, so that the table must be in memory even if nobody is connected.
"""

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("level", Text, nullable=True),
    Column("player_id", Text, ForeignKey("players.player_id"), nullable=True),
    Column("generation", Integer, nullable=False),
    Index("seats_by_player", "player_id"),
)
"""Who sits where. A token names the generation: when a seat changes hands, the old token is void."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("rev", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", BigInteger, nullable=True),
)
"""The log: every accepted action, in the order of writing. Its key orders concurrent writers.

A trigger (see migration 0005) refuses an entry that does not follow the last one of its table.
"""

PRESENCE = Table(
    "presence",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Text, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("address", Text, nullable=True),
)
"""When the player of a seat last had a socket or sent a request, in any process, by the server clock.

`address` is a keyed hash of the network address they came from.
"""

SERVER_CLOCK = Table(
    "server_clock",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""The server clock: milliseconds that count only while a server runs and can write."""

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("rating_note", Text, nullable=True),
    Index("results_by_player", "player_id", "finished_at"),
)
"""Each player's results; statistics are added up from them.

`rating_note` is the code for why a result did not count for a rating, or could only lower it.
"""

UNRATED = Table(
    "unrated",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
)
"""Results that are not rated yet, one row for all that were written together."""

RATINGS = Table(
    "ratings",
    METADATA,
    Column("player_id", Text, ForeignKey("players.player_id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mean", Double, nullable=False),
    Column("uncertainty", Double, nullable=False),
    Column("matches", Integer, nullable=False),
)
"""Each player's rating: a fold of their results, which can be recomputed from them."""

ADDRESS_RAISES = Table(
    "address_raises",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
)
"""Days (since 1970, UTC) on which a match between players of one address raised a rating."""

DAILY_DEALS = Table(
    "daily_deals",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("seed", Text, nullable=False),
)
"""The seeds of daily deals, which take a while to find."""

ANALYSES = Table(
    "analyses",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("rev", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("result", Text, nullable=False),
)
"""Where a solitaire was lost, as it was streamed: JSON lines. `rev` is the length of the log that was analysed.

`version` is that of the analysis; a result of another version is computed again.
"""
