"""Every clause of the rules is named by a test, and a test names at most five."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from positions import is_ours, kit_of
from saloon.games import GAMES

ROOT = Path(__file__).parents[1]
CLAUSE = re.compile(r"^- \*\*(?P<id>[A-Z]{2}-\d+)\*\*(?: \((?P<home>page|server|process)\))?")
NAMES = [game.name for game in GAMES if is_ours(game)]


def clauses(game: str) -> dict[str, str | None]:
    """Return the clauses of a rulebook with the home that its mark names, None for the engine."""
    lines = (ROOT / "docs" / "rules" / f"{game}.md").read_text().splitlines()
    found = [match for line in lines if (match := CLAUSE.match(line))]
    twice = [id_ for id_, times in Counter(match["id"] for match in found).items() if times > 1]
    assert not twice
    return {match["id"]: match["home"] for match in found}


@cache
def named() -> dict[str, list[str]]:
    """Return the clauses that tests name, each with its tests."""
    tests: dict[str, list[str]] = {}
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for id_ in _ids(node, file):
                    tests.setdefault(id_, []).append(f"{file.name}::{node.name}")
    return tests


def _ids(node: ast.FunctionDef, file: Path) -> list[str]:
    ids = [
        ast.literal_eval(argument)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "clause"
        for argument in decorator.args
    ]
    assert len(ids) <= 5, f"{file.name}::{node.name} names {len(ids)} clauses; five are the most"
    return ids


@pytest.mark.parametrize("game", NAMES)
def test_the_rulebook_has_every_clause_once(game: str) -> None:
    assert sorted(clauses(game)) == sorted(kit_of(game).clauses)


@pytest.mark.parametrize("game", NAMES)
def test_every_clause_for_the_engine_is_named_by_a_test(game: str) -> None:
    tests = named()
    assert not [id_ for id_, home in clauses(game).items() if home is None and id_ not in tests]


def is_of_the_page(test: str) -> bool:
    """Return whether a test runs in a browser: of the page in general, or of a game's table."""
    file, _, _ = test.partition("::")
    return file.startswith("test_web_") or file.endswith("_web.py")


@pytest.mark.parametrize("game", NAMES)
def test_every_clause_for_the_page_is_named_by_a_test_in_a_browser(game: str) -> None:
    shown = {id_ for id_, where in named().items() if any(is_of_the_page(test) for test in where)}
    assert not [id_ for id_, home in clauses(game).items() if home == "page" and id_ not in shown]


def test_tests_name_only_clauses_that_exist() -> None:
    known = {id_ for game in NAMES for id_ in clauses(game)}
    assert not {id_: where for id_, where in named().items() if id_ not in known}
