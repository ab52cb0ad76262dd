"""Migrations of older databases: Alembic renders them as SQL that each driver runs itself."""

from io import StringIO
from pathlib import Path
from typing import Final, Literal

from saloon.core.errors import BadInput

REVISIONS: Final = (
    "0001", "0002", "0003", "0004", "0005", "0006", "0007",
    "0008", "0009", "0010", "0011", "0012", "0013", "0014", "0015", "0016",
)  # fmt: skip
"""All known revisions, oldest first; a database with any other is newer than this program."""
REVISION: Final = REVISIONS[-1]
CONTRACTING: Final = frozenset({"0002", "0004", "0005", "0006"})
"""Revisions that change what is there, so that older servers must stop first. All others only add (ADR 74)."""

Dialect = Literal["sqlite", "postgresql"]


class NewerDatabase(BadInput):
    """The database was written by a newer version."""

    default_code = "DATABASE_NEWER"


def is_current(revision: str | None) -> bool:
    """Whether a database at this revision (None: an empty one) needs no migration; refuse a newer one."""
    if revision is not None and revision not in REVISIONS:
        raise NewerDatabase(
            f"the database has revision {revision!r}; this program knows up to {REVISION!r}. Use a newer Saloon."
        )
    return revision == REVISION


def keeps_older_servers(revision: str) -> bool:
    """Whether servers that use `revision` may keep running while a database is migrated from it."""
    return not CONTRACTING & {*REVISIONS[REVISIONS.index(revision) + 1 :]}


def upgrade_sql(dialect: Dialect, revision: str | None, to: str = "head") -> str:
    """Return the script that migrates a database from `revision`, in one transaction."""
    from alembic import command
    from alembic.config import Config

    out = StringIO()
    config = Config(output_buffer=out, attributes={"dialect": dialect})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    command.upgrade(config, f"{revision or 'base'}:{to}", sql=True)
    return out.getvalue()
