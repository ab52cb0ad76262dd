"""Imports point down the list of layers only."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "saloon"
LAYERS = ["core", "search", "games", "table", "clerks", "solver", "bots", "store", "server", "cli"]
"""Lowest first."""
FACADES = {"games/*/engine.py": "table"}
"""Modules that stand in a rulebook's package for the reader's sake, and above it: the layer they count to."""


def layer_of(file: Path) -> str:
    """Return the layer of a module."""
    place = file.relative_to(SOURCE)
    return next((layer for facade, layer in FACADES.items() if place.match(facade)), place.parts[0])


RULEBOOKS = [file for file in sorted((SOURCE / "games").glob("*/*.py")) if layer_of(file) == "games"]


def imported(file: Path) -> set[str]:
    """Return the layers that a module imports, by absolute or relative names."""
    package = ["saloon", *file.relative_to(SOURCE).parent.parts]
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            names.add(".".join([*base, *([node.module] if node.module else [])]))
    return {name.split(".")[1] for name in names if name.startswith("saloon.")}


@pytest.mark.parametrize("file", sorted(SOURCE.glob("*/**/*.py")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_module_imports_its_own_layer_and_those_below(file: Path) -> None:
    allowed = LAYERS[: LAYERS.index(layer_of(file)) + 1]
    assert imported(file) <= set(allowed)


@pytest.mark.parametrize("file", RULEBOOKS, ids=lambda file: str(file.name))
def test_a_rulebook_imports_no_other_rulebook_and_nothing_that_has_side_effects(file: Path) -> None:
    text = file.read_text()
    names = {alias.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for alias in node.names}
    modules = {node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert not (names | modules) & {"time", "random", "secrets", "os", "datetime", "pathlib", "logging"}
    assert not any(name.startswith("saloon.games") for name in names | modules)


@pytest.mark.parametrize("facade", FACADES)
def test_no_module_imports_a_facade(facade: str) -> None:
    name = facade.removesuffix(".py").rpartition("/")[2]
    for file in SOURCE.rglob("*.py"):
        lines = file.read_text().splitlines()
        assert not [line for line in lines if "import" in line and line.rstrip().endswith(f".{name}")], file
        assert not [line for line in lines if line.startswith("from") and f".{name} import" in line], file
