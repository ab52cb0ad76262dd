"""Store SQLite's log in the order of writing, so that what many tables write together fills few pages."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Copy the log, which was stored in the order of its key; PostgreSQL never did that."""
    if op.get_context().dialect.name != "sqlite":
        return
    op.create_table(
        "entries_as_written",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("rev", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=True),
    )
    columns = "table_id, rev, seat, kind, payload, at"
    op.execute(f"INSERT INTO entries_as_written ({columns}) SELECT {columns} FROM entries")
    op.drop_table("entries")
    op.rename_table("entries_as_written", "entries")
