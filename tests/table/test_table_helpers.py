"""Undo, redo, hints, assistance and pauses: logged actions of the table, counted and refused with their codes."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saloon.core.game import SERVER, Action
from saloon.games import GAMES
from saloon.table import Ack, Intent, Reject, Table
from saloon.table.helpers import (
    NO_HELP,
    Assist,
    AssistFor,
    Help,
    Hint,
    HintFor,
    Pause,
    Redo,
    Resume,
    Undo,
    helper_kinds,
    server_helper_kinds,
)
from saloon.table.messages import wire
from samples import DUEL, FOURSOME, ONE_STEP_BACK, SOLITAIRE, a_move
from table.answers import answer_to, code
from table.common import NAMES, clocked, message, nearly_won, plain, played, position_hash, random_play, sha, standing
from table.listening import subscribe

HELPERS: list[Action] = [Undo(), Redo(), Hint(), Pause(), Resume()]


def solitaire() -> Table:
    return Table.deal(SOLITAIRE, seed="7", nonce="n")


# --- which exist ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        (DUEL, {"hint", "pause", "resume"}),
        (FOURSOME, {"hint", "pause", "resume"}),
        (ONE_STEP_BACK, {"hint", "pause", "resume", "undo", "assist"}),
        (SOLITAIRE, {"hint", "pause", "resume", "undo", "redo", "assist"}),
    ],
)
def test_each_game_has_the_helpers_that_suit_it(name: str, kinds: set[str]) -> None:
    helpers = helper_kinds(GAMES[name])
    assert set(helpers) == kinds
    assert all(helper.kind == kind for kind, helper in helpers.items())
    table = Table.deal(name, seed="1", seats=("human", *["bot"] * (len(GAMES[name].seats) - 1)))
    for kind in ("undo", "redo", "hint", "pause", "resume", "assist"):
        answer = answer_to(table, kind, 0, **({"what": "solve"} if kind == "assist" else {}))
        assert (isinstance(answer, Reject) and answer.code == "INVALID_ACTION_KIND") == (kind not in kinds)


def test_a_helper_takes_no_payload_but_what_it_needs() -> None:
    table = solitaire()
    assert answer_to(table, "hint", what="solve").code == "MALFORMED_MESSAGE"
    assert answer_to(table, "assist").code == "MALFORMED_MESSAGE"
    assert answer_to(table, "assist", what="everything").code == "MALFORMED_MESSAGE"
    assert table.rev == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("people", [1, 2])
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_the_list_holds_exactly_the_helpers_that_are_accepted(name: str, people: int, data: st.DataObject) -> None:
    seats = tuple("human" if seat < people else "bot" for seat in GAMES[name].seats)
    table = played(name, data.draw(st.integers(0, 10**6)), 0, seats=seats)
    random_play(table, Random(data.draw(st.integers(0, 10**6))), data.draw(st.integers(0, 40)), helpers=True)
    kinds = helper_kinds(table.game)
    for seat in table.game.seats:
        listed = [action for action in table.legal(seat) if action.kind in kinds]
        assert listed == table.legal(seat)[len(table.moves(seat)) :]
        for helper in HELPERS:
            copy = Table.load(table.save())
            answer = copy.submit(seat, message(copy, seat, helper))
            assert isinstance(answer, Ack) == (helper in listed), helper
        assert "assist" not in {action.kind for action in listed}, "the server notes that when it is asked"
    assert table.legal(None) == []


def test_the_list_names_the_helpers_in_their_order() -> None:
    table = solitaire()
    moves = list(table.game.legal(table.state, 0))
    assert table.legal(0) == [*moves, Hint(), Pause()]
    table.act(0, a_move(table))
    table.act(0, a_move(table))
    table.undo()
    moves = list(table.game.legal(table.state, 0))
    assert table.legal(0) == [*moves, Undo(), Redo(), Hint(), Pause()]
    table.pause()
    assert table.legal(0) == [Resume()]
    assert table.moves(0) == []
    two = Table.deal(DUEL, seed="1")
    assert two.legal(0) == list(two.moves(0))
    assert table.legal(-1) == []


# --- undo and redo ----------------------------------------------------------------------------------------------


def test_nothing_to_undo_and_nothing_to_redo_have_different_codes() -> None:
    table = solitaire()
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    assert code(table, "redo") == "NOTHING_TO_REDO"
    table.act(0, a_move(table))
    assert code(table, "redo") == "NOTHING_TO_REDO"
    table.undo()
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    table.redo()
    assert code(table, "redo") == "NOTHING_TO_REDO"
    table.undo()
    assert answer_to(table, "undo").reason == "there is nothing to undo"
    table.redo()
    assert answer_to(table, "redo").reason == "there is nothing to redo"


def test_a_game_without_undo_keeps_no_record() -> None:
    table = played(DUEL, 1, 20)
    assert (len(table._progress.past), len(table._progress.future)) == (0, 0)


# --- hints and assistance ---------------------------------------------------------------------------------------


def test_a_hint_is_logged_counted_and_legal() -> None:
    table = solitaire()
    hint = table.hint(at=3)
    assert hint in table.moves(0)
    assert hint == table.suggestion(0)
    assert (table.rev, table.help) == (1, Help(hints=1))
    answer = answer_to(table, "hint")
    assert answer.report == {"hint": answer.report["hint"]}
    assert plain(answer.report["hint"]) == {"kind": hint.kind, "payload": plain(hint)}  # type: ignore[union-attr]
    assert (table.rev, table.help.hints, answer.help) == (2, 2, Help(hints=2))
    assert table.state == solitaire().state
    assert [entry.at for entry in table.entries] == [3, None]


def against_a_bot(seat: int) -> tuple[str, str]:
    """Return the kinds of two seats, a person on `seat`."""
    return ("human", "bot") if seat == 0 else ("bot", "human")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hint_that_the_server_gives_names_the_seat_and_uses_no_number_of_it(seat: int) -> None:
    table = Table.deal(DUEL, seed="1", seats=against_a_bot(seat), nonce="n")
    told: dict[int | None, Any] = {}
    for receiver in (0, 1, None):
        subscribe(table, receiver, lambda one, receiver=receiver: told.__setitem__(receiver, plain(one)))  # type: ignore[misc]
    hint = table.hint(seat)
    player = f"p{seat + 1}"
    assert table.entries[-1].seat == SERVER
    assert table.entries[-1].action == HintFor(player)
    assert [table.expected_seq(one) for one in (0, 1)] == [0, 0]
    assert [table.actions_used(one) for one in (0, 1)] == [int(seat == 0), int(seat == 1)]
    for receiver, ack in told.items():
        assert (ack["clientId"], ack["seq"], ack["help"]["hints"]) == ("server", None, 1)
        assert ack["action"] == {"kind": "hint", "payload": {"player": player}}
        assert ack["report"] == ({"hint": plain(wire(hint))} if receiver == seat else {}), "a hint is for one seat"  # type: ignore[arg-type]


def test_help_that_is_taken_back_no_longer_counts() -> None:
    table = solitaire()
    table.hint()
    mark = table.progress
    table.hint()
    table.act(SERVER, AssistFor("winnable", "p1"))
    table.act(0, a_move(table))
    assert (table.actions_used(0), table.expected_seq(0)) == (4, 1)
    table.roll_back(mark)
    assert (table.actions_used(0), table.expected_seq(0), table.help) == (1, 0, Help(hints=1))
    table.act(0, Hint())
    assert (table.actions_used(0), table.expected_seq(0)) == (2, 1)


@pytest.mark.parametrize("player", ["p2", "p0", "server", "", "P1"])
def test_help_for_a_seat_that_does_not_exist_is_malformed(player: str) -> None:
    table = solitaire()
    for help_ in (HintFor(player), AssistFor("solve", player)):
        assert code(table, "act", SERVER, help_) == "MALFORMED_MESSAGE"
    assert code(table, "hint", SERVER) == "MALFORMED_MESSAGE"


@pytest.mark.parametrize("seat", [0, 1])
def test_the_server_does_not_help_bots(seat: int) -> None:
    table = Table.deal(DUEL, seed="1", seats=against_a_bot(seat))
    assert code(table, "hint", 1 - seat) == "MALFORMED_MESSAGE"
    assert code(table, "act", SERVER, HintFor(f"p{2 - seat}")) == "MALFORMED_MESSAGE"
    table.hint(seat)
    assert (table.rev, table.help.hints) == (1, 1)


def test_help_from_the_server_and_from_a_seat_are_distinguished() -> None:
    """A seat cannot name another as the one that was helped, and the server always names one."""
    table = solitaire()
    assert answer_to(table, "hint", player="p1").code == "MALFORMED_MESSAGE"
    assert answer_to(table, "assist", player="p1", what="solve").code == "MALFORMED_MESSAGE"
    for kind, payload in (("hint", {}), ("assist", {"what": "solve"}), ("assist", {"player": "p1"})):
        verdict = table.decide(SERVER, Intent(kind, payload))
        assert (verdict.result, verdict.code) == ("reject", "MALFORMED_MESSAGE")
    for kind in ("undo", "redo", "pause", "resume"):
        assert table.decide(SERVER, Intent(kind, {})).code == "INVALID_ACTION_KIND"
    assert code(table, "act", 0, HintFor("p1")) == "INVALID_ACTION_KIND"
    assert code(table, "act", SERVER, Hint()) == "INVALID_ACTION_KIND"
    two = Table.deal(DUEL, seed="1", seats=("human", "bot"))
    assert code(two, "act", SERVER, AssistFor("solve", "p1")) == "INVALID_ACTION_KIND"
    assert set(server_helper_kinds(table.game)) == {"hint", "assist"}
    assert set(server_helper_kinds(two.game)) == {"hint"}


@pytest.mark.parametrize("what", ["solve", "solverHint", "winnable", "fairHint"])
def test_the_server_marks_the_game_in_which_it_looked_at_hidden_cards(what: Any) -> None:
    table = solitaire()
    table.act(0, a_move(table))
    table.undo()
    table.act(SERVER, AssistFor(what, "p1"))
    assert table.help == Help(assisted=True, undos=1)
    assert (table.expected_seq(0), Redo() in table.legal(0)) == (2, True)
    loaded = Table.load(table.save())
    assert standing(loaded) == standing(table)
    assert loaded.actions_used(0) == table.actions_used(0) == 3


@pytest.mark.parametrize("what", ["solve", "solverHint", "winnable", "fairHint"])
def test_assistance_marks_the_game(what: Any) -> None:
    """A seat's own `assist` is that of old clients and logs."""
    table = solitaire()
    answer = answer_to(table, "assist", what=what)
    assert plain(answer)["help"] == {"assisted": True, "hints": 0, "paused": False, "redos": 0, "undos": 0}
    assert plain(answer)["action"] == {"kind": "assist", "payload": {"what": what}}
    assert answer.report == {}
    table.act(0, Assist(what))
    assert table.help == Help(assisted=True)
    loaded = Table.load(table.save())
    assert (loaded.help, loaded.state_hash()) == (Help(assisted=True), table.state_hash())


