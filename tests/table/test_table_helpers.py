"""Undo, redo, hints, assistance and pauses: logged actions of the table, counted and refused with their codes."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, UNLIMITED, Action
from saloon.games import GAMES
from saloon.games.klondike import Klondike
from saloon.table import Ack, Intent, Reject, Table, replay
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
from table.desk import NAMES, message, nearly_won, of_kind, plain, played, position_hash, random_play, sha, standing

HELPERS: list[Action] = [Undo(), Redo(), Hint(), Pause(), Resume()]


def klondike(seed: str = "7", **options: Any) -> Table:
    return Table.deal("klondike", seed=seed, options=options, nonce="n")


def code(table: Table, call: str, *args: Any) -> str:
    """Return the code that a helper is refused with; nothing may have changed."""
    before = standing(table)
    with pytest.raises(Rejected) as rejected:
        getattr(table, call)(*args)
    assert standing(table) == before
    assert rejected.value.reason
    return rejected.value.code


def answer_to(table: Table, kind: str, seat: int = 0, **payload: Any) -> Any:
    return table.submit(seat, message(table, seat, {"kind": kind, "payload": payload}))


# --- which exist ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("highnoon", {"hint", "pause", "resume"}),
        ("nevernine", {"hint", "pause", "resume"}),
        ("cards", {"hint", "pause", "resume", "undo", "assist"}),
        ("klondike", {"hint", "pause", "resume", "undo", "redo", "assist"}),
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
    table = klondike()
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
    table = klondike()
    moves = list(table.game.legal(table.state, 0))
    assert table.legal(0) == [*moves, Hint(), Pause()]
    table.act(0, of_kind(table, "draw"))
    table.act(0, of_kind(table, "draw"))
    table.undo()
    moves = list(table.game.legal(table.state, 0))
    assert table.legal(0) == [*moves, Undo(), Redo(), Hint(), Pause()]
    table.pause()
    assert table.legal(0) == [Resume()]
    assert table.moves(0) == []
    two = Table.deal("highnoon", seed="1")
    assert two.legal(0) == list(two.moves(0))
    assert table.legal(-1) == []


# --- undo and redo ----------------------------------------------------------------------------------------------


@clause("KL-76", "KL-77")
def test_undo_and_redo_are_actions_that_are_counted_and_hashed() -> None:
    table = klondike()
    start = table.state
    table.act(0, table.game.parse("1 6", 0), at=5)
    moved = table.state
    table.undo(at=7)
    assert table.state == table.game.rewind(moved, start)
    assert (table.rev, table.help) == (2, Help(undos=1))
    table.redo(at=9)
    assert table.state == moved
    assert (table.rev, table.help) == (3, Help(undos=1, redos=1))
    assert [(entry.action.kind, entry.at) for entry in table.entries] == [("tableauMove", 5), ("undo", 7), ("redo", 9)]
    assert table.expected_seq(0) == 3
    assert table.state_hash() == sha({"rev": 3, "state": moved})
    assert replay(table.log()).final_state_hash == table.state_hash()


def test_nothing_to_undo_and_nothing_to_redo_are_told_apart() -> None:
    table = klondike()
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    assert code(table, "redo") == "NOTHING_TO_REDO"
    table.act(0, of_kind(table, "draw"))
    assert code(table, "redo") == "NOTHING_TO_REDO"
    table.undo()
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    table.redo()
    assert code(table, "redo") == "NOTHING_TO_REDO"
    table.undo()
    assert answer_to(table, "undo").reason == "there is nothing to undo"
    table.redo()
    assert answer_to(table, "redo").reason == "there is nothing to redo"


def test_undo_and_redo_go_all_the_way_and_back() -> None:
    table = klondike(draw=1)
    random, hashes = Random(5), [position_hash(table)]
    for _ in range(60):
        table.act(0, random.choice(table.moves(0)))
        hashes.append(position_hash(table))
    for earlier in reversed(hashes[:-1]):
        table.undo()
        assert position_hash(table) == earlier
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    for later in hashes[1:]:
        table.redo()
        assert position_hash(table) == later
    assert code(table, "redo") == "NOTHING_TO_REDO"
    assert table.help == Help(undos=60, redos=60)
    assert table.state.moves == sum(entry.action.kind not in ("undo", "redo", "recycle") for entry in table.entries)


def test_a_refused_action_keeps_the_redo_list_and_a_move_clears_it() -> None:
    table = klondike()
    table.act(0, of_kind(table, "draw"))
    table.undo()
    for sent in ({"kind": "recycle", "payload": {}}, {"kind": "fly", "payload": {}}):
        assert isinstance(table.submit(0, message(table, 0, sent)), Reject)
    assert code(table, "act", 0, table.game.parse("1 2", 0)) == "RULE_VIOLATION"
    table.hint()
    table.pause()
    table.resume()
    table.act(0, Assist("winnable"))
    assert Redo() in table.legal(0)
    table.redo()
    table.undo()
    table.act(0, table.game.parse("1 6", 0))
    assert Redo() not in table.legal(0)
    assert code(table, "redo") == "NOTHING_TO_REDO"


@clause("KL-77")
def test_the_moves_of_klondike_stay_counted_and_an_undone_recycle_gives_the_redeal_back() -> None:
    table = klondike(redeals=1, draw=3)
    while table.state.stock:
        table.act(0, of_kind(table, "draw"))
    moves = table.state.moves
    table.act(0, of_kind(table, "recycle"))
    assert (table.state.redeals_used, table.view(0).redeals_left) == (1, 0)
    table.undo()
    assert (table.state.redeals_used, table.view(0).redeals_left, table.state.moves) == (0, 1, moves)
    table.redo()
    assert (table.state.redeals_used, table.state.moves) == (1, moves)
    table.undo()
    table.undo()
    assert table.state.moves == moves
    assert len(table.state.stock) == 3


def test_cards_takes_one_step_back_and_none_forth() -> None:
    table = Table.deal("cards", seed="42", options={"stack": "any"}, nonce="n")
    first = table.state
    table.act(0, table.moves(0)[0])
    second = table.state
    table.act(0, table.moves(0)[0])
    table.undo()
    assert table.state == second
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    assert code(table, "redo") == "INVALID_ACTION_KIND"
    assert Redo() not in table.legal(0)
    table.act(0, table.moves(0)[0])
    table.undo()
    assert table.state == second != first
    assert table.help == Help(undos=2)


class Shallow(Klondike):
    """Klondike with three steps of undo, of which a draw leaves none."""

    undo_depth = 3

    def __init__(self) -> None:
        self.undo_to = lambda before, action, after: None if action.kind == "draw" else before  # type: ignore[method-assign]


def test_the_record_is_as_deep_as_the_game_says_also_after_redos() -> None:
    table = Table.deal(Shallow(), seed="3", options={"draw": 1}, nonce="n")
    assert UNLIMITED > Shallow.undo_depth == 3
    random, hashes = Random(2), [position_hash(table)]
    while len(hashes) < 7:
        moves = [action for action in table.moves(0) if action.kind != "draw"] or list(table.moves(0))
        table.act(0, random.choice(moves))
        if table.entries[-1].action.kind != "draw":
            hashes.append(position_hash(table))
        else:
            hashes[-1] = position_hash(table)
    for _ in range(2):
        for _ in range(3):
            table.undo()
        assert not table._progress.past
        assert code(table, "undo") == "NOTHING_TO_UNDO"
        for _ in range(3):
            table.redo()
        assert len(table._progress.past) == 3
        assert code(table, "redo") == "NOTHING_TO_REDO"
        assert position_hash(table) == hashes[-1]


def test_an_action_that_leaves_no_trace_is_passed_over_by_undo_and_clears_the_redo_list() -> None:
    table = Table.deal(Shallow(), seed="7", nonce="n")
    start = position_hash(table)
    table.act(0, table.game.parse("1 6", 0))
    table.act(0, of_kind(table, "draw"))
    table.undo()
    assert position_hash(table) == start
    table.act(0, of_kind(table, "draw"))
    assert code(table, "redo") == "NOTHING_TO_REDO"
    assert code(table, "undo") == "NOTHING_TO_UNDO"


def test_a_game_without_undo_keeps_no_record() -> None:
    table = played("highnoon", 1, 20)
    assert (len(table._progress.past), len(table._progress.future)) == (0, 0)


# --- hints and assistance ---------------------------------------------------------------------------------------


def test_a_hint_is_logged_counted_and_legal() -> None:
    table = klondike()
    hint = table.hint(at=3)
    assert hint in table.moves(0)
    assert hint == table.suggestion(0)
    assert (table.rev, table.help) == (1, Help(hints=1))
    answer = answer_to(table, "hint")
    assert answer.report == {"hint": answer.report["hint"]}
    assert plain(answer.report["hint"]) == {"kind": hint.kind, "payload": plain(hint)}  # type: ignore[union-attr]
    assert (table.rev, table.help.hints, answer.help) == (2, 2, Help(hints=2))
    assert table.state == klondike().state
    assert [entry.at for entry in table.entries] == [3, None]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hint_that_the_server_gives_names_the_seat_and_uses_no_number_of_it(seat: int) -> None:
    table = Table.deal("highnoon", seed="1", seats=("human", "bot"), nonce="n")
    told: dict[int | None, Any] = {}
    for receiver in (0, 1, None):
        table.subscribe(receiver, lambda one, receiver=receiver: told.__setitem__(receiver, plain(one)))  # type: ignore[misc]
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
    table = klondike()
    table.hint()
    mark = table.mark()
    table.hint()
    table.act(SERVER, AssistFor("winnable", "p1"))
    table.act(0, of_kind(table, "draw"))
    assert (table.actions_used(0), table.expected_seq(0)) == (4, 1)
    table.back_to(mark)
    assert (table.actions_used(0), table.expected_seq(0), table.help) == (1, 0, Help(hints=1))
    table.act(0, Hint())
    assert (table.actions_used(0), table.expected_seq(0)) == (2, 1)


@pytest.mark.parametrize("player", ["p2", "p0", "server", "", "P1"])
def test_help_for_a_seat_that_does_not_exist_is_malformed(player: str) -> None:
    table = klondike()
    for help_ in (HintFor(player), AssistFor("solve", player)):
        assert code(table, "act", SERVER, help_) == "MALFORMED_MESSAGE"
    assert code(table, "hint", SERVER) == "MALFORMED_MESSAGE"


def test_who_gives_help_is_told_apart() -> None:
    """A seat cannot name another as the one that was helped, and the server always names one."""
    table = klondike()
    assert answer_to(table, "hint", player="p1").code == "MALFORMED_MESSAGE"
    assert answer_to(table, "assist", player="p1", what="solve").code == "MALFORMED_MESSAGE"
    for kind, payload in (("hint", {}), ("assist", {"what": "solve"}), ("assist", {"player": "p1"})):
        verdict = table.judge(SERVER, Intent(kind, payload))
        assert (verdict.result, verdict.code) == ("reject", "MALFORMED_MESSAGE")
    for kind in ("undo", "redo", "pause", "resume"):
        assert table.judge(SERVER, Intent(kind, {})).code == "INVALID_ACTION_KIND"
    assert code(table, "act", 0, HintFor("p1")) == "INVALID_ACTION_KIND"
    assert code(table, "act", SERVER, Hint()) == "INVALID_ACTION_KIND"
    two = Table.deal("highnoon", seed="1", seats=("human", "bot"))
    assert code(two, "act", SERVER, AssistFor("solve", "p1")) == "INVALID_ACTION_KIND"
    assert set(server_helper_kinds(table.game)) == {"hint", "assist"}
    assert set(server_helper_kinds(two.game)) == {"hint"}


@pytest.mark.parametrize("what", ["solve", "solverHint", "winnable"])
def test_the_server_marks_the_game_in_which_it_looked_at_hidden_cards(what: Any) -> None:
    table = klondike()
    table.act(0, of_kind(table, "draw"))
    table.undo()
    table.act(SERVER, AssistFor(what, "p1"))
    assert table.help == Help(assisted=True, undos=1)
    assert (table.expected_seq(0), Redo() in table.legal(0)) == (2, True)
    loaded = Table.load(table.save())
    assert standing(loaded) == standing(table)
    assert loaded.actions_used(0) == table.actions_used(0) == 3


@pytest.mark.parametrize("what", ["solve", "solverHint", "winnable"])
def test_assistance_marks_the_game(what: Any) -> None:
    """A seat's own `assist` is that of old clients and logs."""
    table = klondike()
    answer = answer_to(table, "assist", what=what)
    assert plain(answer)["help"] == {"assisted": True, "hints": 0, "paused": False, "redos": 0, "undos": 0}
    assert plain(answer)["action"] == {"kind": "assist", "payload": {"what": what}}
    assert answer.report == {}
    table.act(0, Assist(what))
    assert table.help == Help(assisted=True)
    loaded = Table.load(table.save())
    assert (loaded.help, loaded.state_hash()) == (Help(assisted=True), table.state_hash())


