"""Imports point down the list of layers only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "saloon"
LAYERS = ["core", "search", "games", "table", "solver", "bots", "store", "server", "cli"]
"""Lowest first."""
FACADES = {"compat": "table"}
"""Folders that lie in a game's package, and above its rules: the layer they count to."""
SIDE_EFFECTS = {"time", "random", "secrets", "os", "datetime", "pathlib", "logging"}


def layer_of(file: Path) -> str:
    """Return the layer of a module."""
    place = file.relative_to(SOURCE)
    if place.parts[0] == "games" and len(place.parts) > 3:
        return FACADES.get(place.parts[2], "games")
    return place.parts[0]


PACKAGED = sorted((SOURCE / "games").glob("*/**/*.py"))
RULEBOOKS = [file for file in PACKAGED if layer_of(file) == "games" and len(file.relative_to(SOURCE).parts) == 3]
"""The modules of the rules; bots lie in a folder of their own."""


def _statements(node: ast.AST, *, inside: bool) -> Iterator[ast.AST]:
    """Yield the nodes of a module; those of functions only with `inside`."""
    for child in ast.iter_child_nodes(node):
        yield child
        if inside or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _statements(child, inside=inside)


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


@pytest.mark.parametrize("file", sorted(SOURCE.glob("*/**/*.py")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_module_imports_its_own_layer_and_those_below(file: Path) -> None:
    allowed = LAYERS[: LAYERS.index(layer_of(file)) + 1]
    layers = {name.split(".")[1] for name in imported(file) if name.startswith("saloon.")}
    assert layers - {"__version__"} <= set(allowed)


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_game_imports_no_other_game(file: Path) -> None:
    games = {path.name for path in (SOURCE / "games").iterdir() if path.is_dir()}
    own = file.relative_to(SOURCE).parts[1]
    others = {name.split(".")[2] for name in imported(file) if name.startswith("saloon.games.")} - {own}
    assert not others & games
    assert layer_of(file) != "games" or "GAMES" not in others


@pytest.mark.parametrize("file", RULEBOOKS, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_rulebook_imports_nothing_that_has_side_effects(file: Path) -> None:
    assert not imported(file) & SIDE_EFFECTS


@pytest.mark.parametrize("facade", FACADES)
def test_no_module_imports_a_facade_when_it_is_loaded(facade: str) -> None:
    """A capability imports it when it is called."""
    for file in SOURCE.rglob("*.py"):
        if facade not in file.relative_to(SOURCE).parts:
            loaded = [name.split(".") for name in imported(file, inside=False)]
            assert not [name for name in loaded if name[:2] == ["saloon", "games"] and facade in name], file


@pytest.mark.parametrize("file", sorted(SOURCE.glob("**/*.py")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_module_relies_on_the_contract_by_types(file: Path) -> None:
    """Nobody probes what a game has, and only the registry erases the types of a game (`AnyGame`)."""
    source = file.read_text()
    assert "hasattr(" not in source
    assert "Game[Any, Any]" not in source or file == SOURCE / "core" / "registry.py"
