"""What the suite asks of a browser, and what the drivers of the engines share."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal, Protocol, TypeVar

Json = dict[str, Any]
Point = tuple[float, float]
Pointer = Literal["mouse", "touch"]
Found = TypeVar("Found")

PHONE = (390, 844)
"""Width and height of the page in pixels: a common iPhone."""
PATIENCE = 30.0
"""Seconds that a browser may take to start or to answer on a busy machine."""
_STEPS = (0.1, 0.4, 0.7, 1.0)
_STEP_MILLISECONDS = 40


class Page(Protocol):
    """One browser window with cookies and storage of its own."""

    def go(self, url: str) -> None:
        """Open an address and wait until it has loaded."""

    def reload(self) -> None:
        """Load the page again and wait until it has loaded."""

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a JavaScript function with a JSON value; return its result, awaited, as a JSON value."""

    def press(self, pointer: Pointer, start: Point, end: Point) -> None:
        """Press at one point and release at another: a tap if both are the same, otherwise a drag."""

    def screenshot(self) -> bytes:
        """Return a PNG of what is seen."""


Browser = Callable[[], AbstractContextManager[Page]]
"""Opens pages in a running browser."""


def pointer_actions(pointer: Pointer, start: Point, end: Point) -> list[Json]:
    """Return a tap or a drag as WebDriver and WebDriver BiDi both describe it."""

    def move(point: Point, milliseconds: int = 0) -> Json:
        return {"type": "pointerMove", "duration": milliseconds, "x": round(point[0]), "y": round(point[1])}

    (x, y), (to_x, to_y) = start, end
    way = [(x + (to_x - x) * part, y + (to_y - y) * part) for part in _STEPS] if start != end else []
    steps = [
        move(start),
        {"type": "pointerDown", "button": 0},
        *(move(point, _STEP_MILLISECONDS) for point in way),
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": steps}]


@contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str] | None = None, keep: Sequence[int] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in the background; end it and everything it has started when the block is left."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        pass_fds=keep,
    )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
            process.wait(5)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()


def wait_for(look: Callable[[], Found | None], process: subprocess.Popen[bytes]) -> Found:
    """Wait until a program that has just been started is ready; raise RuntimeError if it ends before."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = look()
        if found is not None:
            return found
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with status {process.returncode}")
        time.sleep(0.02)
    raise TimeoutError(f"{process.args!r} was not ready after {PATIENCE:.0f} seconds")
