"""Runs `saloon` as if only the packages of the plain installation were there: `python without_extras.py deal …`."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import packages_distributions
from types import ModuleType

PLAIN = {"saloon", "msgspec", "platformdirs"}
"""The distributions that `pip install saloon` brings."""


class NotInstalled(MetaPathFinder):
    """Refuses to find the modules of all other distributions."""

    def __init__(self) -> None:
        self._missing = {module for module, owners in packages_distributions().items() if not PLAIN & {*owners}}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Fail as Python does where the module is not installed."""
        name = fullname.partition(".")[0]
        if name in self._missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, NotInstalled())
    from saloon.cli import main

    sys.exit(main(sys.argv[1:]))
