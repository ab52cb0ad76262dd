"""The difficulty of a deal, by which a player finds a finished game again."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add it to tables; those that are there have none."""
    op.add_column("tables", sa.Column("difficulty", sa.Text, nullable=True))
