"""The search kernels: loops compiled by Numba, loaded when first needed.

Importing Numba takes half a second and compiling a kernel several, so kernels are imported only by `load`, and compiled
code is cached on disk. A cached function does not notice that a function it calls was edited in another file, so the
cache folder is named by a hash of all kernel sources: an edited kernel never runs with stale code.
"""

import gc
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

from platformdirs import user_cache_path

SOURCES = Path(__file__).parent
_ONE_AT_A_TIME = Lock()


@cache
def load(name: str) -> Any:
    """Return the kernel module called `name`, its compiled functions cached on disk and ready to run."""
    with _ONE_AT_A_TIME, _cache_folder(), _no_collection():
        return importlib.import_module(f"{__name__}.{name}")


def source_hash(folder: Path = SOURCES) -> str:
    """Return a hash of all kernel sources."""
    digest = sha256()
    for file in sorted(folder.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder of compiled kernels: in the user's cache, or else in the temporary directory."""
    folder = user_cache_path("saloon", appauthor=False) / "kernels" / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"saloon-kernels-{os.getuid()}" / source_hash()
    return folder


def is_compiled() -> bool:
    """Whether the cache has all kernels, so that loading them is quick."""
    return _stamp().exists()


def mark_compiled() -> None:
    """Mark the cache as complete."""
    _stamp().touch()


def _stamp() -> Path:
    """Return the file that marks this folder as complete, for this Python and this Numba."""
    return cache_folder() / f"compiled-{sys.implementation.cache_tag}-{version('numba')}"


@contextmanager
def _cache_folder() -> Iterator[None]:
    """Make Numba cache the functions decorated inside this block in our folder; its other users are not affected."""
    config: Any = importlib.import_module("numba.core.config")
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before


@contextmanager
def _no_collection() -> Iterator[None]:
    """Disable garbage collection in this block: with Numba's many objects it would take a quarter of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
