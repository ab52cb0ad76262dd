"""A game at a table: everything that decided it is in its log, and the log gives it again."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.nevernine.rounds_nevernine import GAME, Json, dealt, plain, wire
from saloon import Table, replay
from saloon.bots import seat_bot
from saloon.bots.match import play_out
from saloon.core.errors import BadLog, Rejected
from saloon.core.game import SERVER, seat_name
from saloon.table import record
from table.listening import subscribe


def played(seed: str, steps: int, options: Json, luck: int = 1) -> Table:
    """Return a table after random play; with a time limit the server acts now and then."""
    table, random = Table.deal("nevernine", seed=seed, options=options, nonce="n"), Random(luck)
    for _ in range(steps):
        if table.state.turn is None:
            break
        late = table.state.options.turn_seconds and random.random() < 0.2
        seat = SERVER if late else table.state.turn
        table.act(seat, random.choice(GAME.legal(table.state, seat)))
    return table


def saved(table: Table) -> Json:
    """Return a save as plain JSON."""
    read: Json = json.loads(table.save())
    return read


@clause("NN-38", "NN-39", "NN-40", "NN-41")
def test_the_log_keeps_the_seed_the_options_and_every_decision() -> None:
    options = {"limit": 15, "tieBreak": "shared", "turnSeconds": 30}
    table = played("log", 90, options)
    log = saved(table)
    assert (log["header"]["game"], log["header"]["seed"], log["header"]["options"]) == ("nevernine", "log", options)
    assert len(log["steps"]) == table.rev > 40
    kinds = [step["action"]["kind"] for step in log["steps"]]
    assert {"bid", "play", "bidFor", "playFor"} == set(kinds)
    for step, entry in zip(log["steps"], table.entries, strict=True):
        assert (step["action"]["kind"], step["action"]["payload"]) == wire(entry.action)
        assert step["clientId"] == seat_name(entry.seat)


@clause("NN-37", "NN-38", "NN-41", "NN-79")
@given(st.integers(0, 10**6), st.integers(0, 200), st.sampled_from([1, 15, 100]), st.sampled_from([0, 60]))
@settings(max_examples=15, deadline=None)
def test_a_loaded_save_is_the_same_game(luck: int, steps: int, limit: int, turn_seconds: int) -> None:
    table = played(str(luck), steps, {"limit": limit, "turnSeconds": turn_seconds}, luck)
    loaded = Table.load(table.save())
    assert plain(loaded.state) == plain(table.state)
    assert loaded.state_hash() == table.state_hash()
    report = replay(table.log())
    assert (report.status, report.final_rev, report.final_state_hash) == ("SUCCESS", table.rev, table.state_hash())


@clause("NN-39", "NN-40", "NN-41")
def test_a_save_with_another_decision_or_seed_is_not_accepted() -> None:
    table = played("tampered", 60, {})
    for change in ("seed", "bid", "card", "step"):
        log = saved(table)
        steps = log["steps"]
        if change == "seed":
            log["header"]["seed"] = "other"
            del log["header"]["commitment"]
        elif change == "bid":
            steps[0]["action"]["payload"]["bid"] = (steps[0]["action"]["payload"]["bid"] + 1) % 10
        elif change == "card":
            steps[4]["action"]["payload"]["card"] = "6C" if steps[4]["action"]["payload"]["card"] != "6C" else "7C"
        else:
            del steps[10]
        with pytest.raises(BadLog):
            Table.load(json.dumps(log))


def test_there_is_no_undo() -> None:
    table = played("undo", 10, {})
    for helper in (table.undo, table.redo):
        with pytest.raises(Rejected) as refused:
            helper(0)
        assert refused.value.code == "INVALID_ACTION_KIND"


@clause("NN-35", "NN-46", "NN-47")
def test_a_message_is_answered_by_the_rules() -> None:
    table = Table.deal("nevernine", seed="7", nonce="n")
    turn = table.state.turn
    other = (turn + 1) % 4

    def answer(seat: int, kind: str, payload: Json) -> str:
        message = {"kind": kind, "payload": payload, "seq": table.expected_seq(seat), "baseRev": table.rev}
        reply = plain(table.submit(seat, message))
        return str(reply.get("code", reply["kind"]))

    assert answer(other, "bid", {"bid": 1}) == "NOT_YOUR_TURN"
    assert answer(turn, "bid", {"bid": "1"}) == "BID_NOT_INTEGER"
    assert answer(turn, "bid", {}) == "MALFORMED_MESSAGE"
    assert answer(turn, "play", {"card": "6C"}) == "WRONG_PHASE"
    assert answer(turn, "bid", {"bid": 9}) == "ack"
    assert answer(turn, "bid", {"bid": 9}) == "ALREADY_BID"
    for step in (1, 2):
        assert answer((turn + step) % 4, "bid", {"bid": 0}) == "ack"
    assert answer((turn + 3) % 4, "bid", {"bid": 0}) == "BID_FORBIDDEN_SUM"
    assert answer((turn + 3) % 4, "bid", {"bid": 1}) == "ack"
    assert answer(turn, "play", {"card": table.state.hands[other][0]}) == "CARD_NOT_IN_HAND"
    assert answer(turn, "play", {"card": table.state.hands[turn][0]}) == "ack"


@clause("NN-65")
def test_a_table_deals_what_the_rules_deal() -> None:
    assert Table.deal("nevernine", seed="7").state == dealt("7")
    assert Table.deal("nevernine", seed="7", options={"limit": 15}).state == dealt("7", limit=15)


def test_the_server_acts_where_the_rules_let_it() -> None:
    table = Table.deal("nevernine", seed="1", options={"turnSeconds": 30})
    assert [action.kind for action in table.legal(SERVER)] == ["bidFor"] * 10
    table.act(SERVER, table.legal(SERVER)[4], at=30_000)
    assert (table.rev, [table.expected_seq(seat) for seat in range(4)]) == (1, [0, 0, 0, 0])
    assert Table.deal("nevernine", seed="1").legal(SERVER) == []


def test_a_watcher_sees_no_hand() -> None:
    table = Table.deal("nevernine", seed="1")
    heard: list[Any] = []
    subscribe(table, None, heard.append)
    turn = table.state.turn
    table.act(turn, table.moves(turn)[3])
    assert plain(heard[0])["legal"] == []
    assert "hand" not in plain(table.snapshot(None, "CONNECT"))["view"]
    assert "hand" in plain(table.snapshot(0, "CONNECT"))["view"]


@clause("NN-64", "NN-66")
def test_one_person_and_three_bots_each_have_a_record_of_a_whole_game() -> None:
    table = Table.deal("nevernine", seed="3", options={"limit": 15}, seats=("human", "bot", "bot", "bot"))
    assert play_out(table, {seat: seat_bot(table.game, "greedy", str(seat)) for seat in table.game.seats})
    records = [record(table, seat) for seat in table.game.seats]
    assert table.outcome is not None
    assert [seat for seat in range(4) if records[seat].won] == list(table.outcome.winners)
    assert tuple(game.score for game in records) == table.state.scores
    assert sum(game.actions for game in records) == table.rev