def test_help_is_not_part_of_the_hashed_state() -> None:
    table = solitaire()
    assert table.help == NO_HELP == Help()
    table.hint()
    table.act(0, Assist("solve"))
    assert table.help == Help(assisted=True, hints=1)
    assert table.state_hash() == sha({"rev": 2, "state": table.state})


def test_the_position_hash_leaves_rev_help_and_counters_out() -> None:
    table = solitaire()
    state = plain(table.state)
    counters = [state.pop(counter) for counter in table.game.counters]
    assert counters
    assert (set(counters), position_hash(table)) == ({0}, sha(state))
    table.act(0, a_move(table))
    assert position_hash(table) != sha(state)
    table.undo()
    table.hint()
    assert position_hash(table) == sha(state)


# --- pauses -----------------------------------------------------------------------------------------------------


def test_while_paused_nothing_but_a_resume_is_accepted() -> None:
    table = solitaire()
    table.act(0, a_move(table))
    table.undo()
    move = a_move(table)
    table.pause(at=10)
    assert table.help == Help(undos=1, paused=True)
    for call in ("undo", "redo", "hint", "pause"):
        assert code(table, call) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", 0, move) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", 0, Assist("solve")) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", SERVER, AssistFor("solve", "p1")) == "MATCH_NOT_ACTIVE"
    for sent in (move, Hint()):
        answer = table.submit(0, message(table, 0, sent))
        assert isinstance(answer, Reject)
        assert answer.reason == "the game is paused; resume it first"
    table.resume(at=20)
    assert table.help == Help(undos=1)
    assert code(table, "resume") == "RULE_VIOLATION"
    assert answer_to(table, "resume").reason == "the game is not paused"
    table.act(0, move)
    assert [entry.at for entry in table.entries] == [None, None, 10, 20, None]


