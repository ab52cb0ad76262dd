"""Optional extras: turn a missing package into a message that names the extra to install."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires
from typing import Final

from .errors import MissingExtra

_PUBLIC: Final = ("client", "terminal", "mcp", "play", "cluster", "push", "traces", "research")
"""The extras for users, the smallest first."""
_PROVIDED_BY: Final = {"distributed": "dask", "opentelemetry": "opentelemetry-sdk"}
"""Distribution names of modules that differ from the module name."""


@contextmanager
def optional_imports() -> Iterator[None]:
    """Turn the failed import of a package of an extra into `MissingExtra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        extra = extra_of(missing)
        if extra is None:
            raise
        raise MissingExtra(f"{missing} is not installed: pip install 'saloon[{extra}]'") from None


def extra_of(module: str) -> str | None:
    """Return the smallest extra that installs a module; None if none does."""
    try:
        required = requires("saloon") or []
    except PackageNotFoundError:
        return None
    wanted = _normalised(_PROVIDED_BY.get(module, module))
    found = {
        match[2]
        for line in required
        if (match := re.match(r"([\w.-]+).*extra == ['\"](\w+)['\"]", line)) and _normalised(match[1]) == wanted
    }
    return next((extra for extra in _PUBLIC if extra in found), None)


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
