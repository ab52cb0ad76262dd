"""Whatever is sent, there is one answer with a code, and the table is unchanged unless it says ack."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from saloon.core.errors import BadLog, SaloonError
from saloon.table import Ack, Reject, Snapshot, Table, read_intent, replay
from table.common import GOLDEN, NAMES, Json, message, plain, played, some_action, standing

NUMBERS = st.integers(-3, 9) | st.sampled_from([2**31, 2**53, 2**63, 2**64, 10**30, -(2**63) - 1])
LEAVES = st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
WORDS = st.sampled_from(
    ["kind", "payload", "seq", "baseRev", "matchId", "clientId", "protocolVersion", "source", "target", "count", "zone",
     "index", "owner", "bid", "card", "what", "header", "steps", "seed", "options", "i", "action", "state"]
)  # fmt: skip
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=3), inner),
    max_leaves=8,
)
few = settings(max_examples=25, deadline=None)
every_game = pytest.mark.parametrize("name", NAMES)


def answered(table: Table, seat: int, sent: Any) -> None:
    """Send it, and hold the answer to what it says."""
    before = standing(table)
    answer = table.submit(seat, sent)
    msgspec.json.encode(answer)
    if isinstance(answer, Ack):
        assert table.rev == before[0] + 1
        assert standing(table) != before
        return
    assert standing(table) == before
    if isinstance(answer, Reject):
        assert answer.code.isupper()
        assert answer.reason
    else:
        assert isinstance(answer, Snapshot)
        assert answer.reason in ("STATE_REQUEST", "SEQ_GAP", "BASE_REV_MISMATCH")
    assert table.incidents == []


def spoiled(value: Any, random: Random, junk: Any) -> Any:
    """Return `value` with something in it exchanged, left out, doubled or renamed."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        chance = random.random()
        if chance < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if chance < 0.2:
            return value | {f"{key}x": value[key]}
        return value | {key: spoiled(value[key], random, junk)}
    if isinstance(value, list) and value and random.random() < 0.9:
        place = random.randrange(len(value))
        chance = random.random()
        if chance < 0.1:
            return value[:place] + value[place + 1 :]
        if chance < 0.2:
            return [*value[:place], value[place], *value[place:]]
        return [*value[:place], spoiled(value[place], random, junk), *value[place + 1 :]]
    if isinstance(value, int) and random.random() < 0.6:
        return value + random.choice([-1, 1, 7])
    return junk


@every_game
@few
@given(st.binary(max_size=80) | st.text(max_size=40) | JSON | JSON.map(lambda value: msgspec.json.encode(value)))
@example(b'{"kind":"stateRequest","payload":{}}')
def test_random_bytes_text_and_json_are_answered(name: str, sent: Any) -> None:
    table = played(name, 1, 12)
    for seat in table.game.seats:
        answered(table, seat, sent)


@every_game
@few
@given(
    st.dictionaries(st.sampled_from(["kind", "payload", "seq", "baseRev", "clientId"]), JSON),
    st.sampled_from(
        ["draw", "play", "bid", "tableauMove", "foundationMove", "undo", "hint", "assist", "finish", "fly"]
    ),
    st.dictionaries(WORDS, JSON, max_size=4),
)
def test_messages_with_random_parts_are_answered(name: str, changes: Json, kind: str, payload: Json) -> None:
    table = played(name, 2, 12)
    answered(table, 0, {"kind": kind, "payload": payload, "seq": table.expected_seq(0), "baseRev": table.rev} | changes)
    answered(table, 0, {"kind": kind, "payload": payload, "seq": table.expected_seq(0), "baseRev": table.rev})


@every_game
@few
@given(st.integers(0, 10**6), JSON)
def test_spoiled_messages_are_answered(name: str, number: int, junk: Any) -> None:
    random = Random(number)
    table = played(name, number % 50, number % 40, helpers=number % 2 == 0)
    for _ in range(6):
        step = some_action(table, random, helpers=True)
        if step is None:
            return
        seat, action = step
        good = message(table, seat, action)
        answered(table, seat, spoiled(good, random, junk))
        text = bytearray(json.dumps(message(table, seat, action)).encode())
        text[random.randrange(len(text))] = random.randrange(256)
        answered(table, seat, bytes(text))
        answered(table, seat, bytes(text[: random.randrange(len(text))]))


def verdict(text: Any) -> None:
    """Replay and load `text`: both must agree, and raise nothing but a refusal with a code."""
    report = replay(text)
    table, refused = loaded(text)
    assert plain(report)["status"] in ("SUCCESS", "FAIL")
    assert (report.status == "FAIL") == bool(plain(report).get("failureReason"))
    if table is None:
        assert report.status == "FAIL"
        assert refused is not None
        assert refused.code.isupper()
        assert refused.reason
    else:
        assert report.status == "SUCCESS"
        assert (report.final_rev, report.final_state_hash) == (table.rev, table.state_hash())
        assert Table.load(table.save()).state_hash() == table.state_hash()


def loaded(text: Any) -> tuple[Table | None, BadLog | None]:
    """Return the table of `text`, or its refusal; any other exception is a fault."""
    try:
        return Table.load(text), None
    except BadLog as refused:
        return None, refused


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=80) | st.text(max_size=40) | JSON.map(lambda value: msgspec.json.encode(value)))
def test_random_bytes_text_and_json_are_no_log(text: Any) -> None:
    verdict(text)


@settings(max_examples=50, deadline=None)
@given(
    st.fixed_dictionaries(
        {"seed": st.text(max_size=4) | JSON, "protocolVersion": st.sampled_from(["2.5.1", "2", "9", "x"]) | JSON,
         "rulesVersion": st.just("1.0.0") | JSON},
        optional={"game": st.sampled_from(NAMES) | JSON, "mode": st.sampled_from(["split", "shared"]) | JSON,
                  "options": st.dictionaries(st.sampled_from(["draw", "mode", "limit", "stack", "clock"]), JSON) | JSON,
                  "nonce": JSON, "seats": st.lists(st.sampled_from(["human", "bot", "x"]), max_size=4) | JSON,
                  "commitment": JSON, "extra": JSON},
    ),
    st.lists(JSON | st.dictionaries(WORDS, JSON), max_size=3) | JSON,
)  # fmt: skip
def test_random_headers_and_steps_are_judged(header: Json, steps: Any) -> None:
    verdict(msgspec.json.encode({"header": header, "steps": steps}))


@every_game
@few
@given(st.integers(0, 10**6), JSON)
def test_spoiled_logs_are_judged(name: str, number: int, junk: Any) -> None:
    random = Random(number)
    log = plain(played(name, number % 20, 10, helpers=True).log())
    for _ in range(random.randrange(1, 3)):
        log = spoiled(log, random, junk)
    verdict(msgspec.json.encode(log))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), JSON)
def test_spoiled_golden_logs_are_judged(number: int, junk: Any) -> None:
    random = Random(number)
    log = json.loads(GOLDEN[number % len(GOLDEN)].read_bytes())
    log["steps"] = log["steps"][:12]
    verdict(msgspec.json.encode(spoiled(log, random, junk)))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60) | JSON)
def test_reading_an_intent_gives_one_or_a_refusal(sent: Any) -> None:
    code = ""
    try:
        intent = read_intent(sent)
    except SaloonError as refused:
        code = refused.code
    else:
        assert isinstance(intent.kind, str)
        assert isinstance(intent.payload, dict)
    assert code in ("", "MALFORMED_MESSAGE")
