"""Imports point down the list of layers only."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "saloon"
LAYERS = [
    "core",
    "search",
    "games",
    "table",
    "solver",
    "bots",
    "envs",
    "store",
    "client",
    "agents",
    "terminal",
    "server",
    "cli",
]
"""Lowest first."""
FACADES = {"compat": "table"}
"""Folders in a game's package that are above its rules, and the layer they belong to."""
SIDE_EFFECTS = {"time", "random", "secrets", "os", "datetime", "pathlib", "logging"}


def layer_of(file: Path) -> str:
    """Return the layer of a module."""
    place = file.relative_to(SOURCE)
    if place.parts[0] == "games" and len(place.parts) > 3:
        return FACADES.get(place.parts[2], "games")
    return place.parts[0]


PACKAGED = sorted((SOURCE / "games").glob("*/**/*.py"))
RULEBOOKS = [file for file in PACKAGED if layer_of(file) == "games" and len(file.relative_to(SOURCE).parts) == 3]
"""The modules of the rules; bots are in a separate folder."""


def _statements(node: ast.AST, *, inside: bool) -> Iterator[ast.AST]:
    """Yield the nodes of a module; those of functions only with `inside`."""
    for child in ast.iter_child_nodes(node):
        yield child
        if inside or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _statements(child, inside=inside)


@cache
def imported(file: Path, *, inside: bool = True) -> set[str]:
    """Return the modules that a module imports, by their full names; with `inside`, its functions' imports too."""
    package = ["saloon", *file.relative_to(SOURCE).parent.parts]
    names: set[str] = set()
    for node in _statements(ast.parse(file.read_text()), inside=inside):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return names


def test_a_module_imports_its_own_layer_and_those_below() -> None:
    for file in SOURCE.glob("*/**/*.py"):
        allowed = LAYERS[: LAYERS.index(layer_of(file)) + 1]
        layers = {name.split(".")[1] for name in imported(file) if name.startswith("saloon.")}
        assert layers - {"__version__"} <= set(allowed), file


def test_a_game_imports_no_other_game() -> None:
    games = {path.name for path in (SOURCE / "games").iterdir() if path.is_dir()}
    for file in PACKAGED:
        own = file.relative_to(SOURCE).parts[1]
        others = {name.split(".")[2] for name in imported(file) if name.startswith("saloon.games.")} - {own}
        assert not others & games, file
        assert layer_of(file) != "games" or "GAMES" not in others, file


def test_a_rulebook_imports_nothing_that_has_side_effects() -> None:
    assert RULEBOOKS
    for file in RULEBOOKS:
        assert not imported(file) & SIDE_EFFECTS, file


@pytest.mark.parametrize("facade", FACADES)
def test_no_module_imports_a_facade_when_it_is_loaded(facade: str) -> None:
    """A capability imports it when it is called."""
    for file in SOURCE.rglob("*.py"):
        if facade not in file.relative_to(SOURCE).parts:
            loaded = [name.split(".") for name in imported(file, inside=False)]
            assert not [name for name in loaded if name[:2] == ["saloon", "games"] and facade in name], file


def test_a_module_relies_on_the_contract_by_types() -> None:
    """Nobody probes what a game has, and only the registry erases the types of a game (`AnyGame`)."""
    for file in SOURCE.glob("**/*.py"):
        source = file.read_text()
        assert "hasattr(" not in source, file
        assert "Game[Any, Any]" not in source or file == SOURCE / "core" / "registry.py", file
