"""AIRBAG: should the rules ever fail, the last good state stays, everybody gets it, and the incident is kept."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from saloon.core.errors import InvariantBreach
from saloon.core.game import Action
from saloon.core.registry import Registry
from saloon.table import Ack, Intent, Reject, Snapshot, Table, replay
from saloon.table.messages import wire
from samples import DUEL
from table.common import OLDEST, Faulty, Json, doubled, message, out_of_range, plain, standing
from table.listening import subscribe

Fault = Callable[[Any], Any]


def usual_move(table: Table, seat: int = 0) -> Action:
    """Return the last legal action of a seat that gives nothing up: of the same kind before and after two moves."""
    return [action for action in table.moves(seat) if action.kind not in table.game.giving_up][-1]


def sound() -> Table:
    """A table on which two moves were made."""
    table = Table.deal(Faulty(), seed="SEED-0001", nonce="n")
    for seat in (0, 1):
        table.act(seat, usual_move(table, seat))
    return table


FAULTS: dict[str, tuple[Fault, str]] = {
    "a doubled card": (doubled, "an action lost, doubled or exchanged a card"),
    "an IndexError": (out_of_range, f"the rules failed on {usual_move(sound()).kind!r}: IndexError"),
}
every_fault = pytest.mark.parametrize(("fault", "reason"), FAULTS.values(), ids=FAULTS)


def table_with(fault: Fault, match_id: str | None = None) -> Table:
    """A table on which two moves were made before its rules break."""
    game = Faulty()
    table = Table.deal(game, seed="SEED-0001", nonce="n", match_id=match_id)
    for seat in (0, 1):
        assert isinstance(table.submit(seat, message(table, seat, usual_move(table, seat))), Ack)
    game.fault = fault
    return table


def mend(table: Table) -> None:
    assert isinstance(table.game, Faulty)
    table.game.fault = None


@every_fault
def test_the_last_good_state_stays_and_everybody_gets_it(
    fault: Fault, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = table_with(fault)
    heard: dict[int | None, list[Any]] = {receiver: [] for receiver in (0, 1, None)}
    for receiver, inbox in heard.items():
        subscribe(table, receiver, inbox.append)
    before, views = standing(table), [plain(table.view(receiver)) for receiver in (0, 1, None)]
    answer = table.submit(0, message(table, 0, usual_move(table, 0)))
    assert standing(table) == before
    assert isinstance(answer, Snapshot)
    assert (answer.reason, answer.rev, answer.expected_seq) == ("AIRBAG", 2, 1)
    for receiver, view in zip(heard, views, strict=True):
        (told,) = heard[receiver]
        assert plain(told) == plain(table.snapshot(receiver, "AIRBAG"))
        assert plain(told)["view"] == view
    assert table.incidents == [reason]
    (logged,) = caplog.records
    assert (logged.levelno, logged.name) == (logging.ERROR, "saloon.table.table")
    assert logged.getMessage() == f"AIRBAG at rev 2 of {DUEL}: {reason}"


@every_fault
def test_the_next_good_action_works_and_the_incidents_add_up(
    fault: Fault, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = table_with(fault, match_id="m9")
    for _ in range(2):
        assert isinstance(table.submit(0, message(table, 0, usual_move(table, 0), matchId="m9")), Snapshot)
    assert table.incidents == [reason, reason]
    assert caplog.messages == [f"AIRBAG at rev 2 of m9: {reason}"] * 2
    mend(table)
    answer = table.submit(0, message(table, 0, usual_move(table, 0)))
    assert isinstance(answer, Ack)
    assert (answer.rev, answer.seq) == (3, 1)
    assert table.incidents == [reason, reason]
    assert replay(table.log()).status == "SUCCESS"


@every_fault
def test_the_library_raises_what_happened(fault: Fault, reason: str) -> None:
    table = table_with(fault)
    before = standing(table)
    with pytest.raises(InvariantBreach) as breach:
        table.act(0, usual_move(table))
    assert (breach.value.reason, breach.value.code) == (reason, "INTERNAL_INVARIANT_BREACH")
    assert standing(table) == before
    assert isinstance(breach.value.__cause__, IndexError) == (fault is out_of_range)


@every_fault
def test_a_decision_reports_the_airbag(fault: Fault, reason: str) -> None:
    table = table_with(fault)
    sent = message(table, 0, usual_move(table, 0))
    verdict = table.decide(0, Intent(kind=sent["kind"], payload=sent["payload"], seq=1, base_rev=2))
    assert (verdict.result, verdict.code, verdict.reason) == ("snapshot", "AIRBAG", reason)


@every_fault
def test_a_refused_action_needs_no_airbag(fault: Fault, reason: str) -> None:
    table = table_with(fault)
    answer: Any = table.submit(0, message(table, 0, usual_move(table, 1)))
    assert isinstance(answer, Reject)
    assert answer.code == "OWNERSHIP_VIOLATION"
    assert table.incidents == []


def log_of(expected: str, **more: Any) -> Json:
    """A log of one move, with what it says must come of it."""
    table = Table.deal(Faulty(), seed="SEED-0001", nonce="n")
    step = {
        "i": 0,
        "clientId": "p1",
        "seq": 0,
        "baseRev": 0,
        "action": plain(wire(usual_move(table))),
        "expectedResult": expected,
        **more,
    }
    return {"header": plain(table.header()), "steps": [step]}


@every_fault
@pytest.mark.parametrize("expected", ["ack", "reject"])
def test_a_replay_that_needs_an_airbag_has_failed(
    fault: Fault, reason: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Faulty()
    monkeypatch.setattr("saloon.table.log.GAMES", Registry([game]))
    assert replay(_text(log_of("ack"))).status == "SUCCESS"
    game.fault = fault
    report = replay(_text(log_of(expected)))
    assert (report.status, report.failure_step, report.final_rev) == ("FAIL", 0, 0)
    assert report.failure_reason == f"the rules failed: {reason}"
    assert report.final_state_hash == Table.deal(DUEL, seed="SEED-0001", rules=OLDEST).state_hash()


@every_fault
def test_a_replay_that_needs_an_airbag_has_failed_even_if_the_log_says_so(
    fault: Fault, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Faulty()
    game.fault = fault
    monkeypatch.setattr("saloon.table.log.GAMES", Registry([game]))
    report = replay(_text(log_of("snapshot", expectedRejectCode="AIRBAG")))
    assert (report.status, report.failure_step, report.failure_reason) == ("FAIL", 0, f"the rules failed: {reason}")
    assert replay(_text(log_of("snapshot"))).status == "FAIL"


def _text(log: Json) -> bytes:
    return msgspec.json.encode(log)


def test_a_deal_that_breaks_an_invariant_is_refused_at_once() -> None:
    game = Faulty()
    sound = game.deal
    game.deal = lambda seed, options: doubled(sound(seed, options))
    with pytest.raises(InvariantBreach):
        Table.deal(game, seed="1")
