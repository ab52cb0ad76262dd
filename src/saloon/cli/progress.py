"""The progress bar of long commands, on standard error and only on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from saloon.core.extras import optional_imports


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function to report how much is done, and of how much."""
    if not sys.stderr.isatty():
        yield lambda done, total: None  # noqa: ARG005 - nobody is looking
        return
    with optional_imports():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # No thread of its own: a process with threads should not fork, and Python 3.12 and later warn about it.
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total, refresh=True)
