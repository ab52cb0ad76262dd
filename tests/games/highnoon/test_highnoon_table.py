"""HighNoon at the table: intents in, one answer each, changes that add up, replays, and the airbag."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clauses import clause
from games.highnoon.boards_highnoon import RULES, Json, all_cards, heights, plain
from saloon import Table, replay
from saloon.bots import GreedySeat, RandomSeat
from saloon.core.canonical import canonical_json, commitment, state_hash
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, Seat, seat_name
from saloon.core.registry import Registry
from saloon.games import GAMES
from saloon.games.highnoon import HighNoon
from saloon.games.highnoon.rules import apply
from saloon.games.highnoon.state import Draw, FoundationMove, Resign, State, Timeout
from saloon.table import Statistics, record
from saloon.table.changes import Change
from saloon.table.messages import Ack, Reject, Snapshot
from table.listening import subscribe
from table.patching import patched

DRAW_P1 = {
    "kind": "draw",
    "payload": {"source": {"zone": "stock", "owner": "p1"}, "target": {"zone": "waste", "owner": "p1"}},
}
RECEIVERS: tuple[Seat | None, ...] = (0, 1, None)


def new_table(**options: Any) -> Table:
    return Table.deal("highnoon", seed="a very secret seed", options=options, nonce="0123456789abcdef" * 2)


def message(table: Table, seat: Seat, action: Json, **fields: Any) -> Json:
    return {**action, "seq": table.expected_seq(seat), "baseRev": table.rev, **fields}


def wired(action: Action) -> Json:
    return {"kind": action.kind, "payload": msgspec.to_builtins(action)}


def built(value: Any) -> Any:
    """Return a message as the client reads it."""
    return json.loads(msgspec.json.encode(value))


def play_on(table: Table, steps: int, luck: int = 1, *, seats: tuple[Seat, ...] = (0, 1)) -> None:
    """Play random actions; the foundations come first, so that much happens."""
    random = Random(luck)
    for _ in range(steps):
        seat = random.choice(seats)
        moves = [action for action in table.moves(seat) if action.kind not in table.game.giving_up]
        if moves:
            rising = [action for action in moves if isinstance(action, FoundationMove)]
            table.act(seat, random.choice(rising or moves))


# --- intents only ---


@clause("HN-04", "HN-08", "HN-15", "HN-61")
@pytest.mark.parametrize(
    "extra",
    [
        {"state": {}},
        {"result": "ack"},
        {"rev": 7},
        {"legal": []},
        {"view": {}},
        {"rules": "mine"},
        {"resolvedFoundationIndex": 1},
    ],
    ids=str,
)
def test_a_message_that_carries_more_than_an_intent_is_refused(extra: Json) -> None:
    table = new_table()
    before = table.state_hash()
    answer = table.submit(0, message(table, 0, DRAW_P1, **extra))
    assert isinstance(answer, Reject)
    assert answer.code == "MALFORMED_MESSAGE"
    assert next(iter(extra)) in answer.reason
    assert (table.state_hash(), table.rev, table.expected_seq(0)) == (before, 0, 0)


@clause("HN-17", "HN-19", "HN-08")
@pytest.mark.parametrize("kind", ["snapshot", "ack", "replay", "setState", "undo", "redo", "timeout", "deal"])
def test_a_client_can_neither_make_snapshots_nor_end_the_others_time(kind: str) -> None:
    table = new_table(clock=2)
    answer = table.submit(1, message(table, 1, {"kind": kind, "payload": {}}))
    assert isinstance(answer, Reject)
    assert answer.code == "INVALID_ACTION_KIND"
    assert table.rev == 0


@clause("HN-16", "HN-85", "HN-60")
def test_a_reject_has_a_code_and_a_sentence_and_changes_nothing() -> None:
    table = new_table()
    told: list[Any] = []
    subscribe(table, 1, told.append)
    before = table.state_hash()
    recycle = {
        "kind": "recycle",
        "payload": {"source": {"zone": "waste", "owner": "p1"}, "target": {"zone": "stock", "owner": "p1"}},
    }
    answer = built(table.submit(0, message(table, 0, recycle)))
    assert answer == {
        "kind": "reject",
        "code": "RULE_VIOLATION",
        "reason": "your stock is not empty yet",
        "expectedSeq": 0,
        "rev": 0,
    }
    assert told == [], "only the sender hears of it"
    assert table.state_hash() == before
    assert isinstance(table.submit(0, message(table, 0, DRAW_P1)), Ack), "the number was not used up"


@clause("HN-13")
def test_the_slower_player_is_judged_by_the_present_state() -> None:
    table = new_table()
    for _ in range(5):
        table.submit(0, message(table, 0, DRAW_P1))
    draw = next(action for action in table.moves(1) if isinstance(action, Draw))
    answer = table.submit(1, {**wired(draw), "seq": 0, "baseRev": 0})
    assert isinstance(answer, Ack)
    assert (answer.rev, answer.client_id, answer.seq) == (6, "p2", 0)
    assert [entry.seat for entry in table.entries] == [0] * 5 + [1], "the log has the order of acceptance"


@clause("HN-13", "HN-20")
def test_sequence_numbers_guard_against_repeats_and_gaps() -> None:
    table = new_table()
    first = message(table, 0, DRAW_P1)
    table.submit(0, first)
    again = table.submit(0, first)
    assert isinstance(again, Reject)
    assert (again.code, again.expected_seq) == ("DUPLICATE_SEQ", 1)
    gap = table.submit(0, {**first, "seq": 3})
    assert isinstance(gap, Snapshot)
    assert gap.reason == "SEQ_GAP"
    future = table.submit(0, {**first, "seq": 1, "baseRev": 2})
    assert isinstance(future, Snapshot)
    assert future.reason == "BASE_REV_MISMATCH"
    assert table.rev == 1


@clause("HN-18", "HN-39", "HN-42")
def test_the_ack_reports_which_foundation_was_chosen() -> None:
    table = new_table(reveal="auto")
    told: list[Any] = []
    subscribe(table, None, told.append)
    play_on(table, 400)
    raised = [ack for ack in told if ack.action.kind == "foundationMove"]
    assert len(raised) > 10
    fold = new_table(reveal="auto")
    for ack in told:
        before = heights(fold.state)
        seat = ("p1", "p2").index(ack.client_id)
        action = ack.action.payload
        if isinstance(action, FoundationMove):
            wish = msgspec.structs.replace(action.target, index=7)
            action = FoundationMove(action.source, wish)
        fold.act(seat, action)
        if ack.action.kind == "foundationMove":
            grown = [i for i, (was, now) in enumerate(zip(before, heights(fold.state), strict=True)) if was != now]
            assert ack.report == {"resolvedFoundationIndex": grown[0]}
            assert len(grown) == 1
        else:
            assert ack.report == {}
    assert fold.state == table.state, "another wish makes no difference"


# --- snapshots and changes ---


@clause("HN-25", "HN-26", "HN-19")
@pytest.mark.parametrize(
    "options", [{"reveal": "explicit"}, {"reveal": "auto", "mode": "shared"}, {"profile": "vnext"}], ids=str
)
def test_a_snapshot_and_all_changes_since_give_the_next_snapshot(options: Json) -> None:
    table = new_table(**options)
    told: dict[Seat | None, list[Any]] = {seat: [] for seat in RECEIVERS}
    for seat in RECEIVERS:
        subscribe(table, seat, told[seat].append)
    views = {seat: built(table.snapshot(seat, "CONNECT"))["view"] for seat in RECEIVERS}
    ids: dict[str, tuple[int, str]] = {}
    for _ in range(120):
        play_on(table, 1, luck=table.rev)
        for seat in RECEIVERS:
            ack = told[seat][-1]
            changes = msgspec.convert(built(ack)["change"], list[Change])
            views[seat] = patched(views[seat], changes)
            snapshot = built(table.snapshot(seat, "STATE_REQUEST"))
            assert views[seat] == snapshot["view"]
            assert ack.view_hash == snapshot["viewHash"]
            for card in _cards_in(views[seat]):
                face = card["rank"], card["suit"]
                assert ids.setdefault(card["cardId"], face) == face, "an id means the same card for ever"
    assert set(ids) <= {card.card_id for card in all_cards(table.state)}
    assert len(ids) > 40


def _cards_in(value: Any) -> list[Json]:
    if isinstance(value, dict):
        inner = [card for part in value.values() for card in _cards_in(part)]
        return [value, *inner] if "cardId" in value else inner
    return [card for part in value for card in _cards_in(part)] if isinstance(value, list) else []


def test_messages_reveal_nothing_hidden() -> None:
    table = new_table(mode="shared")
    sent: list[str] = []
    for seat in RECEIVERS:
        subscribe(table, seat, lambda one: sent.append(msgspec.json.encode(one).decode()))
    for step in range(60):
        sent.clear()
        play_on(table, 1, luck=step)
        sent += [msgspec.json.encode(table.snapshot(seat, "STATE_REQUEST")).decode() for seat in RECEIVERS]
        bad = table.submit(
            0,
            message(table, 0, {"kind": "flip", "payload": {"source": {"zone": "tableau", "owner": "p1", "index": 0}}}),
        )
        sent.append(msgspec.json.encode(bad).decode())
        hidden = {card.card_id for card in all_cards(table.state) if card.face_down}
        for text in sent:
            assert "secret" not in text
            assert table.nonce not in text
            assert table.state_hash() not in text
            assert not [id_ for id_ in hidden if id_ in text]


@clause("HN-46")
def test_every_receiver_gets_the_change_in_its_own_words() -> None:
    table = new_table()
    told: dict[Seat | None, list[Any]] = {seat: [] for seat in RECEIVERS}
    for seat in RECEIVERS:
        subscribe(table, seat, told[seat].append)
    table.submit(0, message(table, 0, DRAW_P1))
    sides = {seat: {change.path[0] for change in told[seat][0].change} - {"sinceProgress"} for seat in RECEIVERS}
    assert sides == {0: {"you"}, 1: {"opp"}, None: {"p1"}}
    assert [len(messages) for messages in told.values()] == [1, 1, 1]


@clause("HN-01")
def test_snapshots_and_replays_name_the_rules_version() -> None:
    for rules in RULES:
        table = Table.deal("highnoon", seed="7", rules=rules)
        play_on(table, 20, luck=8)
        assert built(table.snapshot(0, "CONNECT"))["rulesVersion"] == rules
        assert built(table.log())["header"]["rulesVersion"] == rules
        assert plain(table.state)["rulesVersion"] == rules
        assert replay(table.save()).status == "SUCCESS"
        log = built(table.log())
        for other in ("0.9.0", *(one for one in RULES if one != rules)):
            log["header"]["rulesVersion"] = other
            assert replay(json.dumps(log)).status == "FAIL", "the hashes name the version"
        log["header"]["rulesVersion"] = "0.9.0"
        reason = "highnoon has no rules '0.9.0' here (known: 1.0.0, 1.1.0) [RULES_VERSION_UNKNOWN]"
        assert replay(json.dumps(log)).failure_reason == reason


def test_the_commitment_binds_the_deal_and_is_checked() -> None:
    table = new_table(mode="shared", clock=3)
    options = {"clock": 3, "mode": "shared", "profile": "saloon", "reveal": "explicit"}
    promised = commitment("highnoon", table.nonce, options, "a very secret seed")
    assert built(table.snapshot(1, "CONNECT"))["commitment"] == promised == table.commitment
    log = built(table.log())
    assert replay(json.dumps(log)).status == "SUCCESS"
    log["header"]["seed"] = "another seed"
    assert replay(json.dumps(log)).status == "FAIL"


# --- replay ---


@clause("HN-90", "HN-27", "HN-91", "HN-06", "HN-92")
@pytest.mark.parametrize(
    "options", [{}, {"mode": "shared", "reveal": "auto", "clock": 5}, {"profile": "vnext"}], ids=str
)
def test_seed_and_actions_are_all_that_a_replay_needs(options: Json) -> None:
    table = new_table(**options)
    play_on(table, 150, luck=3)
    log = built(table.log())
    assert {"header", "steps"} <= set(log)
    assert not {"state", "view"} & set(log), "the state is the fold of the log"
    assert log["header"]["seed"] == "a very secret seed"
    assert len(log["steps"]) == table.rev
    for step in log["steps"]:
        assert set(step) <= {"i", "clientId", "seq", "baseRev", "action", "expectedResult", "expectedStateHashAfter"}
    report = replay(json.dumps(log))
    assert (report.status, report.final_rev) == ("SUCCESS", table.rev)
    assert report.final_state_hash == table.state_hash() == state_hash(table.rev, plain(table.state))
    loaded = Table.load(table.save())
    assert canonical_json(loaded.state) == canonical_json(table.state)
    faces = [(card.card_id, card.rank, card.suit) for card in all_cards(table.state)]
    assert [(card.card_id, card.rank, card.suit) for card in all_cards(loaded.state)] == faces


@clause("HN-93", "HN-90")
def test_a_log_that_was_tampered_with_fails_where_it_was() -> None:
    table = new_table()
    play_on(table, 40, luck=8)
    log = built(table.log())
    log["steps"][17]["expectedStateHashAfter"] = "0" * 64
    report = replay(json.dumps(log))
    assert (report.status, report.failure_step) == ("FAIL", 17)
    assert report.final_rev == 18


def test_the_servers_word_about_time_is_a_step_of_the_log() -> None:
    table = new_table(clock=2)
    table.submit(0, message(table, 0, DRAW_P1), at=1000)
    table.act(SERVER, Timeout("p2"), at=121_000)
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((0,), "inactivity")
    last = built(table.log())["steps"][-1]
    assert (last["clientId"], last.get("seq"), last["action"]) == (
        "server",
        None,
        {"kind": "timeout", "payload": {"player": "p2"}},
    )
    assert replay(table.save()).status == "SUCCESS"
    late = table.submit(0, message(table, 0, DRAW_P1))
    assert isinstance(late, Reject)
    assert late.code == "MATCH_FINISHED"


# --- bots ---


class Spy(GreedySeat):
    """A bot that notes what it is shown."""

    def __init__(self, seed: str) -> None:
        super().__init__(GAMES["highnoon"], seed)
        self.shown: list[Any] = []

    def choose(self, view: Any, legal: Any) -> Action:
        self.shown.append(view)
        return super().choose(view, legal)


@clause("HN-20", "HN-03", "HN-07", "HN-42", "HN-104")
@pytest.mark.parametrize("mode", ["split", "shared"])
def test_bots_play_a_whole_match_by_messages_like_anyone(mode: str) -> None:
    table = new_table(mode=mode)
    bots = {0: Spy("left"), 1: RandomSeat(GAMES["highnoon"], "right")}
    while table.outcome is None:
        for seat, bot in bots.items():
            legal = table.moves(seat)
            if legal:
                action = bot.choose(table.view(seat), legal)
                answer = table.submit(seat, json.dumps(message(table, seat, wired(action))))
                assert isinstance(answer, Ack)
                table.game.check(table.state)
    assert {type(view).__name__ for view in bots[0].shown} == {"View"}  # type: ignore[attr-defined]
    assert all(view.seat == "p1" for view in bots[0].shown)  # type: ignore[attr-defined]
    assert table.outcome.reason in ("completed", "stalemate")
    assert replay(table.save()).final_state_hash == table.state_hash()
    assert not table.incidents


def test_hints_are_refused_while_two_people_play_and_given_against_a_bot() -> None:
    table = new_table()
    with pytest.raises(Rejected) as refused:
        table.hint(0)
    assert refused.value.code == "NOT_BETWEEN_PEOPLE"
    against_bot = Table.deal("highnoon", seed="1", seats=("human", "bot"))
    assert against_bot.hint(0) in against_bot.moves(0)


# --- the airbag ---


class Faulty(HighNoon):
    """A rulebook with a fault: a draw loses a card, a resignation fails."""

    @staticmethod
    def apply(state: State, seat: Seat, action: Action) -> State:
        after = apply(state, seat, action)
        if isinstance(action, Draw):
            board = msgspec.structs.replace(after.board(seat), waste=())
            players = msgspec.structs.replace(after.players, **{seat_name(seat): board})
            return msgspec.structs.replace(after, players=players)
        if isinstance(action, Resign):
            raise ZeroDivisionError("a slip")
        return after


@clause("HN-86", "HN-85", "HN-79")
@pytest.mark.parametrize("kind", ["draw", "resign"])
def test_a_fault_of_the_rules_leads_everyone_back_to_the_last_good_state(kind: str, caplog: Any) -> None:
    table = Table.deal(Faulty(), seed="faulty", match_id="m1")
    sound = next(action for action in table.moves(0) if action.kind == "tableauMove")
    table.act(0, sound)
    told: dict[Seat | None, list[Any]] = {seat: [] for seat in RECEIVERS}
    for seat in RECEIVERS:
        subscribe(table, seat, told[seat].append)
    before = table.state_hash()
    action = DRAW_P1 if kind == "draw" else {"kind": "resign", "payload": {}}
    answer = table.submit(0, message(table, 0, action))
    assert isinstance(answer, Snapshot)
    assert (answer.reason, answer.rev, answer.expected_seq) == ("AIRBAG", 1, 1)
    assert (table.state_hash(), table.rev) == (before, 1)
    for seat in RECEIVERS:
        (snapshot,) = told[seat]
        assert isinstance(snapshot, Snapshot)
        assert snapshot.reason == "AIRBAG"
        assert snapshot.view == table.view(seat)
    assert len(table.incidents) == 1
    assert "AIRBAG" in caplog.text
    assert len(table.entries) == 1
    play = next(action for action in table.moves(1) if action.kind == "tableauMove")
    table.act(1, play)
    assert table.rev == 2, "the match goes on"


@clause("HN-86", "HN-93")
@pytest.mark.parametrize("expected", ["ack", "snapshot"])
def test_a_replay_that_needs_an_airbag_has_failed(expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = new_table()
    sound.submit(0, message(sound, 0, DRAW_P1))
    log = built(sound.log())
    log["steps"][0]["expectedResult"] = expected
    del log["steps"][0]["expectedStateHashAfter"]
    monkeypatch.setattr("saloon.table.log.GAMES", Registry([Faulty()]))
    report = replay(json.dumps(log))
    assert (report.status, report.failure_step, report.final_rev) == ("FAIL", 0, 0)
    assert report.failure_reason == "the rules failed: an action lost, doubled or exchanged a card"


def test_a_card_that_is_drawn_is_all_that_its_change_tells() -> None:
    """The change of a growing pile is what is added to it, as the protocol shows."""
    table = new_table()
    for rev in range(3):
        answer: Any = table.submit(0, message(table, 0, DRAW_P1))
        waste = next(one for one in built(answer)["change"] if one["path"] == ["you", "waste"])
        assert waste == {"path": ["you", "waste"], "keep": rev, "add": [built(table.state.players.p1.waste[-1])]}


def test_each_seat_has_its_own_record() -> None:
    table = Table.deal("highnoon", seed="1", seats=("human", "bot"), options={"clock": 2})
    for seat in (0, 1, 1):
        table.act(seat, next(action for action in table.moves(seat) if action.kind == "draw"))
    table.act(SERVER, table.legal(SERVER)[0])
    first, second = record(table, 0), record(table, 1)
    assert (first.won, first.finished, first.actions, first.score) == (False, True, 1, 0)
    assert (second.won, second.finished, second.actions, second.score) == (True, True, 2, 0)
    assert record(table) == first


def test_a_draw_is_not_lost() -> None:
    """A HighNoon stalemate may have no winner; it is finished, and neither won nor lost."""
    table = Table.deal("highnoon", seed="1")
    state = replace(table.state, status="finished", ended_reason="stalemate", ended_by="p1", winner=None)
    table._progress = replace(table._progress, state=state)
    assert table.outcome is not None
    assert table.outcome.winners == ()
    for seat in (0, 1):
        game = record(table, seat)
        assert (game.won, game.drawn, game.finished, game.score) == (False, True, True, 0)
        statistics = Statistics.of([game])
        assert (statistics.played, statistics.won, statistics.drawn, statistics.lost) == (1, 0, 1, 0)
