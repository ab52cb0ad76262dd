"""Gapless logs, the server clock, durable presence, rating notes, cached daily deals and indexes for long lists."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_GAPLESS = {
    "sqlite": [
        "CREATE TRIGGER entries_have_no_gaps BEFORE INSERT ON entries"
        " WHEN NEW.rev <> 1 + (SELECT coalesce(max(rev), 0) FROM entries WHERE table_id = NEW.table_id)"
        " BEGIN SELECT RAISE(ABORT, 'an entry must follow the last one of its table'); END",
    ],
    "postgresql": [
        "CREATE FUNCTION saloon_entries_have_no_gaps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF NEW.rev <> 1 + (SELECT coalesce(max(rev), 0) FROM entries WHERE table_id = NEW.table_id) THEN"
        " RAISE EXCEPTION 'an entry must follow the last one of its table'"
        " USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER entries_have_no_gaps BEFORE INSERT ON entries"
        " FOR EACH ROW EXECUTE FUNCTION saloon_entries_have_no_gaps()",
    ],
}
_TIMED = (
    "UPDATE tables SET timed = :yes WHERE status <> 'finished' AND"
    " (game = 'highnoon' AND options LIKE '%\"clock\":%' AND options NOT LIKE '%\"clock\":0%'"
    " OR game = 'nevernine' AND options LIKE '%\"turnSeconds\":%' AND options NOT LIKE '%\"turnSeconds\":0%')"
)


def upgrade() -> None:
    """Add what version 0.2 needs; nothing that 0.1 wrote changes its meaning."""
    dialect = op.get_context().dialect.name
    op.add_column("tables", sa.Column("clock_start", sa.BigInteger, nullable=True))
    op.add_column("tables", sa.Column("timed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(_TIMED.replace(":yes", "1" if dialect == "sqlite" else "TRUE"))
    op.execute("UPDATE tables SET seen_at = coalesce(started_at, created_at) WHERE timed AND seen_at IS NULL")
    op.add_column("players", sa.Column("seen_at", sa.BigInteger, nullable=True))
    op.execute("UPDATE players SET seen_at = created_at")
    op.add_column("results", sa.Column("rating_note", sa.Text, nullable=True))
    op.create_table(
        "server_clock",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.Text, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("address", sa.Text, nullable=True),
    )
    op.create_table(
        "address_raises",
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "daily_deals",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
    )
    for statement in _GAPLESS[dialect]:
        op.execute(statement)
    op.create_index("tables_by_seen", "tables", ["status", "seen_at"])
    op.create_index("tables_by_timed", "tables", ["timed", "status", "seen_at", "table_id"])
    op.create_index("players_by_seen", "players", ["seen_at", "player_id"])