def test_help_is_no_part_of_the_state_that_is_hashed() -> None:
    table = klondike()
    assert table.help == NO_HELP == Help()
    table.hint()
    table.act(0, Assist("solve"))
    assert table.help == Help(assisted=True, hints=1)
    assert table.state_hash() == sha({"rev": 2, "state": table.state})


def test_the_position_hash_leaves_rev_help_and_counters_out() -> None:
    table = klondike()
    state = plain(table.state)
    moves = state.pop("moves")
    assert (moves, position_hash(table)) == (0, sha(state))
    table.act(0, of_kind(table, "draw"))
    assert position_hash(table) != sha(state)
    table.undo()
    table.hint()
    assert position_hash(table) == sha(state)


# --- pauses -----------------------------------------------------------------------------------------------------


def test_while_paused_nothing_but_a_resume_is_accepted() -> None:
    table = klondike()
    table.act(0, of_kind(table, "draw"))
    table.undo()
    draw = of_kind(table, "draw")
    table.pause(at=10)
    assert table.help == Help(undos=1, paused=True)
    for call in ("undo", "redo", "hint", "pause"):
        assert code(table, call) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", 0, draw) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", 0, Assist("solve")) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", SERVER, AssistFor("solve", "p1")) == "MATCH_NOT_ACTIVE"
    assert answer_to(table, "draw").reason == answer_to(table, "hint").reason == "the game is paused; resume it first"
    table.resume(at=20)
    assert table.help == Help(undos=1)
    assert code(table, "resume") == "RULE_VIOLATION"
    assert answer_to(table, "resume").reason == "the game is not paused"
    table.act(0, draw)
    assert [entry.at for entry in table.entries] == [None, None, 10, 20, None]


