"""How the tests run in every environment: workers, random examples, Ctrl-C, and browsers last."""

import gc
import os
import re
import shutil
import signal
import tempfile
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings

from web.fixtures import chromium, served, unhurried, visit  # noqa: F401 - fixtures: one browser for all folders

settings.register_profile("free", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "free")

TESTS = Path(__file__).parent
SHARE = 4
"""Which part of its random examples a test tries every day; every night it tries all."""
ENOUGH = 10
"""So many examples are always tried, if the test asks for as many."""
MEMORY = "/dev/shm"
"""Here no write waits for a disk; the tests' databases make tens of thousands of them."""
ROOM = 4 * 2**30

MOST_RETRIES = 8
"""How many tests may need a second try before CI fails all the same."""
TIMED = {"agents", "cli", "client", "deploy", "package", "server", "terminal", "web"}
"""The folders of tests that wait for other processes, whose timing a busy machine changes."""
ONE_TRY = re.compile(r"crash|fault|fuzz|leak|attacks|hostile")
"""Tests of what must hold every time: that nothing is lost and nothing hidden is shown."""

_spent: dict[str, float] = {"until": 0.0}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--cpu` for the CPU time of each file, `--examples` for more examples, `--shuffle` for another order."""
    parser.addoption("--cpu", action="store_true", help="show the CPU time of each test file, its processes included")
    parser.addoption("--shuffle", metavar="SEED", type=int, help="run the tests in a random order")
    parser.addoption(
        "--examples",
        choices=("some", "all"),
        default="some",
        help=f"try 1/{SHARE} of the random examples that a test asks for, or all of them, as every night",
    )


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


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if too many tests passed only at their second try."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and len(reporter.stats.get("rerun", ())) > MOST_RETRIES and session.exitstatus == 0:
        reporter.write_line(f"More than {MOST_RETRIES} tests needed a second try.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_xdist_auto_num_workers() -> int | None:
    """Answer `-n auto` with one worker more than there are processors: many tests wait for a server or a browser."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 1


def pytest_configure() -> None:
    """Let the tests' processes be interrupted, and keep temporary files in memory where there is room for them.

    A process that was started with Ctrl-C ignored, as shells do with `&`, passes the ignoring on, but not a handler.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "TMPDIR" not in os.environ and _is_roomy(MEMORY):
        os.environ["TMPDIR"] = MEMORY
        tempfile.tempdir = None


def _is_roomy(folder: str) -> bool:
    """Whether programs may run from a folder, as some tests install them, and files of all workers find room there."""
    if not os.access(folder, os.W_OK) or os.statvfs(folder).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(folder).free > ROOM


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector from what stays until the end: thousands of tests and all that they import."""
    gc.disable()
    try:
        collected = yield
        gc.collect()
        gc.freeze()
        return collected
    finally:
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, None, None]:
    """Run the tests in browsers last: from the first one on Playwright's event loop runs, and asyncio.run fails.

    Shuffled tests are still grouped by the servers that they share, which pytest does in between.
    """
    if config.getoption("--shuffle") is not None:
        Random(config.getoption("--shuffle")).shuffle(items)
    yield
    items.sort(key=_needs_browser)
    if "CI" in os.environ:
        for item in filter(_is_timed, items):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if config.getoption("--examples") == "some":
        for test in {item.obj for item in items if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)}:
            _try_fewer(test)


def _try_fewer(test: Any) -> None:
    """Let a test with Hypothesis try a part of its examples; those of parametrised tests share one function."""
    asked = getattr(test, "_hypothesis_internal_use_settings", None) or settings()
    fewer = max(asked.max_examples // SHARE, min(asked.max_examples, ENOUGH))
    test._hypothesis_internal_use_settings = settings(asked, max_examples=fewer)


def _is_timed(item: pytest.Item) -> bool:
    """Whether a test may try twice in CI: none of rules, solvers, bots and stores may, and none of losses and leaks."""
    path = item.path.relative_to(TESTS)
    return (_needs_browser(item) or path.parts[0] in TIMED) and not ONE_TRY.search(str(path))


def _needs_browser(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and not {"chromium", "way"}.isdisjoint(item.fixturenames)
