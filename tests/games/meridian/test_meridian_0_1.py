"""Save files of Meridian Master that version 0.1 wrote are loaded and played on."""

import json
from pathlib import Path

import pytest

from clauses import clause
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.savefile import KEY
from saloon.server.tables.saves import brought
from table.common import plain

SAVE_FILES = sorted((Path(__file__).parents[2] / "data" / "0.1").glob("meridian.*.602.json"))
every_save_file = pytest.mark.parametrize("file", SAVE_FILES, ids=lambda file: file.name)


def test_there_is_a_save_file_of_the_server_and_one_of_the_engine() -> None:
    assert len(SAVE_FILES) == 2


@every_save_file
def test_a_save_file_of_0_1_continues_at_a_table(file: Path) -> None:
    document = json.loads(file.read_bytes())
    wish, start = brought(document)
    assert wish.game == "meridian"
    assert plain(start.help)["hints"] == document["currentGame"]["hintUses"]


@every_save_file
@clause("MM-340", "MM-342")
def test_a_save_file_of_0_1_continues_in_the_engine(file: Path) -> None:
    document = json.loads(file.read_bytes())
    engine = Engine(storage={KEY: file.read_text()})
    assert engine.load_game().success
    again = plain(engine.create_complete_snapshot())
    for part in ("deck", "waste", "tableau", "foundations", "pocket", "faceDown", "columnTypes", "seed", "gameMode"):
        assert again[part] == document[part], part
    assert again["currentGame"]["draws"] == document["currentGame"]["draws"]
    assert engine.draw_card().success
