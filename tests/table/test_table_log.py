"""How a game is written down, and what is refused as a log: damaged, foreign, newer, or not what was promised."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from saloon.core.errors import BadLog, Rejected, SaloonError
from saloon.core.game import SERVER, Action
from saloon.games import GAMES
from saloon.table import LOG_VERSION, PROTOCOL_VERSION, Header, Table, replay
from saloon.table.helpers import Assist, AssistFor, Hint, HintFor
from saloon.table.log import game_of, read_log, write_log
from saloon.table.messages import wire
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE, TIMED, a_move, an_illegal_move, an_option
from table.common import NAMES, Json, message, plain, played, sha, standing
from table.logs import HEADER, log, refusal

# --- what is written --------------------------------------------------------------------------------------------


def test_a_table_that_was_just_dealt_has_a_save_without_steps() -> None:
    table = Table.deal(TIMED, seed="42")
    assert json.loads(table.save())["steps"] == []
    assert Table.load(table.save()).state == table.state


@pytest.mark.parametrize("name", NAMES)
@given(st.integers(0, 10**9), st.integers(0, 60))
@settings(max_examples=8, deadline=None)
@clause("HN-90")
def test_a_save_brings_everything_back(name: str, number: int, steps: int) -> None:
    """Seed and action log are all there is: state, numbers, record, help and times follow. [HN-90]"""
    table = played(name, number, steps, helpers=True, seats=("human", *["bot"] * (len(GAMES[name].seats) - 1)))
    loaded = Table.load(table.save())
    assert standing(loaded) == standing(table)
    assert (loaded.seed, loaded.nonce, loaded.options, loaded.seats, loaded.commitment) == (
        table.seed,
        table.nonce,
        table.options,
        table.seats,
        table.commitment,
    )
    assert loaded.save() == table.save()
    assert [plain(loaded.snapshot(seat, "RESTART")) for seat in (0, None)] == [
        plain(table.snapshot(seat, "RESTART")) for seat in (0, None)
    ]
    assert set(json.loads(table.save())) == {"header", "steps", "end"}


@pytest.mark.parametrize("left", [0, 3, 5])
def test_a_log_that_was_cut_off_is_known_by_its_end(left: int) -> None:
    saved = json.loads(played(SOLITAIRE, 3, 6).save())
    saved["steps"] = saved["steps"][:left]
    report = replay(json.dumps(saved))
    assert (report.status, report.failure_step, report.final_rev) == ("FAIL", left, left)
    assert report.failure_reason == f"the log is cut off: it ends at rev 6, not {left}"
    with pytest.raises(BadLog) as refused:
        Table.load(json.dumps(saved))
    assert refused.value.code == "LOG_DAMAGED"
    del saved["end"]
    assert replay(json.dumps(saved)).status == "SUCCESS"


@pytest.mark.parametrize(
    "end", [{"rev": 6}, {"rev": "6", "stateHash": "x"}, {"rev": 6, "stateHash": "x", "more": 1}, 6]
)
def test_an_end_that_is_none_is_refused(end: Any) -> None:
    saved = json.loads(played(SOLITAIRE, 3, 6).save())
    saved["end"] = end
    with pytest.raises(BadLog, match="the end is damaged") as refused:
        read_log(json.dumps(saved))
    assert refused.value.code == "LOG_DAMAGED"


def test_a_log_with_parts_that_are_unknown_is_refused() -> None:
    saved = json.loads(played(SOLITAIRE, 3, 6).save())
    with pytest.raises(BadLog, match="a log has no part 'state'") as refused:
        read_log(json.dumps({**saved, "state": {}}))
    assert refused.value.code == "LOG_DAMAGED"


@pytest.mark.parametrize("other", ["pause", "undo", "redo"])
def test_a_helper_that_was_exchanged_for_another_is_a_difference_at_its_step(other: str) -> None:
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    table.hint()
    table.act(0, a_move(table))
    saved = json.loads(table.save())
    saved["steps"][0]["action"]["kind"] = other
    report = replay(json.dumps(saved))
    assert (report.status, report.failure_step) == ("FAIL", 0)


def test_a_log_may_contain_malformed_messages() -> None:
    table = played(SOLITAIRE, 3, 2)
    saved = json.loads(table.save())
    del saved["end"]
    move = plain(wire(a_move(table)))
    bad = [
        {"kind": move["kind"]},
        {"payload": move["payload"]},
        move["kind"],
        {**move, "kind": 1},
        {**move, "x": 1},
    ]
    for action in bad:
        step = {"i": len(saved["steps"]), "clientId": "p1", "seq": 2, "baseRev": 2, "action": action}
        step |= {"expectedResult": "reject", "expectedRejectCode": "MALFORMED_MESSAGE", "expectedStateHashAfter": None}
        saved["steps"].append(step)
    saved["steps"].append({**saved["steps"][-1], "i": 7, "action": move, "seq": "2"})
    assert replay(json.dumps(saved)).status == "SUCCESS"


def test_a_save_may_be_text_or_bytes() -> None:
    table = played(TIMED, 3, 10)
    assert Table.load(table.save().decode()).state == Table.load(table.save()).state == table.state
    assert write_log(read_log(table.save())) == table.save()


# --- what a header may leave out --------------------------------------------------------------------------------


def test_a_header_is_read_to_the_game_and_options_it_names() -> None:
    header = Header(seed="1", protocol_version="2.5.1", rules_version="1.0.0", game=TIMED)
    assert game_of(header) == (GAMES[TIMED], GAMES[TIMED].options(), "1")


@pytest.mark.parametrize("version", ["2.7.0", "2.6.0", "2.6", "2.5.2", "2.5.1", "2.5.0", "2.5", "2.0.0", "2"])
def test_logs_of_every_2_x_are_read(version: str) -> None:
    assert Table.load(log(protocolVersion=version)).seed == "7"


def test_a_log_names_the_version_of_its_format_and_a_message_that_of_the_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (LOG_VERSION, PROTOCOL_VERSION) == ("2.5.1", "4.0.0")
    table = Table.deal(SOLITAIRE, seed="7")
    monkeypatch.setattr("saloon.table.snapshots.PROTOCOL_VERSION", "3.1.0")
    monkeypatch.setattr("saloon.table.table.PROTOCOL_VERSION", "3.1.0")
    assert table.snapshot(0, "CONNECT").protocol_version == "3.1.0"
    move = message(table, 0, a_move(table))
    assert plain(table.submit(0, {**move, "protocolVersion": LOG_VERSION}))["code"] == "MALFORMED_MESSAGE"
    assert plain(table.submit(0, {**move, "protocolVersion": "3.1.0"}))["kind"] == "ack"
    assert table.header().protocol_version == LOG_VERSION, "a newer wire writes the same logs"
    assert replay(table.save()).status == "SUCCESS"
    monkeypatch.setattr("saloon.table.log.LOG_VERSION", "2.5.0")
    assert table.header().protocol_version == "2.5.0"


@pytest.mark.parametrize(("milliseconds", "version"), [(0, "2.5.1"), (1, "2.5.2"), (90_000, "2.5.2")])
def test_a_log_with_the_time_played_before_has_a_newer_format(milliseconds: int, version: str) -> None:
    """A reader of 2.5.1 does not know `start.played`: it calls the log newer, not damaged."""
    game = GAMES[SAVING]
    table = Table.set_up(game, game.deal("7", game.options()), played=milliseconds)
    for one in (table, table.retry(), Table.load(table.save())):
        header = json.loads(one.save())["header"]
        assert header["protocolVersion"] == version
        assert ("played" in header["start"]) == (version == "2.5.2")
        assert header["start"].get("played", 0) == milliseconds
    assert replay(table.save()).status == "SUCCESS"
    old = json.loads(table.save())
    old["header"]["protocolVersion"] = "2.5.1"
    assert Table.load(msgspec.json.encode(old)).played_before == milliseconds, "written so before there was a format"


HELP: list[Action] = [HintFor("p1"), AssistFor("solve", "p1"), AssistFor("winnable", "p1")]


@pytest.mark.parametrize("help_", HELP, ids=lambda help_: f"{help_.kind}")
def test_a_log_in_which_the_server_gave_help_has_a_newer_format(help_: Action) -> None:
    """A reader of 2.5.x would stop at the step: it must call the log newer."""
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    table.act(0, a_move(table))
    assert json.loads(table.save())["header"]["protocolVersion"] == "2.5.1"
    table.act(SERVER, help_, at=900)
    saved = json.loads(table.save())
    assert saved["header"]["protocolVersion"] == "2.6.0"
    assert saved["steps"][1] == {
        "i": 1,
        "clientId": "server",
        "action": {"kind": help_.kind, "payload": plain(help_)},
        "expectedResult": "ack",
        "baseRev": 1,
        "expectedStateHashAfter": table.state_hash(),
        "expectedHelpAfter": plain(table.help),
        "at": 900,
    }
    loaded = Table.load(table.save())
    assert (standing(loaded), loaded.save()) == (standing(table), table.save())
    assert replay(table.save()).status == "SUCCESS"
    assert json.loads(table.retry().save())["header"]["protocolVersion"] == "2.5.1"


def test_the_newest_format_that_a_log_needs_is_written() -> None:
    game = GAMES[SAVING]
    table = Table.set_up(game, game.deal("7", game.options()), played=90_000)
    table.hint()
    assert json.loads(table.save())["header"]["protocolVersion"] == "2.6.0"
    assert Table.load(table.save()).played_before == 90_000


@pytest.mark.parametrize("version", ["2.5.1", "2.6.0"])
def test_logs_in_which_a_seat_sent_its_own_help_still_replay(version: str) -> None:
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    table.act(0, Hint())
    table.act(0, Assist("solve"))
    table.act(0, a_move(table))
    saved = json.loads(table.save())
    assert saved["header"]["protocolVersion"] == "2.5.1"
    assert [(step["clientId"], step["seq"]) for step in saved["steps"]] == [("p1", 0), ("p1", 1), ("p1", 2)]
    saved["header"]["protocolVersion"] = version
    assert replay(json.dumps(saved)).status == "SUCCESS"
    assert Table.load(json.dumps(saved)).save() == table.save()


# --- damaged, foreign, newer ------------------------------------------------------------------------------------

OPTION = an_option(SOLITAIRE)
DAMAGED, FOREIGN, NEWER, TOO_OLD = "LOG_DAMAGED", "LOG_FOREIGN", "LOG_NEWER", "LOG_TOO_OLD"
NO_LOG = "this is not a Saloon log: a log has a header and a list of steps"
REFUSED: dict[str, tuple[bytes | str, str, str]] = {
    "nothing": (b"", DAMAGED, "this file is damaged or not a log"),
    "no JSON": ("hello", DAMAGED, "this file is damaged or not a log"),
    "bad UTF-8": (b'{"header":"\xff"}', DAMAGED, "this file is damaged or not a log"),
    "a lone surrogate": ('{"header":"\ud800"}', DAMAGED, "this file is damaged or not a log"),
    "too deep": (b"[" * 100_000 + b"]" * 100_000, DAMAGED, "this file is damaged or not a log"),
    "a list": ("[]", FOREIGN, NO_LOG),
    "null": ("null", FOREIGN, NO_LOG),
    "other JSON": ('{"name":"x"}', FOREIGN, NO_LOG),
    "no steps": (json.dumps({"header": HEADER}), FOREIGN, NO_LOG),
    "steps that are none": (json.dumps({"header": HEADER, "steps": {}}), FOREIGN, NO_LOG),
    "no header": ('{"steps":[]}', FOREIGN, NO_LOG),
    "a header of text": ('{"header":"x","steps":[]}', FOREIGN, "the header names no protocolVersion"),
    "no version": (log(protocolVersion=None), FOREIGN, "the header names no protocolVersion"),
    "a version that is a number": (log(protocolVersion=2), FOREIGN, "the header names no protocolVersion"),
    "a version of words": (log(protocolVersion="2.x"), FOREIGN, "'2.x' is not a version of the log format"),
    "no version at all": (log(protocolVersion=""), FOREIGN, "'' is not a version of the log format"),
    "a newer patch": (
        log(protocolVersion="2.5.3"),
        NEWER,
        "this log has format 2.5.3; this program reads formats up to 2.5.2",
    ),
    "a newer minor": (log(protocolVersion="2.10.0"), NEWER, "this log has format 2.10.0; this program reads"),
    "a newer patch of the newest minor": (
        log(protocolVersion="2.7.1"),
        NEWER,
        "this log has format 2.7.1; this program reads formats up to 2.7.0",
    ),
    "a newer major": (log(protocolVersion="3.0.0"), NEWER, "this log has format 3.0.0; this program reads"),
    "newer with new fields": (log(protocolVersion="4.0", spin=1), NEWER, "this log has format 4.0"),
    "an old major": (log(protocolVersion="1.9.9"), TOO_OLD, "log format 1.9.9 is too old; this program reads 2.x"),
    "no seed": (log(seed=None), DAMAGED, "the header is damaged: "),
    "a seed that is a number": (log(seed=7), DAMAGED, "the header is damaged: "),
    "no rules version": (log(rulesVersion=None), DAMAGED, "the header is damaged: "),
    "an unknown field": (log(state={}), DAMAGED, "the header is damaged: "),
    "options that are a list": (log(options=[]), DAMAGED, "the header is damaged: "),
    "a seat of another kind": (log(seats=["ghost"]), DAMAGED, "the header is damaged: "),
    "another version of the rules": (
        log(rulesVersion="1.0.1"),
        "RULES_VERSION_UNKNOWN",
        f"{SOLITAIRE} has no rules '1.0.1' here (known: 1.0.0",
    ),
    "an unknown game": (log(game="bridge"), "UNKNOWN_GAME", "there is no game 'bridge'"),
    "an unknown option": (log(options={"spin": 1}), "BAD_OPTION", f"{SOLITAIRE} has no option 'spin'"),
    "a bad value": (
        log(options={OPTION: "never"}),
        "BAD_OPTION",
        f"{OPTION}='never' is not possible in {SOLITAIRE}",
    ),
    "a mode where there is none": (log(mode="split"), "BAD_OPTION", f"{SOLITAIRE} has no option 'mode'"),
    "no mode": (log(game=None), DAMAGED, "the header names no mode"),
    "two modes": (
        log(game=None, mode="split", options={"mode": "shared"}),
        DAMAGED,
        "the header names two modes, 'split' and 'shared'",
    ),
    "too few seats": (log(game=FOURSOME, seats=["human", "bot"]), DAMAGED, f"{FOURSOME} has 4 seats, each "),
    "too many seats": (log(seats=["human", "bot"]), DAMAGED, f"{SOLITAIRE} has 1 seats, each "),
}


@pytest.mark.parametrize(("text", "code", "reason"), REFUSED.values(), ids=REFUSED)
def test_anything_but_our_logs_is_refused_with_a_code_and_a_reason(text: bytes | str, code: str, reason: str) -> None:
    refused = refusal(text)
    assert refused.code == code
    assert refused.reason.startswith(reason)


@pytest.mark.parametrize(("name", "seed"), [(TIMED, "01"), (SOLITAIRE, ""), (DUEL, "x" * 257)])
def test_a_seed_that_deals_nothing_is_refused_as_a_bad_log(name: str, seed: str) -> None:
    refused = refusal(log(game=name, seed=seed, options={}))
    assert refused.code == "BAD_SEED"


def test_a_refused_save_leaves_the_running_table_alone() -> None:
    table = played(SOLITAIRE, 5, 20)
    before, kept = standing(table), table.save()
    for text, *_ in REFUSED.values():
        with pytest.raises(SaloonError):
            table.load(text)
    assert standing(table) == before
    assert table.save() == kept


# --- damage within the steps ------------------------------------------------------------------------------------


def tampered(table: Table, **changes: Any) -> bytes:
    """Return the save with its last step changed."""
    saved = json.loads(table.save())
    saved["steps"][-1] |= changes
    return msgspec.json.encode(saved)


@pytest.mark.parametrize(
    "changes",
    [
        {"action": {"kind": "fly", "payload": {}}},
        {"action": {"kind": "hint", "payload": {}}},
        {"action": {"kind": 1, "payload": {}}},
        {"expectedStateHashAfter": "0" * 64},
        {"expectedResult": "reject"},
        {"expectedResult": "nothing"},
        {"expectedRejectCode": "RULE_VIOLATION"},
        {"clientId": "p2"},
        {"clientId": "server"},
        {"seq": 0},
        {"seq": 99},
        {"seq": "2"},
        {"baseRev": 99},
        {"i": 7},
        {"at": "noon"},
        {"more": 1},
    ],
)
def test_a_step_that_does_not_reproduce_is_damage(changes: Json) -> None:
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    for _ in range(3):
        table.act(0, a_move(table))
    assert_damaged_at_step_2(tampered(table, **changes))


def test_a_step_that_the_rules_refuse_is_damage() -> None:
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    for _ in range(2):
        table.act(0, a_move(table))
    illegal = an_illegal_move(table)
    table.act(0, a_move(table))
    assert_damaged_at_step_2(tampered(table, action=plain(wire(illegal))))


def assert_damaged_at_step_2(text: bytes) -> None:
    with pytest.raises(BadLog) as refused:
        Table.load(text)
    assert refused.value.code == "LOG_DAMAGED"
    assert refused.value.reason.startswith("the save is damaged at step 2: ")
    report = replay(text)
    assert (report.status, report.failure_step) == ("FAIL", 2)
    assert refused.value.reason == f"the save is damaged at step 2: {report.failure_reason}"


@pytest.mark.parametrize("name", NAMES)
def test_a_truncated_save_is_refused_wherever_it_ends(name: str) -> None:
    save = played(name, 2, 6).save()
    for end in range(0, len(save), 7):
        assert refusal(save[:end]).code == "LOG_DAMAGED"


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_changed_byte_is_refused_or_changes_nothing_that_counts(name: str, data: st.DataObject) -> None:
    table = played(name, 2, 6)
    save = bytearray(table.save())
    place = data.draw(st.integers(0, len(save) - 1))
    save[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != save[place]))
    refused = None
    try:
        loaded = Table.load(bytes(save))
    except BadLog as error:
        refused = error
    if refused is not None:
        assert refused.code.isupper()
        assert refused.reason
    else:
        assert loaded.state_hash() == table.state_hash()
        assert [entry.action for entry in loaded.entries] == [entry.action for entry in table.entries]


# --- the commitment ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_commitment_is_given_at_the_deal_and_held_by_the_replay(name: str) -> None:
    table = played(name, 4, 5)
    saved = json.loads(table.save())
    header = saved["header"]
    game = header.get("game", name)
    assert game == name
    assert header["commitment"] == table.commitment == sha(
        {"game": game, "nonce": "n", "options": header["options"], "seed": "4"}
    )  # fmt: skip
    assert replay(msgspec.json.encode(saved)).status == "SUCCESS"
    other = next(options for options in _options(name) if options != header["options"])
    for change in ({"seed": "5"}, {"nonce": "m"}, {"nonce": None}, {"commitment": "0" * 64}, {"options": other}):
        changed: Json = {key: value for key, value in (header | change).items() if value is not None}
        if "options" in change:
            changed.pop("mode", None)
        refused = refusal(msgspec.json.encode({"header": changed, "steps": []}))
        assert (refused.code, refused.reason) == (
            "COMMITMENT_BROKEN",
            "seed, nonce and options do not match the commitment",
        )


def _options(name: str) -> list[Json]:
    from positions import option_sets
    from saloon.core.options import read_options

    return [plain(read_options(name, GAMES[name].options, options)) for options in option_sets(name)]


def test_every_table_has_a_nonce_and_a_seed_of_its_own() -> None:
    first, second = Table.deal(DUEL), Table.deal(DUEL)
    assert first.seed != second.seed
    assert first.nonce != second.nonce
    assert first.commitment != second.commitment
    for text in (first.seed, first.nonce):
        assert len(text) == 32
        assert int(text, 16) >= 0


@pytest.mark.parametrize("name", NAMES)
def test_a_retry_is_the_same_deal_with_nothing_played(name: str) -> None:
    table = played(name, 6, 12, match_id="m", seats=("human", *["bot"] * (len(GAMES[name].seats) - 1)))
    before = standing(table)
    again = table.retry()
    assert standing(table) == before
    assert again.state == table.game.deal("6", table.options)
    assert (again.rev, again.entries, again.options, again.match_id) == (0, [], table.options, "m")
    assert len(again.nonce) == 32
    assert again.commitment == sha({"game": name, "nonce": again.nonce, "options": table.options, "seed": "6"})


@pytest.mark.parametrize("name", [DUEL, FOURSOME])
def test_between_people_there_is_no_retry(name: str) -> None:
    with pytest.raises(Rejected) as refused:
        played(name, 6, 12).retry()
    assert refused.value.code == "NOT_BETWEEN_PEOPLE"


@pytest.mark.parametrize("seats", [("human",), ("human", "human", "human"), ("human", "ghost")])
def test_seats_that_do_not_fit_the_game_are_refused_at_the_deal(seats: tuple[str, ...]) -> None:
    """Otherwise the table has a save that nobody can load."""
    with pytest.raises(SaloonError):
        Table.deal(DUEL, seed="1", seats=seats)
