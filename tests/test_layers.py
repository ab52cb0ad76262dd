"""Imports point down the list of layers only."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "saloon"
LAYERS = ["core", "games", "table", "solver", "bots", "store", "server", "cli"]
"""Lowest first."""


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
    layer = file.relative_to(SOURCE).parts[0]
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    assert imported(file) <= set(allowed)


@pytest.mark.parametrize("file", sorted((SOURCE / "games").glob("*/*.py")), ids=lambda file: str(file.name))
def test_a_rulebook_imports_no_other_rulebook_and_nothing_that_has_side_effects(file: Path) -> None:
    text = file.read_text()
    names = {alias.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for alias in node.names}
    modules = {node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert not (names | modules) & {"time", "random", "secrets", "os", "datetime", "pathlib", "logging"}
    assert not any(name.startswith("saloon.games") for name in names | modules)
