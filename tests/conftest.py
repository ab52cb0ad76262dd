"""How the tests run, whoever starts them: Hypothesis, Ctrl-C, and browsers last."""

import os
import signal
from collections import defaultdict
from collections.abc import Generator

import pytest
from hypothesis import settings

from web.fixtures import chromium, served, visit  # noqa: F401 - fixtures: one browser for all folders

settings.register_profile("free", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "free")


_spent: dict[str, float] = {"until": 0.0}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--cpu`, which says at the end which files took how much CPU time, other processes included."""
    parser.addoption("--cpu", action="store_true", help="show the CPU time of each test file, its processes included")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note with each report how much CPU time passed since the one before."""
    report = yield
    times = os.times()
    now = times.user + times.system + times.children_user + times.children_system
    report.user_properties.append(("cpu", now - _spent["until"]))
    _spent["until"] = now
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the CPU time of each file, the most expensive first."""
    if not terminalreporter.config.getoption("--cpu"):
        return
    spent: defaultdict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                spent[report.nodeid.partition("::")[0]] += sum(
                    value for name, value in report.user_properties if name == "cpu" and isinstance(value, float)
                )
    terminalreporter.section(f"CPU time: {sum(spent.values()):.0f} s")
    for file, seconds in sorted(spent.items(), key=lambda one: -one[1])[:40]:
        terminalreporter.write_line(f"{seconds:8.1f} s  {file}")


def pytest_configure() -> None:
    """Let the tests' processes be interrupted even if this one was started with Ctrl-C ignored, as shells do with `&`.

    Processes inherit the ignoring, but not a handler.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests in browsers last: from the first one on Playwright's event loop runs, and asyncio.run fails."""
    items.sort(key=_needs_browser)


def _needs_browser(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and not {"chromium", "way"}.isdisjoint(item.fixturenames)
