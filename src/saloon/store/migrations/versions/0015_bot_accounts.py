"""Which players are bot accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column; everybody known so far is a person."""
    op.add_column("players", sa.Column("is_bot", sa.Boolean, nullable=False, server_default=sa.false()))
