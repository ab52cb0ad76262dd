"""Refusals: their reasons, codes and order."""

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import (
    MERIDIAN,
    codes,
    drawn,
    foundation,
    move,
    pile,
    pocket,
    position,
    refused,
    tab,
    text_pocket,
    text_tab,
)
from saloon import Table
from saloon.core.errors import InvariantBreach, Rejected
from saloon.core.game import SERVER, Action
from saloon.games.meridian import rules
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.compat.shapes import Result
from saloon.games.meridian.locations import LOCATIONS, Location, place_at, target_at
from saloon.games.meridian.moves import PLACES, Carry, Spot, judged, laid, spot_of, taken
from saloon.games.meridian.state import (
    DeclareStalemate,
    Draw,
    Move,
    Options,
    Place,
    Recycle,
    Resign,
    State,
    WarnIdle,
)
from saloon.table.messages import Snapshot

BOARD = position(
    "9S 8H", "TD", "5D", "KS", "6s 4S", "AS 2D", waste="2H 3H", pockets=["JC"], up={"C": 2}, mode="traditional",
    bases=[2, 1, 1, 1, 2, 0, 0], types=["untyped", "untyped", "untyped", "king", "untyped", "ace", None],
)  # fmt: skip
"""A board with a run, a hidden card, typed columns and an empty one; the pocket is full."""

NOWHERE = Place("waste")
FOUND = ("INVALID_SOURCE", "Card not found")
UNKNOWN_PLACE = ("INVALID_SOURCE", "Card location unknown")
OUT_OF_REACH = ("CARD_NOT_ACCESSIBLE", "Card not accessible")
NO_TARGET = ("INVALID_TARGET", "Invalid target")
THERE = ("INVALID_TARGET", "Card is already there")
BETWEEN_POCKETS = ("RULE_VIOLATION", "Pocket-to-pocket moves are not allowed")
NO_POCKET = ("INVALID_TARGET", "Pocket not available in this mode")
SINGLE = ("RULE_VIOLATION", "Only a single card can be placed here")
NO_FOUNDATION = ("RULE_VIOLATION", "Foundation does not accept this card")
ACE_OR_KING = ("RULE_VIOLATION", "Only Ace or King on an empty column")
NO_COLUMN = ("RULE_VIOLATION", "Column does not accept this card")
FULL = ("RULE_VIOLATION", "Pocket is full")


ODD_COLUMNS: list[Any] = [-1, 7, 100, True, False, "3", 1.0, [3], {}, 2**70]
ODD_SUITS: list[Any] = ["H", "", "hd", "x", "heart", "hdcs", 0, True, ["h"], {}]
ODD_POCKETS: list[Any] = [0, 3, -1, True, False, "1", 1.0, [1]]


def engine_at(state: State) -> Engine:
    """An engine whose game is at `state`."""
    engine = Engine()
    engine.initialize_game(state.options.mode, seed=state.seed, direction=state.options.direction)
    assert engine.restore_snapshot(state)
    return engine


def test_the_board_that_refuses_is_sound() -> None:
    MERIDIAN.check(BOARD)


# --- the reasons and their order --------------------------------------------------------------------------------


