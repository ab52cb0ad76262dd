"""How is it laid out? The one description of the database; migrations bring older ones up to it."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

METADATA: Final = MetaData()

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all processes of a server must share, such as the key that signs identities."""

PLAYERS = Table(
    "players",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
)

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
    Index("tables_by_status", "status", "created_at"),
    Index("tables_by_host", "host", "status"),
)
"""A table's deal and where it stands in its life: waiting, active, finished. Its state is the fold of its entries.

`seen_at` tells when one of those who sit there was last seen; of a private table nobody needs to know.
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
"""The log: every accepted action, lying as it was written. Its key orders the processes that write to it."""

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Index("results_by_player", "player_id", "finished_at"),
)
"""How each player's finished games went; statistics are added up from them."""

UNRATED = Table(
    "unrated",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
)
"""Results that no rating knows of yet, one row for all that were written together."""

RATINGS = Table(
    "ratings",
    METADATA,
    Column("player_id", Text, ForeignKey("players.player_id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mean", Double, nullable=False),
    Column("uncertainty", Double, nullable=False),
    Column("matches", Integer, nullable=False),
)
"""How strong each player is: the fold of their results. It may be thrown away; the results are what counts."""
