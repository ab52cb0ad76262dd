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
    Column("is_bot", Boolean, nullable=False, server_default=false()),
    Index("players_by_seen", "seen_at", "player_id"),
)
"""`created_at` is wall-clock time, `seen_at` server-clock time: when they last had a socket or sent a request.

`seen_at` is written at most 20 seconds late, for claims; expiry needs it to the day. `is_bot` says that a program plays
here; it is set when the account is made and never changes.
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
    Column("difficulty", Text, nullable=True),
    Column("ended", Text, nullable=True),
    Column("origin", Text, nullable=True),
    Column("origin_step", Integer, nullable=True),
    Index("tables_by_status", "status", "created_at"),
    Index("tables_by_host", "host", "status"),
    Index("tables_by_seen", "status", "seen_at"),
    Index("tables_by_seed", "game", "seed"),
    Index("tables_by_timed", "timed", "status", "seen_at", "table_id"),
)
"""A table's deal and status: waiting, active or finished. The game's state is the fold of its entries.

`created_at`, `started_at` and `finished_at` are wall-clock times. `seen_at` (when one of its players was last seen) and
`clock_start` (when play began) are times of the server clock, which stops while no server runs. `timed` says that a
clock runs here, so that the table must be in memory even if nobody is connected. `difficulty` is what was asked for.
`ended` is the reason why an operator ended the table. `origin` is the table that this one continues, from its step
`origin_step` on; such a game has no results.
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
    Index("presence_by_player", "player_id"),
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
"""Results that are not rated yet; one row covers all that were written together."""

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

RATING_HISTORY = Table(
    "rating_history",
    METADATA,
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("matches", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("mean", Double, nullable=False),
    Column("uncertainty", Double, nullable=False),
)
"""A player's rating after each rated match, for the chart; `at` is when the match ended, by the wall clock."""

PROFILES = Table(
    "profiles",
    METADATA,
    Column("public_id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("is_open", Boolean, nullable=False),
)
"""Public profiles. The public id leads to the player's name and ratings, but not to the id in tokens."""

RECOVERIES = Table(
    "recoveries",
    METADATA,
    Column("phrase_hash", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), nullable=False, unique=True),
)
"""Recovery phrases, as keyed hashes: knowing the phrase identifies the player."""

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("passkey_id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), nullable=False),
    Column("credential_id", Text, nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("rp_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=True),
    Index("passkeys_by_player", "player_id"),
)
"""Passkeys: the public keys by which players sign in. Bytes are in base64url, times are wall-clock times.

`rp_id` is the host name that the passkey is for, `sign_count` the authenticator's counter, `used_at` the last sign-in.
"""

PASSKEY_CHALLENGES = Table(
    "passkey_challenges",
    METADATA,
    Column("challenge", Text, primary_key=True),
    Column("expires_at", BigInteger, nullable=False),
    Index("passkey_challenges_by_expiry", "expires_at"),
)
"""Challenges that a passkey has answered, until they expire: each counts once. Only a valid answer adds one."""

PUSH_SUBSCRIPTIONS = Table(
    "push_subscriptions",
    METADATA,
    Column("subscription_id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("auth_secret", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("push_subscriptions_by_player", "player_id"),
)
"""Browsers that want push messages. `endpoint` is their address at a push service; the keys, in base64url, encrypt.

An endpoint is one browser, so it has one player: the last who asked.
"""

PUSHES = Table(
    "pushes",
    METADATA,
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("sent_at", BigInteger, nullable=False),
    Index("pushes_by_table", "table_id"),
)
"""When a player was last sent a push message about a table, by the server clock; whoever writes it sends it."""

ERASED_PLAYERS = Table(
    "erased_players",
    METADATA,
    Column("id_hash", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Keyed hashes of the ids of erased players, so that an old cookie does not recreate one."""

ADDRESS_RAISES = Table(
    "address_raises",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
)
"""Days (since 1970, UTC) on which a match between players of one address raised a rating."""

PAIRING = Table(
    "pairing",
    METADATA,
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("address", Text, nullable=False),
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), nullable=True),
    Column("paired_at", BigInteger, nullable=True),
    Index("pairing_by_table", "table_id", "seen_at"),
    Index("pairing_by_time", "paired_at"),
)
"""Who looks for a match, and which match was found, kept for a day. Times are those of the server clock.

`address` is a keyed hash, as in `presence`.
"""

DAILY_DEALS = Table(
    "daily_deals",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("seed", Text, nullable=False),
)
"""The seeds of daily deals, which take a while to find."""

CHALLENGE_DEALS = Table(
    "challenge_deals",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("level", Text, primary_key=True),
    Column("seed", Text, nullable=False),
    Index("challenge_deals_by_seed", "game", "seed"),
)
"""The seeds of daily challenges, one for each day and difficulty."""

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

DEAL_RATINGS = Table(
    "deal_ratings",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("rating", Text, nullable=False),
)
"""How hard the deal of a solitaire is, as JSON; a rating of another `version` is computed again."""

RESTRICTIONS = Table(
    "restrictions",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("banned", Text, nullable=True),
)
"""Players whose tokens were revoked or who are banned, with the reason; few, so every process keeps them all.

A token names the generation: those of an older one are void. A deleted player keeps a row, so that no old token
recreates the player.
"""

AUDIT = Table(
    "audit",
    METADATA,
    Column("entry_id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=True),
    Index("audit_by_time", "at", "entry_id"),
)
"""What operators did: who, when (wall clock), to which table or player, and why. Written with the change itself."""

DRILLS = Table(
    "drills",
    METADATA,
    Column("player_id", Text, ForeignKey("players.player_id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("lost_at", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=True),
    Column("reviewed_at", BigInteger, nullable=False),
    Index("drills_by_table", "table_id"),
)
"""Positions of a player's own games that could be won after `step` and not after `lost_at`.

`solved` counts how often the drill was solved in a row; `due_at` is when it is due again, null once it is learned.
Attempts that ended by `reviewed_at` are counted already. All times are wall-clock times.
"""
