"""Plug-in distributions for tests: a sound game, and games that must be refused, installed in a folder of their own."""

import os
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import saloon
from saloon.core.registry import ENTRY_POINTS

REDBLACK: Final = Path(__file__).with_name("redblack")
"""The project of a small game that is sound."""
FAULTY: Final = {
    "broken": ("broken:Broken", "import no_such_library\n"),
    "elder": (
        "elder:Elder",
        """
        from redblack import RedBlack

        class Elder(RedBlack):
            engine = 0
            name = "elder"
        """,
    ),
    "lacking": (
        "lacking:Lacking",
        """
        from saloon.core.game import Game
        from redblack import RedBlack

        class Lacking(RedBlack):
            name = "lacking"
            outcome = Game.outcome
        """,
    ),
    "twice": (
        "twice:Twice",
        """
        from redblack import RedBlack

        class Twice(RedBlack):
            rules_version = "9.0.0"
        """,
    ),
}
"""Distributions with a game that is refused: entry point and module of each."""
REASONS: Final = {
    "broken": "it cannot be loaded: ModuleNotFoundError(\"No module named 'no_such_library'\") [BAD_GAME]",
    "elder": "elder was written for engine 0; this is engine 1 [OTHER_ENGINE]",
    "lacking": "lacking does not have the methods outcome [BAD_GAME]",
    "twice": "there is a game 'redblack' already [GAME_TWICE]",
}
"""Why each of them is refused."""


def install(project: Path, site: Path) -> None:
    """Install a project of pure Python as pip does: its package, and the metadata with its entry points."""
    told: dict[str, Any] = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    entries: dict[str, str] = told["entry-points"][ENTRY_POINTS]
    for package in {value.partition(":")[0] for value in entries.values()}:
        shutil.copytree(project / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    _add_metadata(site, told["name"], told["version"], entries)


def install_faulty(site: Path) -> None:
    """Install every distribution with a game that is refused."""
    for name, (entry, text) in FAULTY.items():
        (site / f"{name}.py").write_text(dedent(text))
        _add_metadata(site, f"saloon-{name}", "1.0", {name: entry})


def _add_metadata(site: Path, name: str, version: str, entries: Mapping[str, str]) -> None:
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"{entry} = {value}" for entry, value in entries.items()]
    (folder / "entry_points.txt").write_text("\n".join([f"[{ENTRY_POINTS}]", *lines, ""]))


def python_path(site: Path) -> str:
    """Return the PYTHONPATH of a process that has what is installed in `site`, and this Saloon."""
    here = Path(saloon.__path__[0]).parent
    return os.pathsep.join(filter(None, [str(site), str(here), os.environ.get("PYTHONPATH")]))
