"""How Hypothesis runs: freely on a developer's machine, with fixed examples where CI is set. And when browsers run."""

import os

import pytest
from hypothesis import settings

from web.fixtures import chromium, served, visit  # noqa: F401 - fixtures: one browser for all folders

settings.register_profile("free", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "free")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests in browsers last: from the first one on Playwright's event loop runs, and asyncio.run fails."""
    items.sort(key=_needs_browser)


def _needs_browser(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and not {"chromium", "way"}.isdisjoint(item.fixturenames)
