"""When a player was last seen at a waiting table; unknown for existing tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("seen_at", sa.BigInteger, nullable=True))
