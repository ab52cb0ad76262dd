"""Logs in the form that HighNoon's original exports are verified to the last hash, and fail where they are wrong."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from clauses import clause
from saloon.core.game import SERVER, seat_name
from saloon.table import Table, replay
from saloon.table.messages import wire
from samples import SOLITAIRE
from table.common import Json, plain

FILES = sorted((Path(__file__).parents[2] / "data" / "highnoon" / "original").glob("*.json"))
every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def read(file: Path) -> Json:
    log: Json = json.loads(file.read_bytes())
    return log


def text(log: Json) -> bytes:
    return msgspec.json.encode(log)


def exported(seed: str, *, mode: str = "split", minutes: int = 0, steps: int = 60, version: str = "2.5.2") -> Json:
    """Return a match of random play, good moves and bad ones, in the form of the original."""
    table = Table.deal("highnoon", seed=seed, options={"profile": "vnext", "mode": mode, "clock": minutes})
    random, log = Random(seed), list[Json]()
    for i in range(steps):
        seat = random.randrange(2)
        legal = [action for action in table.moves(seat) if action.kind != "resign"]
        action = plain(wire(random.choice(legal)))
        if random.random() < 0.3:
            spoil(action, random)
        message = {"seq": table.expected_seq(seat) - (random.random() < 0.05), "baseRev": table.rev, **action}
        numbers = {"seq": message["seq"], "baseRev": message["baseRev"]}
        answer = plain(table.submit(seat, message))
        step = {"i": i, "clientId": seat_name(seat), **numbers, "action": action, "expectedResult": answer["kind"]}
        step["expectedStateHashAfter"] = table.state_hash()
        log.append(step | ({"expectedRejectCode": answer["code"]} if answer["kind"] == "reject" else {}))
    if minutes:
        table.act(SERVER, table.legal(SERVER)[1])
        action = {"kind": "inactivity", "payload": {"playerId": "p2"}}
        end = {"i": steps, "clientId": "server", "action": action, "expectedResult": "ack"}
        log.append(end | {"expectedStateHashAfter": table.state_hash()})
    header = {"seed": seed, "protocolVersion": version, "rulesVersion": "1.0.0", "mode": mode}
    return {"header": header | {"startedAt": "2026-09-10T18:00:00.000Z", "progressLimitMinutes": minutes}, "steps": log}


def spoil(action: Json, random: Random) -> None:
    """Make something of a message wrong, as clients do."""
    payload = action["payload"]
    match random.randrange(7):
        case 0:
            del payload["source"]
        case 1:
            del payload["source"]["owner"]
        case 2:
            payload["source"]["owner"] = "p3"
        case 3:
            payload["source"]["index"] = 9
        case 4:
            payload.pop("target", None)
        case 5:
            payload["count"] = 0
        case _:
            payload["cardId"] = "d0:C:01"


@every_file
@clause("HN-05", "HN-06", "HN-91", "HN-92", "HN-102")
def test_what_the_original_exports_succeeds(file: Path) -> None:
    log = read(file)
    assert log["header"]["protocolVersion"] == "2.5.2"
    report = replay(file.read_bytes())
    accepted = sum(step["expectedResult"] == "ack" for step in log["steps"])
    final = log["steps"][-1]["expectedStateHashAfter"]
    assert plain(report) == {"status": "SUCCESS", "finalRev": accepted, "finalStateHash": final}
    table = Table.load(file.read_bytes())
    state, late = plain(table.state), log["steps"][-1]["action"]["payload"]["playerId"]
    assert plain(table.options) == {"clock": 3, "mode": log["header"]["mode"], "profile": "vnext", "reveal": "auto"}
    assert (state["status"], state["endedReason"], state["endedBy"]) == ("finished", "inactivity", late)
    assert state["winner"] == {"p1": "p2", "p2": "p1"}[late]


@every_file
def test_with_any_hash_changed_it_fails_at_that_step(file: Path) -> None:
    log = read(file)
    for i, step in enumerate(log["steps"]):
        good = step["expectedStateHashAfter"]
        step["expectedStateHashAfter"] = good[:-1] + ("0" if good[-1] != "0" else "1")
        report = replay(text(log))
        assert (report.status, report.failure_step, report.final_state_hash) == ("FAIL", i, good)
        step["expectedStateHashAfter"] = good


@every_file
@pytest.mark.parametrize(
    "change",
    [
        {"action": {"kind": "inactivity", "payload": {}}},
        {"action": {"kind": "inactivity", "payload": {"playerId": "p3"}}},
        {"action": {"kind": "inactivity", "payload": {"player": "p1"}}},
        {"action": {"kind": "resign", "payload": {}}},
        {"clientId": "p1", "seq": 0, "baseRev": 0},
        {"expectedResult": "reject"},
        {"expectedResult": "snapshot"},
        {"seq": 0},
        {"i": 0},
    ],
    ids=str,
)
def test_a_wrong_end_fails_at_the_end(file: Path, change: Json) -> None:
    log = read(file)
    log["steps"][-1] |= change
    assert replay(text(log)).failure_step == len(log["steps"]) - 1


@every_file
def test_the_wrong_player_was_not_late(file: Path) -> None:
    log = read(file)
    payload = log["steps"][-1]["action"]["payload"]
    payload["playerId"] = {"p1": "p2", "p2": "p1"}[payload["playerId"]]
    report = replay(text(log))
    assert (report.status, report.failure_step) == ("FAIL", len(log["steps"]) - 1)
    assert str(report.failure_reason).startswith("expected the state")


@every_file
def test_a_wrong_code_fails_at_that_step(file: Path) -> None:
    log = read(file)
    rejects = [step for step in log["steps"] if step["expectedResult"] == "reject"]
    assert rejects
    for step in rejects:
        good = step["expectedRejectCode"]
        step["expectedRejectCode"] = "INVALID_TARGET"
        assert replay(text(log)).failure_step == step["i"]
        step["expectedRejectCode"] = good


@every_file
def test_inactivity_is_a_timeout(file: Path) -> None:
    log = read(file)
    action = log["steps"][-1]["action"]
    table = Table.load(text(log))
    assert plain(wire(table.entries[-1].action)) == {
        "kind": "timeout",
        "payload": {"player": action["payload"]["playerId"]},
    }
    log["steps"][-1]["action"] = plain(wire(table.entries[-1].action))
    assert replay(text(log)).final_state_hash == log["steps"][-1]["expectedStateHashAfter"]
    again = replay(table.save())
    assert (again.status, again.final_state_hash) == ("SUCCESS", table.state_hash())


# --- what may be said otherwise -----------------------------------------------------------------------------------


@every_file
@pytest.mark.parametrize("version", ["2.5.0", "2.5.1", "2.5.2"])
@pytest.mark.parametrize("started", [{}, {"startedAt": None}, {"startedAt": "yesterday"}], ids=str)
def test_when_it_began_is_only_said(file: Path, version: str, started: Json) -> None:
    log = read(file)
    log["header"].pop("startedAt")
    log["header"] |= started | {"protocolVersion": version}
    assert replay(text(log)).status == "SUCCESS"


@every_file
def test_a_note_says_nothing_to_the_runner(file: Path) -> None:
    log = read(file)
    notes: list[Any] = [None, "", "why?", 7, {"by": "p1"}, ["x"]]
    for i, step in enumerate(log["steps"]):
        step["note"] = notes[i % len(notes)]
    assert replay(text(log)).status == "SUCCESS"


@every_file
@pytest.mark.parametrize("minutes", [2, 3, 5])
def test_every_clock_of_the_original_is_the_option(file: Path, minutes: int) -> None:
    log = read(file)
    log["header"]["progressLimitMinutes"] = minutes
    assert replay(text(log)).status == "SUCCESS"
    assert plain(Table.load(text(log)).options)["clock"] == minutes


@every_file
@pytest.mark.parametrize("header", [{"progressLimitMinutes": 0}, {"progressLimitMinutes": None}, {}], ids=str)
def test_a_header_need_not_name_the_clock_of_a_match_that_ended_by_inactivity(file: Path, header: Json) -> None:
    log = read(file)
    del log["header"]["progressLimitMinutes"]
    log["header"] |= header
    assert replay(text(log)).status == "SUCCESS"
    assert plain(Table.load(text(log)).options)["clock"] == 0


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({"progressLimitMinutes": 1}, "BAD_OPTION"),
        ({"progressLimitMinutes": "3"}, "LOG_DAMAGED"),
        ({"progressLimitMinutes": True}, "LOG_DAMAGED"),
        ({"progressLimitMinutes": 3, "options": {"profile": "vnext", "clock": 2}}, "LOG_DAMAGED"),
        ({"progressLimitMinutes": 3, "options": {"profile": "saloon"}}, "LOG_DAMAGED"),
        ({"progressLimitMinutes": 3, "options": {"profile": "saloon", "clock": 3}}, "LOG_DAMAGED"),
        ({"progressLimitMinutes": None, "options": {}}, "LOG_DAMAGED"),
        ({"progressLimitMinutes": 3, "game": SOLITAIRE, "mode": None}, "LOG_DAMAGED"),
        ({"startedAt": {}}, "LOG_DAMAGED"),
        ({"rulesVersion": "1.1.0"}, "BAD_OPTION"),
        ({"protocolVersion": "2.5.3"}, "LOG_NEWER"),
    ],
    ids=str,
)
def test_another_header_is_refused(header: Json, code: str) -> None:
    log = read(FILES[0])
    log["header"] |= header
    report = plain(replay(text(log)))
    assert (report["status"], "failureStep" in report) == ("FAIL", False)
    assert report["failureReason"].endswith(f"[{code}]")


def test_the_clock_may_be_among_the_options_too() -> None:
    log = read(FILES[0])
    log["header"]["options"] = {"profile": "vnext"}
    assert replay(text(log)).status == "SUCCESS"
    log["header"]["options"] = {"profile": "vnext", "clock": 3}
    assert replay(text(log)).status == "SUCCESS"
    del log["header"]["progressLimitMinutes"]
    assert replay(text(log)).status == "SUCCESS"


@pytest.mark.parametrize("rules", ["1.0.0", "1.1.0"])
@pytest.mark.parametrize("minutes", [0, 3, None])
def test_a_log_of_profile_saloon_names_its_clock_in_the_options(rules: str, minutes: int | None) -> None:
    log = plain(Table.deal("highnoon", seed="7", options={"clock": 3}, rules=rules).log())
    assert replay(text(log | {"header": log["header"] | {"startedAt": "noon"}})).status == "SUCCESS"
    log["header"]["progressLimitMinutes"] = minutes
    assert replay(text(log)).failure_reason == (
        "only logs of profile=vnext have progressLimitMinutes in the header; elsewhere it is an option [LOG_DAMAGED]"
    )


def test_other_games_have_no_such_clock() -> None:
    table = Table.deal(SOLITAIRE, seed="7")
    log = plain(table.log())
    log["header"]["progressLimitMinutes"] = 3
    assert "[BAD_OPTION]" in str(replay(text(log)).failure_reason)


@pytest.mark.parametrize("mode", ["split", "shared"])
@pytest.mark.parametrize("minutes", [0, 2, 3, 5])
@pytest.mark.parametrize("version", ["2.5.1", "2.5.2"])
def test_matches_with_good_moves_and_bad_ones_are_verified(mode: str, minutes: int, version: str) -> None:
    log = exported(f"{mode}{minutes}", mode=mode, minutes=minutes, version=version)
    assert "INVALID_SOURCE" in {step.get("expectedRejectCode") for step in log["steps"]}
    report = replay(text(log))
    assert (report.status, report.final_state_hash) == ("SUCCESS", log["steps"][-1]["expectedStateHashAfter"])
    for i in range(0, len(log["steps"]), 7):
        spoiled = deepcopy(log)
        spoiled["steps"][i]["expectedStateHashAfter"] = "0" * 64
        assert replay(text(spoiled)).failure_step == i