@clause("MM-156", "MM-157", "MM-158", "MM-162", "MM-163")
@pytest.mark.parametrize(
    ("code", "target", "why"),
    [
        ("XX", tab(0), FOUND),
        ("8h", tab(1), FOUND),
        ("", tab(1), FOUND),
        ("10H", tab(1), FOUND),
        ("XX", NOWHERE, FOUND),
        ("TS", tab(0), UNKNOWN_PLACE),
        ("TS", NOWHERE, UNKNOWN_PLACE),
        ("2H", tab(0), OUT_OF_REACH),
        ("6S", tab(0), OUT_OF_REACH),
        ("8C", tab(0), OUT_OF_REACH),
        ("2H", NOWHERE, OUT_OF_REACH),
        ("8H", NOWHERE, NO_TARGET),
        ("9S", NOWHERE, NO_TARGET),
        ("JC", NOWHERE, NO_TARGET),
        ("8H", tab(7), NO_TARGET),
        ("8H", Place("foundation", 8), NO_TARGET),
        ("8H", Place("stock"), NO_TARGET),
        ("8H", pocket(3), NO_TARGET),
        ("8H", tab(0), THERE),
        ("9S", tab(0), THERE),
        ("TD", tab(1), THERE),
        ("JC", pocket(1), BETWEEN_POCKETS),
        ("JC", pocket(2), BETWEEN_POCKETS),
        ("8H", pocket(2), NO_POCKET),
        ("9S", pocket(2), NO_POCKET),
        ("9S", pocket(1), SINGLE),
        ("9S", foundation("9S"), SINGLE),
        ("9S", foundation("6H"), SINGLE),
        ("8H", foundation("8H"), NO_FOUNDATION),
        ("8H", foundation("6H"), NO_FOUNDATION),
        ("8H", foundation("7D"), NO_FOUNDATION),
        ("3H", foundation("6H"), NO_FOUNDATION),
        ("JC", foundation("JC"), NO_FOUNDATION),
        ("8H", tab(6), ACE_OR_KING),
        ("9S", tab(6), ACE_OR_KING),
        ("TD", tab(6), ACE_OR_KING),
        ("2D", tab(6), ACE_OR_KING),
        ("8H", tab(1), NO_COLUMN),
        ("TD", tab(3), NO_COLUMN),
        ("4S", tab(5), NO_COLUMN),
        ("KS", tab(5), NO_COLUMN),
        ("3H", tab(5), NO_COLUMN),
        ("8H", pocket(1), FULL),
        ("3H", pocket(), FULL),
    ],
)
def test_the_first_reason_that_applies_is_given(code: str, target: Place, why: tuple[str, str]) -> None:
    assert refused(BOARD, Move(code, target)) == why
    assert Move(code, target) not in MERIDIAN.legal(BOARD, 0)
    with pytest.raises(Rejected) as rejected:
        judged(BOARD.board, BOARD.options, code, spot_of(target))
    assert (rejected.value.code, rejected.value.reason) == why


@clause("MM-156", "MM-158")
@pytest.mark.parametrize(
    ("code", "target"),
    [("9S", tab(1)), ("JC", tab(1)), ("3H", tab(4)), ("5D", tab(4)), ("4S", tab(2)), ("KS", tab(6)), ("AS", tab(6))],
)
def test_similar_moves_are_accepted(code: str, target: Place) -> None:
    after = move(BOARD, code, target)
    assert codes(after.board.tableau[int(target.index or 0)]).endswith(
        {"9S": "TD 9S 8H", "JC": "TD JC", "3H": "4S 3H", "5D": "4S 5D", "4S": "5D 4S", "AS": "AS 2D"}.get(code, code)
    )


@clause("MM-158")
def test_a_run_is_judged_as_a_whole() -> None:
    state = position("TD", "9S 8H", "7C 8D", "9C", types=["untyped"] * 4 + [None] * 3)
    assert move(state, "9S", tab(0)).board.tableau[0] == pile("TD 9S 8H")
    assert refused(state, Move("7C", tab(1))) == NO_COLUMN
    assert refused(state, Move("9S", foundation("9S"))) == SINGLE
    assert refused(state, Move("9S", pocket())) == SINGLE
    assert codes(move(state, "8H", pocket()).board.tableau[1]) == "9S"
    assert codes(move(state, "8D", tab(3)).board.tableau[3]) == "9C 8D"


# --- targets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "spot"),
    [
        *((Location("tab", col=col), ("tab", col)) for col in range(7)),
        *((Location("fUp", suit=suit), ("fUp", number)) for number, suit in enumerate("hdcs")),
        *((Location("fDown", suit=suit), ("fDown", number)) for number, suit in enumerate("hdcs")),
        (Location("pocket"), ("pocket", 0)),
        (Location("pocket", pocket_num=1), ("pocket", 0)),
        (Location("pocket", pocket_num=2), ("pocket", 1)),
        (Location("tab", col=3, suit="x", pocket_num=9), ("tab", 3)),
        (Location("fUp", col="x", suit="c", pocket_num=[]), ("fUp", 2)),
        (Location("pocket", col=99, suit=5), ("pocket", 0)),
    ],
)
def test_a_target_is_read_by_the_field_that_its_type_needs(target: Location, spot: Spot) -> None:
    assert target_at(target) == spot
    assert place_at(target) == PLACES[spot]


@clause("MM-157")
@pytest.mark.parametrize(
    "target",
    [
        *(Location(kind) for kind in ("", "waste", "stock", "hand", "Tab", "foundation", "tab", "fUp", "fDown")),
        *(Location("tab", col=col) for col in ODD_COLUMNS),
        *(Location("fUp", suit=suit) for suit in ODD_SUITS),
        *(Location("fDown", suit=suit) for suit in ODD_SUITS),
        *(Location("pocket", pocket_num=number) for number in ODD_POCKETS),
        Location("tab", suit="h", pocket_num=1),
        Location("fUp", col=1),
        Location("waste", col=0, suit="h", pocket_num=1),
    ],
)
def test_a_place_that_takes_no_cards_is_an_invalid_target(target: Location) -> None:
    assert target_at(target) is None
    assert refused(BOARD, Move("8H", place_at(target))) == NO_TARGET