def test_while_paused_bots_rest_too() -> None:
    table = clocked(DUEL, seed="1", seats=("human", "bot"))
    table.pause()
    assert [list(table.moves(seat)) for seat in (0, 1, -1)] == [[], [], []]
    assert code(table, "act", 1, table.game.legal(table.state, 1)[0]) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", -1, table.game.legal(table.state, -1)[0]) == "MATCH_NOT_ACTIVE"
    table.resume(1)
    assert table.help == NO_HELP


# --- between people ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [DUEL, FOURSOME])
@pytest.mark.parametrize("people", [0, 1, 2, 3, 4])
def test_there_are_no_hints_and_pauses_while_two_people_sit(name: str, people: int) -> None:
    seats = tuple("human" if seat < people else "bot" for seat in GAMES[name].seats)
    table = Table.deal(name, seed="1", seats=seats)
    for kind in ("hint", "pause", "resume"):
        answer = answer_to(table, kind)
        if people < 2:
            assert isinstance(answer, Ack)
        else:
            assert (answer.code, answer.reason) == ("NOT_BETWEEN_PEOPLE", f"there is no {kind} between people")
            assert code(table, kind) == "NOT_BETWEEN_PEOPLE"
            assert table.rev == 0


def test_seats_are_people_unless_said_otherwise() -> None:
    assert Table.deal(DUEL, seed="1").seats == ("human", "human")
    assert Table.deal(DUEL, seed="1", seats=("human", "bot")).seats == ("human", "bot")


