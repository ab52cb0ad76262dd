"""Replays verify the golden logs; with any one thing changed they fail exactly there."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clauses import clause
from saloon.core.game import SERVER, seat_name
from saloon.games import GAMES
from saloon.table import Intent, Log, Table, read_intent, replay
from saloon.table.helpers import AssistFor, Hint
from saloon.table.log import read_log
from saloon.table.messages import wire
from samples import DUEL, SOLITAIRE, TIMED, a_move, an_illegal_move, seat_to_act
from table.common import GOLDEN, NAMES, Json, clocked, message, plain, played

every_golden = pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
Spoil = Callable[[Json], None]


def golden(file: Path) -> Json:
    document: Json = json.loads(file.read_bytes())
    return document


def text(log: Json) -> bytes:
    return msgspec.json.encode(log)


def hash_before(log: Json, i: int) -> str:
    """Return the state hash that holds before step `i`."""
    if i:
        after: str = log["steps"][i - 1]["expectedStateHashAfter"]
        return after
    return Table.load(text({**log, "steps": []})).state_hash()


def rev_before(log: Json, i: int) -> int:
    return sum(step["expectedResult"] == "ack" for step in log["steps"][:i])


@every_golden
@clause("HN-05", "HN-06", "HN-91", "HN-92", "HN-102")
def test_every_golden_log_succeeds(file: Path) -> None:
    log = golden(file)
    steps = log["steps"]
    assert len(steps) == 120
    for given in (file.read_bytes(), file.read_text(), read_log(file.read_bytes())):
        report = replay(given)
        assert plain(report) == {
            "status": "SUCCESS",
            "finalRev": rev_before(log, len(steps)),
            "finalStateHash": steps[-1]["expectedStateHashAfter"],
        }
    table = Table.load(file.read_bytes())
    assert table.state_hash() == steps[-1]["expectedStateHashAfter"]
    assert len(table.entries) == table.rev == rev_before(log, len(steps))


@every_golden
def test_the_log_that_a_table_writes_of_a_golden_game_has_the_same_hashes(file: Path) -> None:
    log = golden(file)
    written = plain(Table.load(file.read_bytes()).log())
    accepted = [step for step in log["steps"] if step["expectedResult"] == "ack"]
    assert [step["expectedStateHashAfter"] for step in written["steps"]] == [
        step["expectedStateHashAfter"] for step in accepted
    ]
    assert [(step["clientId"], step["seq"]) for step in written["steps"]] == [
        (step["clientId"], step["seq"]) for step in accepted
    ]
    assert replay(text(written)).status == "SUCCESS"


# --- one thing changed ------------------------------------------------------------------------------------------


def _other_player(step: Json) -> None:
    step["clientId"] = "p2" if step["clientId"] == "p1" else "p1"


def _count(step: Json) -> None:
    step["action"]["payload"]["count"] += 1


def _no_count(step: Json) -> None:
    step["action"]["payload"]["count"] = 0


def _source_column(step: Json) -> None:
    step["action"]["payload"]["source"]["index"] = (step["action"]["payload"]["source"]["index"] + 1) % 7


def _target_column(step: Json) -> None:
    step["action"]["payload"]["target"]["index"] = (step["action"]["payload"]["target"]["index"] + 1) % 7


def _zone(step: Json) -> None:
    source = step["action"]["payload"]["source"]
    source["zone"] = {"stock": "waste", "waste": "stock", "tableau": "foundation"}[source["zone"]]


def _hash(step: Json) -> None:
    good = step["expectedStateHashAfter"]
    step["expectedStateHashAfter"] = ("1" if good[0] != "1" else "2") + good[1:]


def _put(**changes: Any) -> Spoil:
    return lambda step: step.update(changes)


def _add(field: str, number: int) -> Spoil:
    return lambda step: step.update({field: step[field] + number})


def _drop(field: str) -> Spoil:
    return lambda step: step.pop(field)


ALWAYS: dict[str, Spoil] = {
    "the other player": _other_player,
    "nobody": _put(clientId="p3"),
    "the server": _put(clientId="server"),
    "an unknown kind": lambda step: step["action"].update(kind="fly"),
    "a kind that is no text": lambda step: step["action"].update(kind=None),
    "a payload that is none": lambda step: step["action"].update(payload=None),
    "an empty payload": lambda step: step["action"].update(payload={}),
    "a snapshot expected": _put(expectedResult="snapshot"),
    "nonsense expected": _put(expectedResult="maybe"),
    "another code": _put(expectedRejectCode="DUPLICATE_SEQ"),
    "another hash": _hash,
    "a later number": _add("i", 1),
    "an earlier number": _add("i", -1),
    "a used seq": _add("seq", -1),
    "a seq too far": _add("seq", 1),
    "no seq": _drop("seq"),
    "a null seq": _put(seq=None),
    "no baseRev": _drop("baseRev"),
    "a baseRev of the future": _add("baseRev", 1000),
    "no action": _drop("action"),
    "no result": _drop("expectedResult"),
    "a foreign field": _put(state={}),
    "a time that is none": _put(at="noon"),
}
STRICT: dict[str, Spoil] = {
    "a foreign field in the payload": lambda step: step["action"]["payload"].update(card=1),
}
"""What the original does not mind."""
ACCEPTED: dict[str, Spoil] = {
    "a reject expected": _put(expectedResult="reject"),
    "another zone": _zone,
}
MOVES: dict[str, Spoil] = {"one card more": _count, "no card": _no_count, "another target": _target_column}


@every_golden
def test_with_one_thing_changed_a_golden_log_fails_exactly_there(file: Path) -> None:
    log = golden(file)
    for i in range(GOLDEN.index(file), len(log["steps"]), 23):
        spoils = _spoils(log["steps"][i]) | (STRICT if "options" in log["header"] else {})
        for name, spoil in spoils.items():
            spoiled = {**log, "steps": [*log["steps"][:i], deepcopy(log["steps"][i]), *log["steps"][i + 1 :]]}
            spoil(spoiled["steps"][i])
            report = replay(text(spoiled))
            assert (report.status, report.failure_step) == ("FAIL", i), name
            assert report.failure_reason, name
            if report.final_rev == rev_before(log, i):
                assert report.final_state_hash == hash_before(log, i), name


def _spoils(step: Json) -> dict[str, Spoil]:
    if step["expectedResult"] != "ack":
        return ALWAYS | {"an ack expected": _put(expectedResult="ack")}
    spoils = ALWAYS | ACCEPTED
    payload = step["action"]["payload"]
    if step["action"]["kind"] == "tableauMove":
        spoils |= MOVES
    if payload.get("source", {}).get("zone") == "tableau":
        spoils |= {"another source": _source_column}
    return spoils


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_put(clientId="p3"), "this table has no client 'p3'"),
        (_add("i", 1), "the step is numbered 4"),
        (_put(clientId="server"), "a step of the server has no seq"),
        (_put(expectedResult="reject"), "expected reject, got ack"),
        (_put(expectedRejectCode="RULE_VIOLATION"), "expected RULE_VIOLATION, got no reject"),
        (_add("seq", -1), "expected ack, got reject DUPLICATE_SEQ message 0 is not new; the next is 1"),
        (_add("seq", 1), "expected ack, got snapshot SEQ_GAP"),
        (_add("baseRev", 1), "expected ack, got snapshot BASE_REV_MISMATCH"),
        (
            lambda step: step["action"].update(kind=3),
            "expected ack, got reject MALFORMED_MESSAGE the message is malformed: "
            "Expected `str`, got `int` - at `$.kind`",
        ),
        (_drop("action"), "the step is damaged: Object missing required field `action`"),
    ],
)  # fmt: skip
def test_the_reason_says_what_was_expected_and_what_came(spoil: Spoil, reason: str) -> None:
    log = golden(GOLDEN[4])
    spoil(log["steps"][3])
    report = replay(text(log))
    assert (report.failure_step, report.failure_reason, report.final_rev) == (3, reason, 3 + (reason in APPLIED))


APPLIED = {"expected reject, got ack", "expected RULE_VIOLATION, got no reject"}
"""If the action itself was accepted, the table is past it."""


def test_a_wrong_hash_is_reported_with_the_right_one_and_the_table_is_past_the_step() -> None:
    log = golden(GOLDEN[4])
    good = log["steps"][3]["expectedStateHashAfter"]
    log["steps"][3]["expectedStateHashAfter"] = "0" * 64
    report = replay(text(log))
    assert plain(report) == {
        "status": "FAIL",
        "finalRev": 4,
        "finalStateHash": good,
        "failureStep": 3,
        "failureReason": f"expected the state {'0' * 64}, got {good}",
    }


def test_a_wrong_code_is_reported_with_the_right_one() -> None:
    log = golden(GOLDEN[4])
    i = next(i for i, step in enumerate(log["steps"]) if step.get("expectedRejectCode") == "CARD_NOT_ACCESSIBLE")
    log["steps"][i]["expectedRejectCode"] = "RULE_VIOLATION"
    report = replay(text(log))
    assert (report.failure_step, report.failure_reason) == (i, "expected RULE_VIOLATION, got CARD_NOT_ACCESSIBLE")


@every_golden
def test_a_step_too_many_too_few_or_out_of_order_is_found(file: Path) -> None:
    log = golden(file)
    i = next(i for i, step in enumerate(log["steps"]) if i > 20 and step["expectedResult"] == "ack")
    head, step, tail = log["steps"][:i], log["steps"][i], log["steps"][i + 1 :]
    lost = replay(text({**log, "steps": head + tail}))
    assert (lost.status, lost.failure_step, lost.failure_reason) == ("FAIL", i, f"the step is numbered {i + 1}")
    twice = replay(text({**log, "steps": [*head, step, step | {"i": i + 1}]}))
    assert (twice.status, twice.failure_step) == ("FAIL", i + 1)
    assert "DUPLICATE_SEQ" in str(twice.failure_reason)
    swapped = replay(text({**log, "steps": [*head, tail[0] | {"i": i}, step | {"i": i + 1}]}))
    assert (swapped.status, swapped.failure_step) == ("FAIL", i)


# --- what may be changed ----------------------------------------------------------------------------------------


@every_golden
def test_the_foundation_that_is_wished_for_changes_nothing(file: Path) -> None:
    log = golden(file)
    wishes = [s for s in log["steps"] if s["action"]["kind"] == "foundationMove" and s["expectedResult"] == "ack"]
    assert wishes
    for number, step in enumerate(wishes):
        step["action"]["payload"]["target"]["index"] = (step["action"]["payload"]["target"]["index"] + 1 + number) % 8
    report = replay(text(log))
    assert (report.status, report.final_state_hash) == ("SUCCESS", log["steps"][-1]["expectedStateHashAfter"])


@every_golden
def test_what_is_not_said_is_not_compared(file: Path) -> None:
    log = golden(file)
    final = log["steps"][-1]["expectedStateHashAfter"]
    for step in log["steps"]:
        step.pop("expectedStateHashAfter")
        step.pop("expectedRejectCode", None)
        step["baseRev"] = 0
        step["at"] = 7
    report = replay(text(log))
    assert (report.status, report.final_state_hash) == ("SUCCESS", final)
    assert {entry.at for entry in Table.load(text(log)).entries} == {7}


def test_a_log_may_contain_rejects_and_snapshots() -> None:
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    good, bad = plain(wire(a_move(table))), plain(wire(an_illegal_move(table)))
    malformed = {**good, "payload": good["payload"] | {"foreign": 1}}
    first = {"seq": 0, "baseRev": 0}
    sent: list[tuple[Json, Json, str, str | None]] = [
        (first, bad, "reject", plain(table.submit(0, {**first, **bad}))["code"]),
        ({"seq": 1, "baseRev": 0}, good, "snapshot", "SEQ_GAP"),
        ({"seq": 0, "baseRev": 1}, good, "snapshot", None),
        ({"baseRev": 0}, good, "reject", "MALFORMED_MESSAGE"),
        (first, malformed, "reject", "MALFORMED_MESSAGE"),
        (first, good, "ack", None),
        (first, good, "reject", "DUPLICATE_SEQ"),
    ]
    steps = [
        {
            **numbers,
            "action": action,
            "expectedResult": result,
            **({} if code is None else {"expectedRejectCode": code}),
        }
        for numbers, action, result, code in sent
    ]
    numbered = [{"i": i, "clientId": "p1", **step} for i, step in enumerate(steps)]
    report = replay(text({"header": plain(table.header()), "steps": numbered}))
    table.act(0, a_move(table))
    assert (report.status, report.final_rev, report.final_state_hash) == ("SUCCESS", 1, table.state_hash())


def test_steps_of_the_server_have_no_seq() -> None:
    table = clocked(DUEL, nonce="n")
    table.act(SERVER, table.legal(SERVER)[1], at=120_000)
    log = plain(table.log())
    assert "seq" not in log["steps"][0]
    assert replay(text(log)).status == "SUCCESS"
    log["steps"][0]["seq"] = None
    assert replay(text(log)).status == "SUCCESS"
    del log["steps"][0]["baseRev"]
    assert replay(text(log)).status == "SUCCESS"
    log["steps"][0]["seq"] = 0
    assert replay(text(log)).failure_reason == "a step of the server has no seq"


@pytest.mark.parametrize("name", NAMES)
def test_help_that_names_another_player_is_found(name: str) -> None:
    """A log in which the server helped anyone but the person at the table fails at that step."""
    seats = GAMES[name].seats
    for person in seats:
        kinds = tuple("human" if seat == person else "bot" for seat in seats)
        table = Table.deal(name, seed="7", nonce="n", seats=kinds)
        acting = seat_to_act(table)
        table.act(acting, a_move(table, acting))
        table.hint(person)
        if len(seats) == 1:
            table.act(SERVER, AssistFor("solve", seat_name(person)))
        log = plain(table.log())
        assert log["header"]["protocolVersion"] == "2.6.0"
        assert replay(text(log)).status == "SUCCESS"
        helped = [step["i"] for step in log["steps"] if "player" in step["action"]["payload"]]
        assert len(helped) == len(table.entries) - 1
        for i in helped:
            for player in {*map(seat_name, range(len(seats) + 1)), "server"} - {seat_name(person)}:
                spoiled = deepcopy(log)
                spoiled["steps"][i]["action"]["payload"]["player"] = player
                report = replay(text(spoiled))
                assert (report.status, report.failure_step) == ("FAIL", i), player


@pytest.mark.parametrize("name", NAMES)
def test_a_log_in_which_a_seat_asked_for_the_hint_itself_still_replays(name: str) -> None:
    table = Table.deal(name, seed="7", nonce="n", seats=("human", *("bot",) * (len(GAMES[name].seats) - 1)))
    table.act(0, Hint())
    log = plain(table.log())
    assert log["header"]["protocolVersion"] == "2.5.1"
    assert (log["steps"][0]["clientId"], log["steps"][0]["seq"]) == ("p1", 0)
    assert replay(text(log)).status == "SUCCESS"


def test_a_state_request_in_a_log_is_a_snapshot_as_at_the_table() -> None:
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    step = {"i": 0, "clientId": "p1", "action": {"kind": "stateRequest", "payload": {}}, "expectedResult": "snapshot"}
    assert replay(text({"header": plain(table.header()), "steps": [step]})).status == "SUCCESS"


# --- other games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_log_of_any_game_fails_exactly_where_it_is_changed(name: str) -> None:
    table = played(name, 9, 40)
    log = plain(table.log())
    assert replay(text(log)).final_state_hash == table.state_hash()
    for i in range(0, len(log["steps"]), 9):
        for spoil in (_hash, _put(expectedResult="reject"), _add("i", 1), _add("seq", 1), _put(clientId="p9")):
            spoiled = deepcopy(log)
            spoil(spoiled["steps"][i])
            report = replay(text(spoiled))
            assert (report.status, report.failure_step) == ("FAIL", i)


def test_a_replay_takes_a_log_that_was_not_written_yet() -> None:
    table = played(TIMED, 1, 15)
    assert isinstance(table.log(), Log)
    assert replay(table.log()).final_state_hash == table.state_hash()
    steps = table.log().steps
    broken = Log(table.header(), [*steps[:-1], None])
    assert replay(broken).failure_step == len(steps) - 1


def test_a_report_is_the_same_for_the_same_log() -> None:
    raw = GOLDEN[0].read_bytes()
    assert replay(raw) == replay(raw)


def test_what_a_replay_judges_is_what_a_table_answers() -> None:
    """Each golden step, sent as a message to a table, is answered as the log says."""
    log = golden(GOLDEN[1])
    table = Table.load(text({**log, "steps": []}))
    for step in log["steps"]:
        sent = {**step["action"], "seq": step["seq"], "baseRev": step["baseRev"], "clientId": step["clientId"]}
        seat = int(step["clientId"][1:]) - 1
        assert isinstance(read_intent(sent), Intent)
        answer = plain(table.submit(seat, sent))
        assert answer["kind"] == step["expectedResult"]
        assert answer.get("code") == step.get("expectedRejectCode")
        assert table.state_hash() == step["expectedStateHashAfter"]
    refused = plain(table.submit(0, message(table, 0, a_move(table, 1))))
    assert (refused["kind"], refused["code"]) == ("reject", "OWNERSHIP_VIOLATION")