def sent(target: object) -> Action:
    """The move of a message with that target."""
    action: Action = MERIDIAN.read_action(Options(), MERIDIAN.actions, "move", {"card": "8H", "target": target})
    return action


@pytest.mark.parametrize(
    ("target", "meant"),
    [
        ({"zone": "tableau", "index": 3}, tab(3)),
        ({"zone": "pocket", "index": 1}, pocket(2)),
        ({"zone": "foundation", "index": 0}, foundation("7H")),
        ({"zone": "foundation", "index": 7}, foundation("6S")),
        ({"zone": "tableau", "index": 99}, tab(99)),
        ({"zone": "stock"}, Place("stock")),
    ],
)
def test_a_message_names_its_target_like_any_place(target: dict[str, Any], meant: Place) -> None:
    assert sent(target) == Move("8H", meant)
    assert msgspec.to_builtins(Move("8H", meant)) == {"card": "8H", "target": target}


@pytest.mark.parametrize(
    ("target", "meant"),
    [
        ({"type": "tab", "col": 3}, tab(3)),
        ({"type": "tab", "col": 3, "suit": "h", "pocketNum": 2}, tab(3)),
        ({"type": "pocket"}, pocket(1)),
        ({"type": "pocket", "pocketNum": 2}, pocket(2)),
        ({"type": "fUp", "suit": "h"}, foundation("7H")),
        ({"type": "fDown", "suit": "s"}, foundation("6S")),
    ],
)
def test_a_log_names_its_target_as_the_text_does(target: dict[str, Any], meant: Place) -> None:
    assert sent(target) == Move("8H", meant)


@pytest.mark.parametrize(
    "target",
    [
        None, {}, {"type": 3}, {"col": 3}, "tab", {"type": "tab", "col": 1, "row": 2}, {"zone": "tab", "index": 1},
        {"zone": "tableau"}, {"zone": "pocket"}, {"zone": "stock", "index": 0}, {"zone": "tableau", "index": "3"},
        {"zone": "tableau", "index": True}, {"zone": "tableau", "index": 1, "owner": "p1"},
        {"zone": "tableau", "index": 1, "type": "tab", "col": 1}, {"index": 1},
    ],
)  # fmt: skip
def test_a_target_with_missing_or_foreign_fields_is_malformed(target: object) -> None:
    with pytest.raises(Rejected) as rejected:
        sent(target)
    assert rejected.value.code == "MALFORMED_MESSAGE"


def test_only_a_seat_moves_cards_in_either_form() -> None:
    for target in ({"zone": "tableau", "index": 3}, {"type": "tab", "col": 3}):
        with pytest.raises(Rejected) as rejected:
            MERIDIAN.read_action(Options(), MERIDIAN.server_actions, "move", {"card": "8H", "target": target})
        assert rejected.value.code == "INVALID_ACTION_KIND"


def test_every_place_is_read_as_it_is_written() -> None:
    assert set(LOCATIONS) == {*PLACES, ("waste", 0)}
    for spot, place in PLACES.items():
        assert spot_of(place) == target_at(LOCATIONS[spot]) == spot


def test_logs_keep_the_form_of_the_text() -> None:
    for spot, place in PLACES.items():
        kept = msgspec.to_builtins(MERIDIAN.logged(Move("8H", place)))
        assert kept == {"card": "8H", "target": msgspec.to_builtins(LOCATIONS[spot])}
        assert sent(kept["target"]) == Move("8H", place)
    for action in (Draw(), Recycle(), DeclareStalemate(), Resign(), WarnIdle()):
        assert MERIDIAN.logged(action) is action


def test_a_log_has_the_form_of_the_text_and_loads_in_either() -> None:
    table = Table.deal("meridian", seed="7", options={"mode": "double_pocket"})
    for _ in range(30):
        action = table.suggestion(0)
        assert action is not None
        table.act(0, action)
    log = json.loads(table.save())
    moves = [step["action"]["payload"] for step in log["steps"] if step["action"]["kind"] == "move"]
    assert {payload["target"]["type"] for payload in moves} >= {"tab", "pocket", "fUp"}
    assert log["header"]["protocolVersion"] == "2.5.1"
    assert Table.load(json.dumps(log)).save() == table.save()
    for payload, entry in zip(moves, [one for one in table.entries if one.action.kind == "move"], strict=True):
        payload.update(msgspec.to_builtins(entry.action))
        assert payload["target"].keys() == {"zone", "index"}
    assert Table.load(json.dumps(log)).save() == table.save()


