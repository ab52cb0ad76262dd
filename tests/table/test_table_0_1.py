"""Saves and logs that version 0.1 wrote are loaded, verified and played on."""

import json
from pathlib import Path

import pytest

from clauses import clause
from saloon.games import GAMES
from saloon.table import Table, replay

DATA = Path(__file__).parents[1] / "data" / "0.1"
SAVES = sorted(DATA.glob("*.save.json"))
every_save = pytest.mark.parametrize("file", SAVES, ids=lambda file: file.name)


def test_there_is_a_save_of_every_game_of_0_1() -> None:
    games = {file.name.split(".")[0] for file in SAVES}
    assert len(games) == 5
    assert games <= {game.name for game in GAMES}


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