def test_while_paused_bots_rest_too() -> None:
    table = Table.deal("highnoon", seed="1", seats=("human", "bot"), options={"clock": 2})
    table.pause()
    assert [list(table.moves(seat)) for seat in (0, 1, -1)] == [[], [], []]
    assert code(table, "act", 1, table.game.legal(table.state, 1)[0]) == "MATCH_NOT_ACTIVE"
    assert code(table, "act", -1, table.game.legal(table.state, -1)[0]) == "MATCH_NOT_ACTIVE"
    table.resume(1)
    assert table.help == NO_HELP


# --- between people ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["highnoon", "nevernine"])
@pytest.mark.parametrize("people", [0, 1, 2, 3, 4])
def test_there_are_no_hints_and_pauses_while_two_people_sit(name: str, people: int) -> None:
    seats = tuple("human" if seat < people else "bot" for seat in GAMES[name].seats)
    table = Table.deal(name, seed="1", seats=seats)
    for kind in ("hint", "pause", "resume"):
        answer = answer_to(table, kind)
        if people < 2:
            assert isinstance(answer, Ack)
        else:
            assert (answer.code, answer.reason) == ("NOT_BETWEEN_PEOPLE", f"there is no {kind} while two people play")
            assert code(table, kind) == "NOT_BETWEEN_PEOPLE"
            assert table.rev == 0


def test_seats_are_people_unless_said_otherwise() -> None:
    assert Table.deal("highnoon", seed="1").seats == ("human", "human")
    assert Table.deal("highnoon", seed="1", seats=("human", "bot")).seats == ("human", "bot")


# --- after the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [1, 2])
def test_after_the_end_everything_is_match_finished(people: int) -> None:
    table = Table.deal("highnoon", seed="1", seats=("human", "human" if people == 2 else "bot"))
    draw = table.moves(0)[-2]
    table.act(0, table.game.parse("resign", 0))
    assert code(table, "act", 0, draw) == "MATCH_FINISHED"
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
    [("highnoon", Undo()), ("highnoon", Redo()), ("highnoon", Assist("solve")), ("cards", Redo())],
    ids=["undo", "redo", "assist", "cards redo"],
)
def test_the_library_refuses_what_the_same_message_would_be_refused_for(name: str, action: Action) -> None:
    """Otherwise the log holds an action that no replay accepts."""
    table = Table.deal(name, seed="42")
    table.act(0, table.moves(0)[0])
    if name == "cards":
        table.undo()
    assert code(table, "act", 0, action) == "INVALID_ACTION_KIND"
