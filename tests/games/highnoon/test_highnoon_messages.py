"""Messages of HighNoon and their answers: zones, the kinds that exist, the server's own, and what an ack contains."""

import json
from typing import Any

import msgspec
import pytest

from saloon.core.game import SERVER
from saloon.table import Ack, Intent, Reject, Table
from table.answers import accepted, refused
from table.common import NO_HELP, Json, draw, message, plain, sha, zone
from table.listening import subscribe


def highnoon(**deal: Any) -> Table:
    return Table.deal("highnoon", seed="SEED-0001", nonce="n", match_id="m1", **deal)


@pytest.mark.parametrize(
    "source",
    [zone("hand", "p1"), zone("stock", "p1", 0)],
    ids=["a zone that does not exist", "an index where none belongs"],
)
def test_a_zone_that_is_none_is_malformed(source: Json) -> None:
    table = highnoon()
    sent = message(table, 0, draw(0), payload=draw(0)["payload"] | {"source": source})
    assert refused(table, 0, sent).code == "MALFORMED_MESSAGE"
    assert refused(table, 0, json.dumps(sent)).code == "MALFORMED_MESSAGE"
    assert refused(table, 0, json.dumps(sent).encode()).code == "MALFORMED_MESSAGE"


@pytest.mark.parametrize("ended", [False, True])
def test_a_payload_of_another_kind_is_malformed_also_after_the_end(ended: bool) -> None:
    table = highnoon()
    accepted(table, 0, message(table, 0, draw(0)))
    if ended:
        accepted(table, 1, message(table, 1, {"kind": "resign", "payload": {}}))
    answer = refused(table, 0, message(table, 0, draw(0), kind="flip", payload={}))
    assert answer.code == "MALFORMED_MESSAGE"
    assert answer.reason.startswith("the payload of 'flip' is malformed")


def test_a_count_however_deep_is_malformed_and_no_fault_of_the_rules() -> None:
    """No nesting depth fails between what JSON can nest and what a reason can quote."""
    table = highnoon()
    head = b'{"kind":"tableauMove","seq":0,"baseRev":0,"payload":{"source":{"zone":"tableau","owner":"p1","index":0},'
    head += b'"target":{"zone":"tableau","owner":"p1","index":1},"count":'
    for depth in range(800, 1010):
        answer = table.submit(0, head + b"[" * depth + b"]" * depth + b"}}")
        assert isinstance(answer, Reject), depth
        assert answer.code == "MALFORMED_MESSAGE"
    assert table.incidents == []


@pytest.mark.parametrize("kind", ["", "DRAW", "stateRequest ", "assist", "timeout", "undo", "redo", "deal"])
def test_a_kind_that_does_not_exist_here_is_refused_by_name(kind: str) -> None:
    table = highnoon()
    answer = refused(table, 0, message(table, 0, {"kind": kind, "payload": {}}))
    assert answer.code == "INVALID_ACTION_KIND"
    assert answer.reason == (
        f"{kind!r} is not a valid action here (known: draw, recycle, flip, tableauMove, foundationMove, resign, "
        "offerEnd, hint, pause, resume)"
    )


def test_the_server_may_send_its_own_kinds_only() -> None:
    table = highnoon(options={"clock": 2})
    assert refused(table, 0, message(table, 0, {"kind": "timeout", "payload": {"player": "p2"}})).code == (
        "INVALID_ACTION_KIND"
    )
    verdict = table.decide(SERVER, Intent(kind="draw", payload=draw(0)["payload"]))
    assert (verdict.result, verdict.code) == ("reject", "INVALID_ACTION_KIND")
    verdict = table.decide(SERVER, Intent(kind="timeout", payload={"player": "p3"}))
    assert (verdict.result, verdict.code) == ("reject", "MALFORMED_MESSAGE")
    assert table.rev == 0
    verdict = table.decide(SERVER, Intent(kind="timeout", payload={"player": "p2"}), at=120_000)
    assert (verdict.result, verdict.code, verdict.reason) == ("ack", "", "")
    assert [table.expected_seq(seat) for seat in (0, 1)] == [0, 0]
    assert (table.entries[-1].seat, table.entries[-1].at) == (SERVER, 120_000)
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((0,), "inactivity")


def test_everyone_gets_the_ack_of_a_server_action_which_has_no_seq() -> None:
    table = highnoon(options={"clock": 2})
    told: list[Any] = []
    for receiver in (0, 1, None):
        subscribe(table, receiver, told.append)
    table.decide(SERVER, Intent(kind="timeout", payload={"player": "p1"}))
    assert [(one.client_id, one.seq, one.rev, one.action.kind, one.legal) for one in told] == [
        ("server", None, 1, "timeout", [])
    ] * 3
    assert {one.outcome.winners for one in told} == {("p2",)}