# --- out of season ----------------------------------------------------------------------------------------------

ACTIONS: list[Action] = [Move("XX", NOWHERE), Move("8H", tab(2)), Draw(), Recycle(), DeclareStalemate(), Resign()]


@clause("MM-159", "MM-165")
@pytest.mark.parametrize("end", ["completed", "stalemate", "declared", "resign"])
def test_after_the_end_everything_is_refused_as_such(end: Any) -> None:
    over = replace(BOARD, end=end, moves=200)
    for action in ACTIONS:
        assert refused(over, action) == ("MATCH_FINISHED", "Game not active")
    assert refused(over, WarnIdle(), SERVER) == ("MATCH_FINISHED", "Game not active")


def test_who_may_do_what_is_asked_first() -> None:
    for state in (BOARD, replace(BOARD, end="resign", moves=200)):
        for action in ACTIONS:
            kind = action.kind
            assert refused(state, action, SERVER) == (
                "INVALID_ACTION_KIND",
                f"'{kind}' is not a valid action for server",
            )
            assert refused(state, action, 1) == ("INVALID_ACTION_KIND", f"'{kind}' is not a valid action for p2")
        assert refused(state, WarnIdle()) == ("INVALID_ACTION_KIND", "'warnIdle' is not a valid action for p1")
        assert refused(state, WarnIdle(), 1) == ("INVALID_ACTION_KIND", "'warnIdle' is not a valid action for p2")


def test_a_foreign_action_is_refused() -> None:
    class Shuffle(Action, frozen=True):
        kind = "shuffle"

    assert refused(BOARD, Shuffle()) == ("INVALID_ACTION_KIND", "'shuffle' is not a valid action for Meridian Master")


def test_a_game_is_declared_a_stalemate_only_under_a_warning() -> None:
    no_warning = ("RULE_VIOLATION", "There is no warning")
    assert refused(BOARD, DeclareStalemate()) == no_warning
    assert refused(replace(BOARD, moves_without_progress=29, moves=500), DeclareStalemate()) == no_warning
    for changes in ({"moves_without_progress": 30}, {"moves_without_progress": 31}, {"loop": True}, {"idle": True}):
        warned = replace(BOARD, **changes)
        after = MERIDIAN.apply(warned, 0, DeclareStalemate())
        assert after == replace(warned, end="declared")
        assert after.status == "lost"


def test_the_server_warns_of_a_long_game_once() -> None:
    no_warning = ("RULE_VIOLATION", "There is no warning")
    assert refused(replace(BOARD, moves=199), WarnIdle(), SERVER) == no_warning
    long = replace(BOARD, moves=200)
    after = MERIDIAN.apply(long, SERVER, WarnIdle())
    assert after == replace(long, idle=True)
    assert refused(after, WarnIdle(), SERVER) == no_warning
    assert after.warnings == ("idle",)


def test_giving_up_ends_the_game_and_changes_nothing_else() -> None:
    assert MERIDIAN.apply(BOARD, 0, Resign()) == replace(BOARD, end="resign")
    assert MERIDIAN.outcome(BOARD) is None
    assert MERIDIAN.outcome(replace(BOARD, end="declared", moves=3)).winners == ()


# --- the engine says the same -----------------------------------------------------------------------------------


@clause("MM-161", "MM-162", "MM-163", "MM-164", "MM-166")
def test_the_engine_judges_without_moving() -> None:
    engine = engine_at(BOARD)
    ids = engine.ids
    assert engine.validate_move(ids["9S"], text_tab(1)) == Result(True)
    assert engine.validate_move(ids["9S"], {"type": "tab", "col": 1}) == Result(True)
    assert engine.validate_move("9s_1_2_x", text_tab(1)) == Result(False, "Card not found")
    assert engine.validate_move(ids["TS"], text_tab(1)) == Result(False, "Card location unknown")
    assert engine.validate_move(ids["2H"], text_tab(1)) == Result(False, "Card not accessible")
    assert engine.validate_move(ids["8H"], {"type": "waste"}) == Result(False, "Invalid target")
    assert engine.validate_move(ids["8H"], None) == Result(False, "Invalid target")
    assert engine.validate_move(ids["8H"], text_tab(0)) == Result(False, "Card is already there")
    assert engine.validate_target(ids["9S"], text_tab(1)) == Result(True)
    assert engine.validate_target(ids["8H"], text_tab(6)) == Result(False, "Only Ace or King on an empty column")
    eight = engine.find_card(ids["8H"])
    assert eight is not None
    assert engine.validate_target(eight, text_tab(1)) == Result(False, "Column does not accept this card")
    assert engine.validate_target(eight, {"type": "fUp", "suit": "h"}) == Result(
        False, "Foundation does not accept this card"
    )
    assert engine.state == BOARD
    assert engine.table.entries == []


