"""Push subscriptions of players, and when each was last sent a push message about a table."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "push_subscriptions",
        sa.Column("subscription_id", sa.Text, primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.player_id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("auth_secret", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("push_subscriptions_by_player", "push_subscriptions", ["player_id"])
    op.create_table(
        "pushes",
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.player_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("sent_at", sa.BigInteger, nullable=False),
    )
    op.create_index("pushes_by_table", "pushes", ["table_id"])
