"""How hard the deals of solitaires are, which takes a second or two to find out."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table of ratings."""
    op.create_table(
        "deal_ratings",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rating", sa.Text, nullable=False),
    )