@clause("MM-159", "MM-165")
def test_the_engine_refuses_everything_while_no_game_is_active() -> None:
    engine = Engine()
    not_active = Result(False, "Game not active")

    def refusals(card_id: str) -> list[Result]:
        return [
            engine.validate_move(card_id, text_tab(0)),
            engine.execute_move(card_id, text_tab(0)),
            engine.auto_place_card(card_id),
            engine.draw_card(),
            engine.undo(),
            engine.redo(),
        ]

    assert refusals("7h_1_2_x") == [not_active] * 6
    engine.initialize_game("classic", seed="1")
    known = engine.ids["7H"]
    engine.pause()
    assert refusals(known) == [not_active] * 6
    hint = engine.get_hint()
    assert hint is not None
    assert (hint.success, hint.reason) == (False, "Game not active")
    engine.resign()
    assert refusals(known) == [not_active] * 6


@clause("MM-227", "MM-228")
def test_a_refused_move_changes_nothing() -> None:
    engine = engine_at(BOARD)
    heard: list[object] = []
    engine.subscribe(heard.append)
    assert engine.execute_move(engine.ids["9S"], text_pocket()) == Result(
        False, "Only a single card can be placed here"
    )
    assert engine.execute_move(engine.ids["3H"], text_pocket()) == Result(False, "Pocket is full")
    assert (engine.state, engine.table.rev, engine.table.entries, heard) == (BOARD, 0, [], [])
    assert engine.get_game_state().move_history == ()


# --- safety nets ------------------------------------------------------------------------------------------------

FROM_FOUNDATION = Carry(("fUp", 2), 1, pile("8C"), ("tab", 6))
ONTO_WASTE = Carry(("tab", 1), 0, pile("TD"), ("waste", 0))
RUN_INTO_POCKET = Carry(("tab", 0), 0, pile("9S 8H"), ("pocket", 0))
RUN_HOME = Carry(("tab", 0), 0, pile("9S 8H"), ("fUp", 3))
NOTHING_HOME = Carry(("tab", 0), 2, (), ("fDown", 3))


@clause("MM-231", "MM-232")
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (FROM_FOUNDATION, "Failed to remove from source"),
        (ONTO_WASTE, "Failed to add to target"),
        (RUN_INTO_POCKET, "Failed to add to target"),
        (RUN_HOME, "Failed to add to target"),
    ],
)
def test_a_move_that_fails_halfway_leaves_the_game_as_it_was(
    wrong: Carry, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engine_at(BOARD)
    monkeypatch.setattr(rules, "judged", lambda *_: wrong)
    assert engine.execute_move(engine.ids["9S"], text_tab(1)) == Result(False, reason)
    assert (engine.state, engine.table.rev, engine.table.incidents) == (BOARD, 0, [reason])
    table = Table.set_up(MERIDIAN, BOARD, nonce="n")
    before = table.state_hash()
    sent = {"kind": "move", "payload": {"card": "9S", "target": {"type": "tab", "col": 1}}, "seq": 0, "baseRev": 0}
    answer = table.submit(0, sent)
    assert isinstance(answer, Snapshot)
    assert (answer.reason, table.state_hash(), table.incidents) == ("AIRBAG", before, [reason])


@clause("MM-231", "MM-232", "MM-237", "MM-238")
def test_taking_from_a_foundation_and_laying_nowhere_break_the_rules() -> None:
    for zone in ("fUp", "fDown"):
        with pytest.raises(InvariantBreach, match=r"^Failed to remove from source \[INTERNAL_INVARIANT_BREACH\]$"):
            taken(BOARD.board, Carry((zone, 2), 1, pile("8C"), ("tab", 6)))
    for wrong in (ONTO_WASTE, RUN_INTO_POCKET, RUN_HOME, NOTHING_HOME):
        with pytest.raises(InvariantBreach, match=r"^Failed to add to target \[INTERNAL_INVARIANT_BREACH\]$"):
            laid(BOARD.board, wrong)


def test_no_legal_move_needs_the_safety_nets() -> None:
    state = drawn(MERIDIAN.deal("5", Options(mode="double_pocket")), 3)
    for action in MERIDIAN.legal(state, 0):
        if isinstance(action, Move):
            MERIDIAN.check(MERIDIAN.apply(state, 0, action))
