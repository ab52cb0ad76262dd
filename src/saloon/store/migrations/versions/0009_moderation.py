"""Moderation: why an operator ended a table, restricted players, and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add them; nothing was ended and nobody was restricted before."""
    op.add_column("tables", sa.Column("ended", sa.Text, nullable=True))
    op.create_table(
        "restrictions",
        sa.Column("player_id", sa.Text, primary_key=True),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("banned", sa.Text, nullable=True),
    )
    op.create_table(
        "audit",
        sa.Column("entry_id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=True),
    )
    op.create_index("audit_by_time", "audit", ["at", "entry_id"])