def test_the_server_is_answered_too() -> None:
    answer = highnoon(options={"clock": 2}).submit(SERVER, {"kind": "timeout", "payload": {"player": "p1"}})
    assert isinstance(answer, Ack)
    assert (answer.client_id, answer.seq, answer.rev) == ("server", None, 1)


def test_every_field_of_an_ack() -> None:
    table = highnoon()
    told: dict[int | None, Any] = {}
    for receiver in (0, 1, None):
        subscribe(table, receiver, lambda one, receiver=receiver: told.__setitem__(receiver, plain(one)))  # type: ignore[misc]
    accepted(table, 1, message(table, 1, draw(1)))
    answer = plain(accepted(table, 0, message(table, 0, draw(0))))
    assert told[0] == answer
    for receiver, ack in told.items():
        change, legal = ack.pop("change"), ack.pop("legal")
        assert ack == {
            "kind": "ack",
            "rev": 2,
            "clientId": "p1",
            "seq": 0,
            "action": draw(0),
            "report": {},
            "help": NO_HELP,
            "viewHash": sha({"rev": 2, "view": table.view(receiver)}),
            "outcome": None,
        }
        board = {0: "you", 1: "opp", None: "p1"}[receiver]
        assert {tuple(one["path"]) for one in change} == {("sinceProgress", "p1"), (board, "stock"), (board, "waste")}
        assert legal == ([] if receiver is None else plain(table.snapshot(receiver, "CONNECT"))["legal"])
    assert list(answer) == [
        "kind", "rev", "clientId", "seq", "action", "change", "report", "help", "viewHash", "legal", "outcome",
    ]  # fmt: skip


def test_a_foundation_move_reports_where_the_rule_put_the_card() -> None:
    """The index that was wished for is acknowledged as it was sent; the report says what came of it. [HN-39]"""
    table = Table.deal("highnoon", seed="SEED-0001", options={"reveal": "auto"}, nonce="n")
    ups = [action for action in table.moves(0) if action.kind == "foundationMove"]
    while not ups:
        table.act(0, next(a for a in table.moves(0) if a.kind in ("draw", "recycle")))
        ups = [action for action in table.moves(0) if action.kind == "foundationMove"]
    listed = plain(ups[0])
    chosen = listed["target"]["index"]
    wish = listed | {"target": zone("foundation", "global", 7 - chosen)}
    told: list[Any] = []
    subscribe(table, None, told.append)
    answer = accepted(table, 0, message(table, 0, {"kind": "foundationMove", "payload": wish}))
    assert answer.report == told[0].report == {"resolvedFoundationIndex": chosen}
    assert plain(answer.action) == {"kind": "foundationMove", "payload": wish}
    assert len(table.state.foundations[chosen].cards) == 1


@pytest.mark.parametrize("written", ["1.0", "true", "1e0", "null", '"1"', "[1]"])
def test_a_count_that_only_looks_like_a_number_is_malformed(written: str) -> None:
    tables = (Table.deal("highnoon", seed=str(seed)) for seed in range(20))
    table, move = next((one, a) for one in tables for a in one.legal(0) if a.kind == "tableauMove")
    plain = msgspec.json.encode({"kind": "tableauMove", "payload": move, "seq": 0, "baseRev": 0})
    odd = plain.replace(b'"count":1', b'"count":' + written.encode())
    assert odd != plain
    answer = table.submit(0, odd)
    assert isinstance(answer, Reject)
    assert answer.code == "MALFORMED_MESSAGE"
    assert isinstance(table.submit(0, plain), Ack)


@pytest.mark.parametrize(
    "message",
    [
        b'{"baseRev": 0, "seq": 0, "payload": {"target": {"owner": "p1", "zone": "waste"}, "source": {"zone": "stock", '
        b'"owner": "p1"}}, "kind": "draw"}',
        b'{"kind":"draw","payload":{"source":{"zone":"stock","owner":"p1"},"target":{"zone":"w\\u0061ste","owner":"p1"}}'
        b',"seq":0,"baseRev":0,"clientId":"p1","clientTime":7}',
    ],
)
def test_the_order_of_fields_and_their_escapes_do_not_matter(message: bytes) -> None:
    table = Table.deal("highnoon", seed="1")
    assert isinstance(table.submit(0, message), Ack)
    assert table.entries[0].action.kind == "draw"
