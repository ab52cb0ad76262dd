"""Games continued from a step of another one, and drills: positions in which a player lost a game that could be won."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add where a table was continued from, and the table of drills."""
    op.add_column("tables", sa.Column("origin", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("origin_step", sa.Integer, nullable=True))
    player = sa.ForeignKey("players.player_id", ondelete="CASCADE")
    op.create_table(
        "drills",
        sa.Column("player_id", sa.Text, player, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("lost_at", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=True),
        sa.Column("reviewed_at", sa.BigInteger, nullable=False),
    )