# --- after the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [1, 2])
def test_after_the_end_everything_is_match_finished(people: int) -> None:
    table = Table.deal(DUEL, seed="1", seats=("human", "human" if people == 2 else "bot"))
    move = a_move(table)
    table.act(0, table.game.parse("resign", 0))
    assert code(table, "act", 0, move) == "MATCH_FINISHED"
    for kind in ("hint", "pause", "resume"):
        assert (code(table, kind), answer_to(table, kind, 1).code) == ("MATCH_FINISHED", "MATCH_FINISHED")
    assert answer_to(table, "undo").code == "INVALID_ACTION_KIND"
    assert table.legal(0) == table.legal(1) == []


def test_after_a_won_solitaire_undo_is_over_too() -> None:
    table = nearly_won()
    table.act(0, table.moves(0)[0])
    assert table.outcome is not None
    assert table.legal(0) == []
    for kind in ("undo", "hint", "pause", "resume"):
        assert code(table, kind) == "MATCH_FINISHED"
        assert answer_to(table, kind).reason == "the game is over"
    assert answer_to(table, "assist", what="solve").code == "MATCH_FINISHED"
    assert code(table, "act", SERVER, AssistFor("solve", "p1")) == "MATCH_FINISHED"
    assert answer_to(table, "finish").code == "MATCH_FINISHED"


# --- actions that do not exist at this table --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "action"),
    [(DUEL, Undo()), (DUEL, Redo()), (DUEL, Assist("solve")), (ONE_STEP_BACK, Redo())],
    ids=["undo", "redo", "assist", "redo after one step back"],
)
def test_the_library_refuses_what_the_same_message_would_be_refused_for(name: str, action: Action) -> None:
    """Otherwise the log holds an action that no replay accepts."""
    table = Table.deal(name, seed="42")
    table.act(0, table.moves(0)[0])
    if name == ONE_STEP_BACK:
        table.undo()
    assert code(table, "act", 0, action) == "INVALID_ACTION_KIND"
