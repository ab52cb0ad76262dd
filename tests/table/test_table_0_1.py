"""Saves, logs and save files that version 0.1 wrote are loaded, verified and played on."""

import json
from pathlib import Path

import pytest

from clauses import clause
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.savefile import KEY
from saloon.server.saves import brought
from saloon.table import Table, replay
from table.desk import plain

DATA = Path(__file__).parents[1] / "data" / "0.1"
SAVES = sorted(DATA.glob("*.save.json"))
SAVE_FILES = sorted(DATA.glob("meridian.*.602.json"))
every_save = pytest.mark.parametrize("file", SAVES, ids=lambda file: file.name)
every_save_file = pytest.mark.parametrize("file", SAVE_FILES, ids=lambda file: file.name)


def test_there_is_a_save_of_every_game() -> None:
    assert {file.name.split(".")[0] for file in SAVES} == {"cards", "highnoon", "klondike", "meridian", "nevernine"}
    assert len(SAVE_FILES) == 2


@every_save
@clause("HN-06", "HN-91", "HN-92")
def test_a_save_of_0_1_is_verified(file: Path) -> None:
    log = json.loads(file.read_bytes())
    report = replay(file.read_bytes())
    assert (report.status, report.final_rev) == ("SUCCESS", log["end"]["rev"])
    assert report.final_state_hash == log["end"]["stateHash"] == log["steps"][-1]["expectedStateHashAfter"]


@every_save
def test_a_save_of_0_1_is_played_on_under_its_rules(file: Path) -> None:
    log = json.loads(file.read_bytes())
    table = Table.load(file.read_bytes())
    assert table.game.rules_version == log["header"]["rulesVersion"]
    assert table.commitment == log["header"]["commitment"]
    if table.outcome is None:
        if table.help.paused:
            table.resume()
        for _ in range(5):
            seat = next(seat for seat in table.game.seats if table.moves(seat))
            table.act(seat, table.moves(seat)[0])
            if table.outcome is not None:
                break
    again = json.loads(table.save())
    assert again["header"] == log["header"]
    assert again["steps"][: len(log["steps"])] == log["steps"]
    assert replay(table.save()).status == "SUCCESS"


@every_save
def test_with_one_hash_changed_a_save_of_0_1_fails_there(file: Path) -> None:
    log = json.loads(file.read_bytes())
    for i in range(0, len(log["steps"]), 5):
        good, log["steps"][i]["expectedStateHashAfter"] = log["steps"][i]["expectedStateHashAfter"], "0" * 64
        assert replay(json.dumps(log)).failure_step == i
        log["steps"][i]["expectedStateHashAfter"] = good


@every_save_file
def test_a_save_file_of_0_1_goes_on_at_a_table(file: Path) -> None:
    document = json.loads(file.read_bytes())
    wish, start = brought(document)
    assert wish.game == "meridian"
    assert plain(start.help)["hints"] == document["currentGame"]["hintUses"]


@every_save_file
@clause("MM-340", "MM-342")
def test_a_save_file_of_0_1_goes_on_in_the_engine(file: Path) -> None:
    document = json.loads(file.read_bytes())
    engine = Engine(storage={KEY: file.read_text()})
    assert engine.load_game().success
    again = plain(engine.create_complete_snapshot())
    for part in ("deck", "waste", "tableau", "foundations", "pocket", "faceDown", "columnTypes", "seed", "gameMode"):
        assert again[part] == document[part], part
    assert again["currentGame"]["draws"] == document["currentGame"]["draws"]
    assert engine.draw_card().success
