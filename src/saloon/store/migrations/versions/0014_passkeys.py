"""Passkeys of players, and the challenges that they have answered."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "passkeys",
        sa.Column("passkey_id", sa.Text, primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.player_id", ondelete="CASCADE"), nullable=False),
        sa.Column("credential_id", sa.Text, nullable=False, unique=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("rp_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=True),
    )
    op.create_index("passkeys_by_player", "passkeys", ["player_id"])
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge", sa.Text, primary_key=True),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("passkey_challenges_by_expiry", "passkey_challenges", ["expires_at"])
