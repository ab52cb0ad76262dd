"""The tests run under any conditions: in the background, from any folder, with some or all random examples."""

import gc
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]


def test_the_processes_of_a_test_can_be_interrupted_even_in_the_background() -> None:
    """A shell starts background jobs with Ctrl-C ignored, and processes inherit that; see `pytest_configure`."""
    program = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == "True\n"


def test_a_run_with_ctrl_c_ignored_from_another_folder_is_like_any_other(tmp_path: Path) -> None:
    this = f"{Path(__file__)}::test_the_processes_of_a_test_can_be_interrupted_even_in_the_background"
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), this],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert ran.returncode == 0, ran.stdout
    assert "1 passed" in ran.stdout


def test_the_collector_leaves_alone_what_stays_until_the_end(request: pytest.FixtureRequest) -> None:
    assert gc.isenabled()
    assert gc.get_freeze_count() > len(request.session.items)


@settings(max_examples=60)
@given(st.integers())
def test_every_day_a_share_of_the_random_examples_is_tried(pytestconfig: pytest.Config, number: int) -> None:
    assert settings().max_examples == (15 if pytestconfig.getoption("--examples") == "some" else 60)
