"""The server is killed again and again while two people play. The long form is `python tests/server/crash.py`."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from server.crash import crash

KILLS = 2


@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "two-processes"])
def test_everything_published_survives_a_kill(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    fresh: Callable[[], str] = (
        (lambda: f"sqlite:///{tmp_path}/saloon.db") if kind == "sqlite" else request.getfixturevalue("postgres")
    )
    redis = request.getfixturevalue("valkey") if kind == "two-processes" else None
    tally = asyncio.run(crash(fresh(), KILLS, "suite", lambda _: None, redis=redis))
    assert tally.kills == KILLS
    assert tally.kept > KILLS  # each kill waited for at least one action
    assert tally.counts["lost connections"] >= KILLS
    assert {"SEQ_GAP", "DUPLICATE_SEQ", "BASE_REV_MISMATCH", "OWNERSHIP_VIOLATION"} & set(tally.counts)
