"""A game's name appears in its own folders, the registry and the docs, and nowhere else.

A name is looked for in paths and texts, in any case and as a part of words (`HighCardRoom`, `high_card`, `High Card`).
A game that is called like a module of the core cannot be found that way: of it, only module paths and the quoted name
count, and in the folders of other games, where the word quotes a field, only module paths.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from positions import is_ours
from saloon.games import GAMES

ROOT: Final = Path(__file__).parents[1]
SEARCHED: Final = ("src", "web/src", "tests")
CACHES: Final = {"__pycache__"}
ALLOWED: Final = (
    "src/saloon/games/__init__.py",  # the registry
    "src/saloon/page/",  # built from web/src
    "src/saloon/store/migrations/",  # history
    "tests/data/",
    "tests/playthroughs/",
)
OWN: Final = ("src/saloon/games", "web/src/games", "tests/games")
GAME_NAMES: Final = [game.name for game in GAMES if is_ours(game)]


def is_a_word(name: str) -> bool:
    """Return whether a game's name is also a word of the platform."""
    return (ROOT / "src" / "saloon" / "core" / f"{name}.py").exists()


def pattern(name: str) -> re.Pattern[str]:
    """Return what finds a game's name."""
    if is_a_word(name):
        return re.compile(rf"games[./]{name}\b|(['\"]){name}\1")
    words = re.findall(r"[A-Z]?[a-z0-9]+", GAMES[name].title)
    letters = r"[\s_-]?".join(words) if "".join(words).lower() == name else name
    return re.compile(letters, re.IGNORECASE)


PATTERNS: Final = {name: pattern(name) for name in GAME_NAMES}


def searched_files() -> Iterator[Path]:
    """Yield every file in which no game may be named, except in its own folders."""
    for folder in SEARCHED:
        for path in sorted((ROOT / folder).rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if path.is_file() and not CACHES & set(path.parts) and not place.startswith(ALLOWED):
                yield path


def named_in(path: Path) -> list[str]:
    """Return where a file names a game that it does not belong to, as `line: text`."""
    place = path.relative_to(ROOT).as_posix()
    others = {name: found for name, found in PATTERNS.items() if not is_own(place, name)}
    if any(is_own(place, name) for name in GAME_NAMES):
        others |= {
            name: re.compile(rf"games[./]{name}\b|from \.\.{name}\b|['\"]\.\./{name}/")
            for name in others
            if is_a_word(name)
        }
    lines = enumerate([place, *path.read_text(encoding="utf-8").splitlines()])
    return [
        f"{number}: {line.strip()}" for number, line in lines if any(found.search(line) for found in others.values())
    ]


def is_own(place: str, name: str) -> bool:
    """Return whether a file is in a folder of a game."""
    return any(place.startswith(f"{folder}/{name}/") for folder in OWN)


def test_no_game_is_named_outside_its_own_folders() -> None:
    found = [f"{path.relative_to(ROOT).as_posix()}:{line}" for path in searched_files() for line in named_in(path)]
    assert not found, "a game is named outside its own folders:\n" + "\n".join(found)


def test_names_are_found_however_they_are_written() -> None:
    for name, found in PATTERNS.items():
        title = GAMES[name].title
        assert found.search(f"from saloon.games.{name} import rules")
        assert found.search(f'if game == "{name}":')
        if found.flags & re.IGNORECASE:
            for written in (
                f"{name}Room",
                name.upper(),
                title,
                title.replace(" ", ""),
                title.replace(" ", "_").lower(),
                *(re.sub(r"(?<=[a-z]) ?(?=[A-Z])", joint, title) for joint in (" ", "_", "-", "")),
            ):
                assert found.search(written), written
        else:
            assert not found.search(f"the {name} of a hand, core.{name}, a_{name} = {name}")
