"""One message in, one answer out: the numbers, the order of the checks, and every field of an answer."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from saloon.core.errors import Rejected
from saloon.core.game import SERVER
from saloon.table import PROTOCOL_VERSION, Ack, Intent, Reject, Snapshot, Table, read_intent
from saloon.table.helpers import AssistFor
from saloon.table.messages import LONGEST_MESSAGE
from samples import DUEL, FOURSOME, SOLITAIRE, a_move
from table.answers import accepted, refused, shown
from table.common import NAMES, NO_HELP, Json, draw, message, plain, played, sha
from table.listening import subscribe


def duel(**deal: Any) -> Table:
    return Table.deal(DUEL, seed="SEED-0001", nonce="n", match_id="m1", **deal)


# --- sequence numbers and revisions -----------------------------------------------------------------------------


def test_numbers_count_per_seat_from_0_and_only_accepted_actions_use_one_up() -> None:
    table = duel()
    assert [table.expected_seq(seat) for seat in (0, 1)] == [0, 0]
    assert accepted(table, 0, draw(0) | {"seq": 0, "baseRev": 0}).seq == 0
    assert refused(table, 0, draw(1) | {"seq": 1, "baseRev": 1}).code == "OWNERSHIP_VIOLATION"
    assert accepted(table, 0, draw(0) | {"seq": 1, "baseRev": 1}).seq == 1
    assert accepted(table, 1, draw(1) | {"seq": 0, "baseRev": 2}).seq == 0
    assert [table.expected_seq(seat) for seat in (0, 1)] == [2, 1]
    assert table.expected_seq(None) == 0
    assert table.rev == 3


@pytest.mark.parametrize("seq", [-(10**30), -1, 0, 1])
def test_a_number_that_was_used_is_a_duplicate(seq: int) -> None:
    table = duel()
    for _ in range(2):
        accepted(table, 0, message(table, 0, draw(0)))
    answer = refused(table, 0, message(table, 0, draw(0), seq=seq))
    assert plain(answer) == {
        "kind": "reject",
        "code": "DUPLICATE_SEQ",
        "reason": f"message {seq if abs(seq) < 2**64 else 'a huge number'} is not new; the next is 2",
        "expectedSeq": 2,
        "rev": 2,
    }


@pytest.mark.parametrize("seq", [3, 4, 10**30])
def test_a_number_that_skips_one_is_answered_by_a_snapshot(seq: int) -> None:
    table = duel()
    for _ in range(2):
        accepted(table, 0, message(table, 0, draw(0)))
    answer = shown(table, 0, message(table, 0, draw(0), seq=seq))
    assert (answer.reason, answer.rev, answer.expected_seq) == ("SEQ_GAP", 2, 2)


@pytest.mark.parametrize("base_rev", [2, 3, 10**30])
def test_a_revision_of_the_future_is_answered_by_a_snapshot(base_rev: int) -> None:
    table = duel()
    accepted(table, 1, message(table, 1, draw(1)))
    answer = shown(table, 0, message(table, 0, draw(0), baseRev=base_rev))
    assert (answer.reason, answer.rev, answer.expected_seq) == ("BASE_REV_MISMATCH", 1, 0)


@pytest.mark.parametrize("base_rev", [-5, 0, 4, 5])
def test_a_revision_of_the_past_is_fine(base_rev: int) -> None:
    table = duel()
    for _ in range(5):
        accepted(table, 1, message(table, 1, draw(1)))
    assert accepted(table, 0, message(table, 0, draw(0), baseRev=base_rev)).rev == 6


@given(st.lists(st.tuples(st.sampled_from([0, 1]), st.integers(-1, 2), st.integers(-2, 2)), max_size=12))
@settings(max_examples=60, deadline=None)
def test_the_numbers_decide_as_the_contract_says(sent: list[tuple[int, int, int]]) -> None:
    table, used, rev = duel(), [0, 0], 0
    for seat, skip, ahead in sent:
        answer = table.submit(seat, draw(seat) | {"seq": used[seat] + skip, "baseRev": rev + ahead})
        if skip < 0:
            assert isinstance(answer, Reject)
            assert answer.code == "DUPLICATE_SEQ"
        elif skip > 0 or ahead > 0:
            assert isinstance(answer, Snapshot)
            assert answer.reason == ("SEQ_GAP" if skip else "BASE_REV_MISMATCH")
        else:
            assert isinstance(answer, Ack)
            used[seat], rev = used[seat] + 1, rev + 1
        assert [table.expected_seq(seat) for seat in (0, 1)] == used
        assert table.rev == rev == len(table.entries)


# --- what is no message -----------------------------------------------------------------------------------------

MALFORMED: dict[str, Json] = {
    "no seq": {"seq": None},
    "no baseRev": {"baseRev": None},
    "no kind": {"kind": None},
    "no payload": {"payload": None},
    "seq is text": {"seq": "0"},
    "seq is a fraction": {"seq": 0.5},
    "seq is a boolean": {"seq": False},
    "baseRev is text": {"baseRev": "0"},
    "kind is a number": {"kind": 7},
    "payload is a list": {"payload": []},
    "payload is text": {"payload": "draw"},
    "another match": {"matchId": "m2"},
    "matchId is a number": {"matchId": 1},
    "another client": {"clientId": "p2"},
    "the server's name": {"clientId": "server"},
    "another protocol": {"protocolVersion": "2.5.0"},
    "clientTime is text": {"clientTime": "now"},
    "a state": {"state": {"status": "finished"}},
    "a result": {"rev": 1},
    "a foreign field in the payload": {"payload": draw(0)["payload"] | {"card": "d0:C:01"}},
}


@pytest.mark.parametrize("changes", MALFORMED.values(), ids=MALFORMED)
def test_what_has_not_the_shape_of_a_message_is_malformed(changes: Json) -> None:
    table = duel()
    sent = message(table, 0, draw(0), **changes)
    assert refused(table, 0, sent).code == "MALFORMED_MESSAGE"
    assert refused(table, 0, json.dumps(sent)).code == "MALFORMED_MESSAGE"
    assert refused(table, 0, json.dumps(sent).encode()).code == "MALFORMED_MESSAGE"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"matchId": "m2"}, "matchId is 'm2', but this table expects 'm1'"),
        ({"clientId": "p2"}, "clientId is 'p2', but this table expects 'p1'"),
        (
            {"protocolVersion": "1"},
            "this server speaks protocol 4.0.0, the client '1'; update the client or reload the page",
        ),
        ({"seq": None}, "the message needs both seq and baseRev"),
        ({"baseRev": None}, "the message needs both seq and baseRev"),
    ],
)
def test_a_malformed_envelope_is_refused_with_the_reason(changes: Json, reason: str) -> None:
    table = duel()
    assert refused(table, 0, message(table, 0, draw(0), **changes)).reason == reason


BROKEN: dict[str, Any] = {
    "nothing": b"",
    "no JSON": b"draw",
    "cut off": b'{"kind":"draw","payload":{',
    "bad UTF-8": b'{"kind":"dr\xffw","payload":{},"seq":0,"baseRev":0}',
    "a lone surrogate": '{"kind":"\ud800","payload":{},"seq":0,"baseRev":0}',
    "a list": b"[]",
    "null": b"null",
    "a number": b"1",
    "two messages": b'{"kind":"draw","payload":{}}{"kind":"draw","payload":{}}',
    "a number out of range": b'{"kind":"draw","payload":{},"seq":1e999,"baseRev":0}',
    "no object at all": None,
    "a list of pairs": [("kind", "draw")],
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN)
def test_anything_but_a_message_is_malformed(sent: Any) -> None:
    answer = refused(duel(), 0, sent)
    assert answer.code == "MALFORMED_MESSAGE"
    assert answer.reason.startswith("the message is malformed: ")


def test_a_message_may_have_16384_bytes_and_no_more() -> None:
    assert LONGEST_MESSAGE == 16_384
    table = duel()
    text = json.dumps(message(table, 0, draw(0))).encode()
    longest = text + b" " * (LONGEST_MESSAGE - len(text))
    answer = refused(table, 0, longest + b" ")
    assert (answer.code, answer.reason) == ("MALFORMED_MESSAGE", "a message has at most 16384 bytes, not 16385")
    assert refused(table, 0, (longest + b" ").decode()).code == "MALFORMED_MESSAGE"
    accepted(table, 0, longest)
    again = json.dumps(message(table, 0, draw(0)))
    accepted(table, 0, again + " " * (LONGEST_MESSAGE - len(again)))


@pytest.mark.parametrize("depth", [5, 100, 900, 2_000, 8_000])
def test_json_however_deep_is_refused_and_never_fails(depth: int) -> None:
    table = duel()
    payload = b"[" * depth + b"]" * depth
    for sent in (
        b'{"kind":"draw","seq":0,"baseRev":0,"payload":' + payload + b"}",
        b'{"kind":"draw","seq":0,"baseRev":0,"payload":{"source":' + payload + b"}}",
        b'{"kind":"draw","seq":0,"baseRev":0,"payload":{},"more":' + payload + b"}",
        payload,
    ):
        assert refused(table, 0, sent).code == "MALFORMED_MESSAGE"


def test_all_fields_of_the_envelope_may_be_there_if_they_agree() -> None:
    table = duel()
    full = {"matchId": "m1", "clientId": "p2", "protocolVersion": PROTOCOL_VERSION, "clientTime": 1_700_000_000_000}
    assert accepted(table, 1, message(table, 1, draw(1), **full)).client_id == "p2"


@pytest.mark.parametrize("form", ["mapping", "text", "bytes", "intent"])
def test_a_message_is_the_same_in_every_form(form: str) -> None:
    table = duel()
    sent = message(table, 0, draw(0))
    text = json.dumps(sent)
    forms = {"mapping": sent, "text": text, "bytes": text.encode(), "intent": read_intent(sent)}
    assert accepted(table, 0, forms[form]).action.kind == "draw"


def test_an_intent_that_is_read_has_the_fields_of_the_message() -> None:
    assert read_intent(b'{"kind":"x","payload":{"a":1},"seq":3,"baseRev":4,"clientTime":5}') == Intent(
        kind="x", payload={"a": 1}, seq=3, base_rev=4, client_time=5
    )
    with pytest.raises(Rejected) as rejected:
        read_intent("{}")
    assert rejected.value.code == "MALFORMED_MESSAGE"


# --- kinds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [DUEL, FOURSOME])
@pytest.mark.parametrize("kind", ["undo", "redo", "assist"])
def test_games_of_several_seats_have_no_undo(name: str, kind: str) -> None:
    table = Table.deal(name, seed="1", seats=("human", *["bot"] * (len(_game(name).seats) - 1)))
    assert refused(table, 0, message(table, 0, {"kind": kind, "payload": {}})).code == "INVALID_ACTION_KIND"
    if kind != "assist":
        with pytest.raises(Rejected) as rejected:
            getattr(table, kind)(0)
        assert rejected.value.code == "INVALID_ACTION_KIND"


def test_help_that_the_server_gives_disturbs_no_message_of_the_seat() -> None:
    """A client that has a message on its way when help is entered need not know of it."""
    table = Table.deal(SOLITAIRE, seed="7")
    on_its_way = message(table, 0, a_move(table))
    table.hint()
    table.act(SERVER, AssistFor("winnable", "p1"))
    answer = accepted(table, 0, on_its_way)
    assert (answer.client_id, answer.seq, answer.rev) == ("p1", 0, 3)
    assert accepted(table, 0, message(table, 0, {"kind": "hint", "payload": {}})).seq == 1


# --- two faults at once -----------------------------------------------------------------------------------------

TWO_FAULTS = [
    ({"matchId": "m2", "clientId": "p2"}, "MALFORMED_MESSAGE", "matchId is 'm2'"),
    ({"clientId": "p2", "protocolVersion": "1"}, "MALFORMED_MESSAGE", "clientId is 'p2'"),
    ({"protocolVersion": "1", "seq": None}, "MALFORMED_MESSAGE", "this server speaks protocol 4.0.0, the client '1'"),
    ({"matchId": "m2", "seq": 0}, "MALFORMED_MESSAGE", "matchId is 'm2'"),
    ({"seq": 0, "baseRev": None}, "MALFORMED_MESSAGE", "the message needs both"),
    ({"seq": 0, "baseRev": 99}, "DUPLICATE_SEQ", ""),
    ({"seq": 0, "kind": "fly"}, "DUPLICATE_SEQ", ""),
    ({"seq": 0, "payload": {}}, "DUPLICATE_SEQ", ""),
    ({"seq": 0, "payload": []}, "MALFORMED_MESSAGE", "the message is malformed"),
    ({"seq": 9, "baseRev": 99}, "SEQ_GAP", ""),
    ({"seq": 9, "kind": "fly"}, "SEQ_GAP", ""),
    ({"baseRev": 99, "kind": "fly"}, "BASE_REV_MISMATCH", ""),
    ({"baseRev": 99, "payload": {}}, "BASE_REV_MISMATCH", ""),
    ({"kind": "fly", "payload": {}}, "INVALID_ACTION_KIND", ""),
    ({"kind": "fly", "payload": []}, "MALFORMED_MESSAGE", "the message is malformed"),
]


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize(("changes", "code", "reason"), TWO_FAULTS)
def test_of_two_faults_the_first_decides(changes: Json, code: str, reason: str, ended: bool) -> None:
    """The end of the match is a third fault, and comes after all of these."""
    table = duel()
    accepted(table, 0, message(table, 0, draw(0)))
    if ended:
        accepted(table, 1, message(table, 1, {"kind": "resign", "payload": {}}))
    sent = message(table, 0, draw(0), **changes)
    if code in ("SEQ_GAP", "BASE_REV_MISMATCH"):
        assert shown(table, 0, sent).reason == code
    else:
        answer = refused(table, 0, sent)
        assert answer.code == code
        assert answer.reason.startswith(reason)


def test_after_the_end_every_action_is_refused_as_such_and_a_repeated_message_as_repeated() -> None:
    table = duel()
    accepted(table, 0, message(table, 0, {"kind": "resign", "payload": {}}))
    for seat in (0, 1):
        assert refused(table, seat, message(table, seat, draw(1 - seat))).code == "MATCH_FINISHED"
        for kind in ("resign", "hint", "pause", "resume"):
            sent = message(table, seat, {"kind": kind, "payload": {}})
            assert refused(table, seat, sent).code == "MATCH_FINISHED"
    assert refused(table, 0, message(table, 0, draw(0), seq=0)).code == "DUPLICATE_SEQ"


# --- stateRequest -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{}, {"seq": 0, "baseRev": 0}, {"seq": 77, "baseRev": 99}, {"clientId": "p1"}])
def test_a_state_request_gets_a_snapshot_with_any_numbers(changes: Json) -> None:
    table = duel()
    accepted(table, 0, message(table, 0, draw(0)))
    answer = shown(table, 0, {"kind": "stateRequest", "payload": {}} | changes)
    assert (answer.reason, answer.rev, answer.expected_seq) == ("STATE_REQUEST", 1, 1)
    assert plain(answer) == plain(table.snapshot(0, "STATE_REQUEST"))


def test_a_state_request_needs_the_shape_of_a_message() -> None:
    table = duel()
    assert refused(table, 0, {"kind": "stateRequest"}).code == "MALFORMED_MESSAGE"
    assert refused(table, 0, {"kind": "stateRequest", "payload": {}, "state": {}}).code == "MALFORMED_MESSAGE"


@pytest.mark.parametrize("changes", [{"matchId": "m2"}, {"clientId": "p2"}, {"protocolVersion": "1"}])
def test_a_state_request_that_is_addressed_wrongly_is_refused(changes: Json) -> None:
    answer = refused(duel(), 0, {"kind": "stateRequest", "payload": {}} | changes)
    assert answer.code == "MALFORMED_MESSAGE"


# --- what an answer holds ---------------------------------------------------------------------------------------


def test_the_ack_that_ends_the_game_has_the_outcome_and_no_legal_actions() -> None:
    table = duel()
    told: list[Any] = []
    subscribe(table, 1, told.append)
    answer = accepted(table, 0, message(table, 0, {"kind": "resign", "payload": {}}))
    for one in (answer, told[0]):
        assert plain(one)["outcome"] == {"winners": ["p2"], "reason": "resign", "scores": [0, 0]}
        assert one.legal == []
    assert plain(table.snapshot(0, "CONNECT"))["outcome"] == {"winners": ["p2"], "reason": "resign", "scores": [0, 0]}


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_snapshot(name: str) -> None:
    table = played(name, 3, 25, match_id="m")
    alone = len(table.game.seats) == 1
    for seat in (*table.game.seats, None):
        got = plain(table.snapshot(seat, "RESTART"))
        expected: Json = {
            "kind": "snapshot",
            "reason": "RESTART",
            "rev": 25,
            "game": name,
            "rulesVersion": table.game.rules_version,
            "protocolVersion": "4.0.0",
            "options": plain(table.options),
            "seat": None if seat is None else f"p{seat + 1}",
            "seats": ["human"] * len(table.game.seats),
            "commitment": sha({"game": name, "nonce": "n", "options": table.options, "seed": "3"}),
            "expectedSeq": sum(entry.seat == seat for entry in table.entries),
            "matchId": "m",
            "view": plain(table.game.view(table.state, seat)),
            "viewHash": sha({"rev": 25, "view": table.game.view(table.state, seat)}),
            "help": NO_HELP,
            "legal": [] if seat is None else [plain({"kind": a.kind, "payload": a}) for a in table.legal(seat)],
            **({"seed": "3"} if alone and seat == 0 else {}),
            "outcome": None,
        }
        assert got == expected
        assert list(got) == list(expected)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(3))
@clause("HN-98", "HN-99")
def test_every_answer_carries_exactly_what_its_receiver_may_send(name: str, number: int) -> None:
    """All that is listed is accepted, by a copy of the table; a reject carries a reason."""
    table = played(name, number, 30)
    for seat in table.game.seats:
        listed = plain(table.snapshot(seat, "CONNECT"))["legal"]
        for action in listed:
            copy = Table.load(table.save())
            assert isinstance(copy.submit(seat, message(copy, seat, action)), Ack), action
        for kind in {**table.game.actions, "undo": 0, "redo": 0, "hint": 0, "pause": 0, "resume": 0, "assist": 0}:
            bare = {"kind": kind, "payload": {}}
            if bare not in listed:
                assert refused(table, seat, message(table, seat, bare)).reason


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(2))
def test_acks_and_snapshots_agree_through_a_whole_submitted_game(name: str, number: int) -> None:
    """Whatever was submitted, the last ack of a receiver says what a snapshot would."""
    table = played(name, number, 0, seats=("human", *["bot"] * (len(list(_game(name).seats)) - 1)))
    told: dict[int | None, Any] = {}
    for receiver in (*table.game.seats, None):
        subscribe(table, receiver, lambda one, receiver=receiver: told.__setitem__(receiver, one))  # type: ignore[misc]
    for step in played(name, number, 60).entries:
        answer = accepted(table, step.seat, message(table, step.seat, step.action))
        assert (answer.client_id, answer.seq) == (f"p{step.seat + 1}", table.expected_seq(step.seat) - 1)
        assert plain(answer) == plain(told[step.seat])
        for receiver, ack in told.items():
            snapshot = table.snapshot(receiver, "CONNECT")
            assert (ack.rev, ack.view_hash, ack.help, ack.outcome) == (
                snapshot.rev,
                snapshot.view_hash,
                snapshot.help,
                snapshot.outcome,
            )
            assert msgspec.json.encode(ack.legal) == msgspec.json.encode(snapshot.legal)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(3))
def test_missed_acks_are_sent_again_unchanged(name: str, number: int) -> None:
    table = played(name, number, 0)
    taken, marks = [], [table.progress]
    for step in played(name, number, 50).entries:
        verdict = table.decide(step.seat, read_intent(message(table, step.seat, step.action)), at=step.at)
        assert verdict.accepted is not None
        taken.append(verdict.accepted)
        marks.append(table.progress)
    for rev, mark in enumerate(marks):
        again = list(table.accepted_since(mark))
        assert again == taken[rev:]
        assert [one.after.rev for one in again] == list(range(rev + 1, len(marks)))


def _game(name: str) -> Any:
    from saloon.games import GAMES

    return GAMES[name]


def test_the_length_of_a_message_is_counted_in_bytes() -> None:
    table = duel()
    long = json.dumps({"kind": "ä" * 8_200, "payload": {}}, ensure_ascii=False)
    assert len(long) < 16_384 < len(long.encode())
    for text in (long, long.encode()):
        answer: Any = table.submit(0, text)
        assert (answer.code, "16384 bytes" in answer.reason) == ("MALFORMED_MESSAGE", True)
