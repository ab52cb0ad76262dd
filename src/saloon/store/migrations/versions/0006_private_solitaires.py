"""Solitaires are private unless their player opens them to watchers, which was not possible until now."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make existing solitaires private."""
    op.execute("""UPDATE tables SET private = TRUE WHERE dealt_to = '["human"]'""")
