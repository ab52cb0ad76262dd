"""Indexes for what was found by reading whole tables: the presence of a player, and the drills of a table."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the indexes."""
    op.create_index("presence_by_player", "presence", ["player_id"])
    op.create_index("drills_by_table", "drills", ["table_id"])
