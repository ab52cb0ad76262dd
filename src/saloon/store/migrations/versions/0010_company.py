"""Pairing, daily challenges, the history of ratings, public profiles, recovery phrases and erased players."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the tables, and an index for the results of a deal."""
    op.create_table(
        "pairing",
        _player(primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.table_id", ondelete="CASCADE"), nullable=True),
        sa.Column("paired_at", sa.BigInteger, nullable=True),
    )
    op.create_index("pairing_by_table", "pairing", ["table_id", "seen_at"])
    op.create_index("pairing_by_time", "pairing", ["paired_at"])
    op.create_table(
        "challenge_deals",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("level", sa.Text, primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
    )
    op.create_index("challenge_deals_by_seed", "challenge_deals", ["game", "seed"])
    op.create_index("tables_by_seed", "tables", ["game", "seed"])
    op.create_table(
        "rating_history",
        _player(primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("matches", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("uncertainty", sa.Double, nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("public_id", sa.Text, primary_key=True),
        _player(nullable=False, unique=True),
        sa.Column("is_open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "recoveries", sa.Column("phrase_hash", sa.Text, primary_key=True), _player(nullable=False, unique=True)
    )
    op.create_table(
        "erased_players",
        sa.Column("id_hash", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _player(*, primary_key: bool = False, nullable: bool = False, unique: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("players.player_id", ondelete="CASCADE")
    return sa.Column("player_id", sa.Text, reference, primary_key=primary_key, nullable=nullable, unique=unique or None)
