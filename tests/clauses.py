"""Naming what a test proves: `@clause("HN-39", "HN-40")` ties a test to the clauses of docs/rules."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def clause(*ids: str) -> Callable[[Test], Test]:
    """Mark a test with the clauses it proves. At most five, so that each is really looked at."""
    assert 1 <= len(ids) <= 5, f"a test names one to five clauses, not {len(ids)}"
    return lambda test: test
