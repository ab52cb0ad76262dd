"""The playthrough files show what the rules do: every one is there, none is left over, and none has changed."""

from difflib import unified_diff
from functools import cache

import pytest

from playthroughs import FOLDER, every_playthrough
from positions import is_ours
from saloon.games import GAMES

FILES = sorted(path.name for path in FOLDER.iterdir())
NAMES = [game.name for game in GAMES if is_ours(game)]


@cache
def current() -> dict[str, str]:
    """Return what the files should be; not asked for while tests are collected, which every worker does."""
    return every_playthrough()


def test_there_is_a_file_for_each_and_no_other() -> None:
    assert sorted(current()) == FILES, "run python tests/playthroughs.py --write, and review the diff"


@pytest.mark.parametrize("file", FILES)
def test_the_rules_still_play_as_the_file_shows(file: str) -> None:
    before = (FOLDER / file).read_text(encoding="utf-8")
    difference = list(unified_diff(before.splitlines(), current()[file].splitlines(), file, "now", lineterm="", n=1))
    assert not difference, "\n".join(
        ["run python tests/playthroughs.py --write, and review the diff:", *difference[:40]]
    )
    assert before == current()[file]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_shown_to_its_end_under_its_newest_rules(name: str) -> None:
    shown = [text for file, text in current().items() if file.startswith(f"{name}-{GAMES[name].rules_version}-ended-")]
    assert shown
    assert all('outcome     {"winners":' in text for text in shown)


def test_the_files_stay_small_enough_to_be_read() -> None:
    sizes = [len(text.encode()) for text in current().values()]
    assert max(sizes) < 40_000
    assert sum(sizes) < 1_600_000
