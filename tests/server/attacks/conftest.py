"""Databases for the attacks."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/saloon.db"
    fresh: Callable[[], str] = request.getfixturevalue("postgres")
    return fresh()
