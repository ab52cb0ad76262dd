"""Player ratings, and the results that are not rated yet: at first all results that count."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create both tables; the first seat's row stands for all results that were written together."""
    op.create_table(
        "unrated",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
    )
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.player_id"), primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("uncertainty", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.execute(
        "INSERT INTO unrated (table_id, seat) SELECT results.table_id, min(results.seat) FROM results"
        " JOIN tables ON tables.table_id = results.table_id"
        " WHERE NOT tables.seeded AND tables.game IN ('highnoon', 'nevernine')"
        " GROUP BY results.table_id, results.finished_at"
    )
