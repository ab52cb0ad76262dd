"""The end and its warnings: the win, the exact stalemate, circles and long stretches without progress."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import (
    MERIDIAN,
    codes,
    drawn,
    foundation,
    move,
    pocket,
    position,
    refused,
    tab,
    text_foundation,
    text_tab,
)
from positions import Position, positions
from saloon import Table
from saloon.core.cards import deck
from saloon.core.errors import Rejected
from saloon.core.game import SERVER
from saloon.games.meridian import moves as moves_
from saloon.games.meridian.compat.engine import (
    Engine,
    create_deck,
    is_complete_down_sequence,
    is_complete_up_sequence,
)
from saloon.games.meridian.compat.shapes import Event
from saloon.games.meridian.locations import place_at
from saloon.games.meridian.stalemate import fingerprint, is_stalemate
from saloon.games.meridian.state import (
    DeclareStalemate,
    Draw,
    Move,
    Recycle,
    Resign,
    State,
    WarnIdle,
)

SUITS = "HDCS"
FULL_UP = dict.fromkeys(SUITS, 7)
FULL_DOWN = dict.fromkeys(SUITS, 6)
SHUTTLE_BASES = [1, 1, 0, 0, 0, 0, 0]


def shuttle(**changes: Any) -> State:
    """The seven of hearts may go to and fro between two eights and the pocket; 49 cards are in the stock."""
    return position("8S 7H", "8C", bases=SHUTTLE_BASES, **changes)


class Timepiece:
    """A clock that advances on request."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def engine_of(state: State, clock: Timepiece | None = None) -> Engine:
    engine = Engine(clock=clock or Timepiece())
    assert engine.initialize_game(state.options.mode, seed="1", direction=state.options.direction)
    assert engine.restore_snapshot(state)
    return engine


# --- the win ----------------------------------------------------------------------------------------------------


@clause("MM-256")
@pytest.mark.parametrize("code", ["KH", "KD", "KC", "KS", "AH", "AD", "AC", "AS"])
def test_the_last_card_wins_wherever_it_is_missing(code: str) -> None:
    up = {**FULL_UP, code[1]: 6} if code[0] == "K" else FULL_UP
    down = {**FULL_DOWN, code[1]: 5} if code[0] == "A" else FULL_DOWN
    for state in (
        position(code, up=up, down=down, moves=60),
        position(waste=code, up=up, down=down, moves=60),
        position(pockets=[code], up=up, down=down, moves=60),
    ):
        assert (state.status, MERIDIAN.outcome(state)) == ("active", None)
        assert not state.board.is_complete
        after = move(state, code, foundation(code))
        assert (after.end, after.status, after.moves) == ("completed", "won", 61)
        assert after.board.is_complete
        outcome = MERIDIAN.outcome(after)
        assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "completed", (85,))
        assert MERIDIAN.legal(after, 0) == []
        assert is_stalemate(after.board, after.stock, after.options), "nothing is left, but the win comes first"


@clause("MM-256")
def test_the_engine_sees_the_win_and_no_stalemate_in_it() -> None:
    engine = engine_of(position("KS", up={**FULL_UP, "S": 6}, down=FULL_DOWN))
    assert not engine.check_win_condition()
    assert engine.auto_place_card(engine.ids["KS"])
    assert engine.check_win_condition()
    assert (engine.status, engine.check_stalemate(), engine.check_stalemate_conditions()) == ("won", False, "active")
    assert engine.execute_move(engine.ids["KS"], text_tab(0)).reason == "Game not active"


@clause("MM-256")
def test_a_pile_is_complete_with_all_its_cards_in_order_and_of_its_suit() -> None:
    cards = create_deck("1")
    for number, suit in enumerate("hdcs"):
        own = cards[13 * number : 13 * number + 13]
        up, down = own[6:], own[5::-1]
        assert is_complete_up_sequence(up, suit)
        assert is_complete_down_sequence(down, suit)
        other = "hdcs"[number - 1]
        assert not is_complete_up_sequence(up, other)
        assert not is_complete_down_sequence(down, other)
        assert not is_complete_up_sequence(up[:6], suit)
        assert not is_complete_down_sequence(down[:5], suit)
        assert not is_complete_up_sequence([*up[:5], up[6], up[5]], suit)
        assert not is_complete_down_sequence([*down[:4], down[5], down[4]], suit)
        stranger = cards[(13 * number + 25) % 52]
        assert not is_complete_up_sequence([*up[:6], stranger], suit)
        assert not is_complete_up_sequence([], suit)
        assert not is_complete_down_sequence([], suit)
        assert not is_complete_up_sequence(down, suit)


# --- the exact stalemate ----------------------------------------------------------------------------------------


def stuck(*columns: str, stock: str = "", waste: str = "", **more: Any) -> State:
    """The state after the nine of spades, on top of column 0, went into the last pocket."""
    return move(position(*columns, stock=stock, waste=waste, **more), "9S", pocket())


@clause("MM-257", "MM-296")
def test_no_card_can_do_anything_and_the_game_is_lost_at_once() -> None:
    after = stuck("2C 9S")
    assert (after.end, after.status, after.moves) == ("stalemate", "lost", 1)
    assert MERIDIAN.legal(after, 0) == []
    outcome = MERIDIAN.outcome(after)
    assert (outcome.winners, outcome.reason, outcome.scores) == ((), "stalemate", (100,))
    assert refused(after, Draw()) == ("MATCH_FINISHED", "Game not active")


@clause("MM-257", "MM-258")
@pytest.mark.parametrize(
    ("place", "cards", "over"),
    [
        ("stock", "4H", True),
        ("stock", "4H 2H TH", True),
        ("stock", "3S", True),
        ("stock", "3D", False),
        ("stock", "7H", False),
        ("stock", "6D", False),
        ("stock", "8H", True),
        ("stock", "KD", False),
        ("stock", "AC", False),
        ("stock", "7H 4H 4D", False),
        ("stock", "4H 4D 7H", False),
        ("stock", "4H 7H 4D", False),
        ("waste", "4H", True),
        ("waste", "4H 2H TH", True),
        ("waste", "7H 4H", False),
        ("waste", "4H 7H", False),
        ("waste", "KD 4H 4D", False),
        ("waste", "4H 3D 4D", False),
    ],
)
def test_every_card_of_stock_and_waste_counts_however_deep_it_lies(place: str, cards: str, over: bool) -> None:
    after = stuck("2C 9S", **{place: cards})
    assert after.end == ("stalemate" if over else None)
    assert is_stalemate(after.board, after.stock, after.options) is over


@clause("MM-257")
def test_cards_of_stock_and_waste_can_be_hopeless_only_together() -> None:
    assert stuck("2C 9S", stock="4H", waste="4D").end == "stalemate"
    assert stuck("2C 9S", stock="4H 7C", waste="4D").end is None
    assert stuck("2C 9S", stock="4H", waste="7C 4D").end is None


@clause("MM-257")
def test_moving_a_whole_column_to_an_empty_one_does_not_prevent_stalemate() -> None:
    after = stuck("KC 9S")
    assert after.end == "stalemate"
    shifts = [one for one in moves_.carries(after.board, after.options) if one.run[0].code == "KC"]
    assert [one.target for one in shifts] == [("tab", col) for col in range(1, 7)]
    assert all(one.shifts_a_column(after.board) for one in shifts)
    assert stuck("KC 9S", stock="QH").end is None
    assert stuck("KC 9S", stock="QS").end == "stalemate"
    assert stuck("KC QH 9S").end == "stalemate"


@clause("MM-257")
def test_part_of_a_column_onto_an_empty_one_does() -> None:
    assert stuck("5C KC 9S").end is None
    assert stuck("5C AC 2H 9S").end is None
    assert stuck("5C 2H AC 9S").end is None
    assert stuck("AC 2H 9S").end == "stalemate", "the run is the whole column"
    full = ["5C KC 9S", "2S", "4S", "TS", "QS", "8S", "3C"]
    assert stuck(*full).end == "stalemate", "no column is empty"


@clause("MM-257")
def test_a_whole_column_onto_another_saves_the_game() -> None:
    assert stuck("2H 9S", "AC").end is None
    assert stuck("2S 9S", "AC").end == "stalemate"
    assert stuck("2S 9S", "5C", "6D 2C", "4H").end is None
    assert stuck("2S 9S", "5C", "6D 2C", "4C").end == "stalemate"


@clause("MM-257")
def test_covered_and_hidden_cards_do_not_count() -> None:
    assert stuck("7H 2C 9S").end == "stalemate"
    assert stuck("7h 2C 9S", mode="traditional").end == "stalemate"
    assert stuck("2C 7H 9S").end is None
    assert stuck("2c 7h 9S", mode="traditional").end is None, "the bared card is turned first"
    assert stuck("2c 7h 9S", "4S", mode="expert").board.tableau[0][-1].face_down is False


@clause("MM-257", "MM-258")
def test_the_card_in_the_pocket_counts() -> None:
    state = position("2C 9D", "4S 8H", stock="")
    assert move(state, "9D", pocket()).end == "stalemate"
    assert move(position("2C 9D", "4S TC", stock=""), "9D", pocket()).end is None
    assert move(position("2C KD", "4S 8H", stock=""), "KD", pocket()).end is None, "an empty column takes the King"
    home = position("2C 9D", "4S 8H", stock="", up={"D": 2})
    assert move(home, "9D", pocket()).end is None


@clause("MM-257")
def test_it_needs_full_pockets() -> None:
    two = position("2C 4C 9S", stock="", mode="double_pocket")
    one_left = move(two, "9S", pocket(1))
    assert one_left.end is None
    assert move(one_left, "4C", pocket(2)).end == "stalemate"
    other_left = move(two, "9S", pocket(2))
    assert other_left.end is None
    assert move(other_left, "4C", pocket(1)).end == "stalemate"


@clause("MM-257")
def test_an_empty_pocket_helps_only_if_there_is_a_card_for_it() -> None:
    lone = position(pockets=["9S", ""], mode="double_pocket", stock="")
    assert is_stalemate(lone.board, lone.stock, lone.options)
    for place in ({"stock": "4H"}, {"waste": "4H", "stock": ""}):
        helped = position(pockets=["9S", ""], mode="double_pocket", **place)  # type: ignore[arg-type]
        assert not is_stalemate(helped.board, helped.stock, helped.options)


@clause("MM-257")
def test_the_lock_of_a_column_counts() -> None:
    columns = ("2C 9D", "4S 5H")
    bases = [2, 1, 0, 0, 0, 0, 0]
    locked = position(*columns, bases=bases, stock="4C")
    assert move(locked, "9D", pocket()).end == "stalemate"
    flexible = position(*columns, bases=bases, stock="4C", direction="flexible")
    assert move(flexible, "9D", pocket()).end is None
    assert move(position(*columns, bases=bases, stock="6C"), "9D", pocket()).end is None
    assert move(position(*columns, stock="4C"), "9D", pocket()).end is None, "no move has laid the five there"


@clause("MM-296")
def test_the_test_runs_after_card_moves_and_not_after_draws() -> None:
    state = position("2C", pockets=["9S"], stock="4H 4D")
    assert is_stalemate(state.board, state.stock, state.options)
    for after in (drawn(state), drawn(state, 3), MERIDIAN.apply(drawn(state, 2), 0, Recycle())):
        assert after.end is None


@clause("MM-257", "MM-296")
@given(positions("meridian"))
@settings(max_examples=25, deadline=None)
def test_a_game_with_something_to_do_never_ends_by_itself(position: Position) -> None:
    state = position.state
    stalled = is_stalemate(state.board, state.stock, state.options)
    if state.end is None:
        assert not stalled
    else:
        assert (state.end == "stalemate") == (stalled and not state.board.is_complete)


def hopeless(**changes: Any) -> State:
    """All 52 cards are there and none can move: tops and the cards below them are black, the pocket is full."""
    tops = ["9S", "9C", "2S", "2C", "5S", "5C", "JS"]
    below = ["3S", "3C", "4S", "4C", "8S", "8C", "TS"]
    rest = [card.code for card in deck(SUITS) if card.code not in {*tops, *below, "JC"}]
    columns = [" ".join([*rest[n::7], below[n], tops[n]]) for n in range(7)]
    return position(*columns, pockets=["JC"], stock="", **changes)


def hopeful(**changes: Any) -> State:
    """The same, with the pocket's card waiting to go there."""
    state = hopeless(**changes)
    jack = state.board.pockets[0]
    assert jack is not None
    return replace(state, board=replace(state.board, pockets=(None,), waste=(jack,)))


@clause("MM-258", "MM-296", "MM-297")
@pytest.mark.parametrize("without_progress", [0, 29, 30, 31])
def test_the_engine_distinguishes_a_stalemate_from_an_active_game(without_progress: int) -> None:
    engine = engine_of(hopeful(moves=100, moves_without_progress=without_progress))
    assert (engine.check_stalemate(), engine.check_stalemate_conditions(), engine.status) == (False, "active", "active")
    assert engine.execute_move(engine.ids["JC"], {"type": "pocket"})
    assert (engine.check_stalemate(), engine.check_stalemate_conditions()) == (True, "stalemate")
    assert (engine.status, engine.state.end, engine.track_progress()) == ("lost", "stalemate", without_progress + 1)
    assert engine.undo().reason == "Game not active"
    assert engine.get_game_state().stats.stalemates == 1


@clause("MM-298")
@pytest.mark.parametrize("moves", [199, 200])
@pytest.mark.parametrize("waited", [0, 300_000, 300_001])
def test_a_long_game_is_lost_only_if_no_move_is_left(moves: int, waited: int) -> None:
    clock = Timepiece()
    engine = engine_of(hopeless(moves=moves), clock)
    clock.now = waited
    assert engine.check_stalemate_conditions() == "stalemate"
    engine = engine_of(shuttle(moves=moves), clock)
    clock.now += waited
    assert engine.check_stalemate_conditions() == "active"
    expected = ("idle",) if (moves, waited) == (200, 300_001) else ()
    assert engine.get_game_state().warnings == expected
    assert engine.state.end is None


@clause("MM-298")
def test_five_minutes_count_from_the_last_progress() -> None:
    clock = Timepiece()
    engine = engine_of(position("8S 7H", "9C", bases=[1, 1, 0, 0, 0, 0, 0], moves=205), clock)
    clock.now = 200_000
    assert engine.auto_place_card(engine.ids["7H"])
    clock.now = 500_000
    assert engine.execute_move(engine.ids["8S"], {"type": "pocket"})
    assert engine.get_game_state().warnings == ()
    clock.now = 500_001
    assert engine.check_stalemate_conditions() == "active"
    assert engine.get_game_state().warnings == ("idle",)
    assert engine.declare_stalemate()
    assert (engine.state.end, engine.status) == ("declared", "lost")


@clause("MM-298")
def test_the_server_may_warn_from_two_hundred_moves_on_and_once() -> None:
    early, long = shuttle(moves=199), shuttle(moves=200)
    assert MERIDIAN.legal(early, SERVER) == []
    assert refused(early, WarnIdle(), SERVER) == ("RULE_VIOLATION", "There is no warning")
    assert list(MERIDIAN.legal(long, SERVER)) == [WarnIdle()]
    warned = MERIDIAN.apply(long, SERVER, WarnIdle())
    assert warned == replace(long, idle=True)
    assert warned.warnings == ("idle",)
    assert MERIDIAN.legal(warned, SERVER) == []
    assert refused(warned, WarnIdle(), SERVER) == ("RULE_VIOLATION", "There is no warning")


@clause("MM-259")
@given(positions("meridian"))
@settings(max_examples=10, deadline=None)
def test_all_valid_moves_are_those_that_are_accepted(position: Position) -> None:
    engine = engine_of(position.state)
    listed = [(move_.card_id, move_.target_location) for move_ in engine.find_all_valid_moves()]
    accepted = [(engine.ids[one.card], one.target) for one in position.legal if isinstance(one, Move)]
    assert [(card_id, place_at(target)) for card_id, target in listed] == accepted
    assert all(engine.validate_move(card_id, target) for card_id, target in listed)


@clause("MM-259")
def test_all_valid_moves_are_listed_source_by_source_whole_columns_too() -> None:
    engine = engine_of(position("KD", "9C 8H", "9S", waste="7S", pockets=["2C"]))
    listed = [(one.moving_cards[0].value + one.moving_cards[0].suit, one.target_location)
              for one in engine.find_all_valid_moves()]  # fmt: skip
    assert listed == [
        ("7s", text_foundation("7S")), ("7s", text_tab(1)),
        ("Kd", text_tab(3)), ("Kd", text_tab(4)), ("Kd", text_tab(5)), ("Kd", text_tab(6)),
        ("8h", text_tab(2)), ("9s", text_tab(1)),
    ]  # fmt: skip
    engine.pause()
    assert engine.find_all_valid_moves() == []


# --- progress and its warning -----------------------------------------------------------------------------------


@clause("MM-260")
def test_only_a_card_on_a_foundation_is_progress() -> None:
    state = position("8S 7H", "8C", "KD 2C", waste="6H", bases=[1, 1, 2, 0, 0, 0, 0], moves_without_progress=5)
    assert move(state, "7H", tab(1)).moves_without_progress == 6
    assert move(state, "7H", pocket()).moves_without_progress == 6
    assert move(state, "6H", pocket()).moves_without_progress == 6
    assert move(state, "7H", foundation("7H")).moves_without_progress == 0
    assert move(state, "6H", foundation("6H")).moves_without_progress == 0
    assert drawn(state, 3).moves_without_progress == 5
    assert move(drawn(state), "7H", foundation("7H")).moves_without_progress == 0
    assert engine_of(state).track_progress() == 5


@clause("MM-260", "MM-295")
def test_thirty_moves_without_progress_are_a_warning_and_no_end() -> None:
    for before, warnings in [(28, ()), (29, ("noProgress",)), (30, ("noProgress",)), (99, ("noProgress",))]:
        after = move(shuttle(moves_without_progress=before), "7H", tab(1))
        assert (after.moves_without_progress, after.warnings, after.end) == (before + 1, warnings, None)
        assert MERIDIAN.view(after, 0).warnings == warnings
    cleared = move(shuttle(moves_without_progress=40, loop=True, idle=True), "7H", foundation("7H"))
    assert (cleared.moves_without_progress, cleared.loop, cleared.idle, cleared.warnings) == (0, False, False, ())
    kept = move(shuttle(moves_without_progress=40, loop=True, idle=True), "7H", tab(1))
    assert kept.warnings == ("loop", "noProgress", "idle")


@clause("MM-260")
def test_listeners_are_notified_every_thirty_moves() -> None:
    engine = engine_of(shuttle(moves_without_progress=28))
    told: list[Event] = []
    engine.subscribe(told.append)
    for number in range(33):
        assert engine.execute_move(engine.ids["7H"], {"type": "tab", "col": 1 - number % 2})
    stalled = [event.details for event in told if event.details.get("kind") == "noProgress"]
    assert stalled == [{"kind": "noProgress", "moves": 30}, {"kind": "noProgress", "moves": 60}]
    assert {event.kind for event in told if event.details.get("kind")} == {"warning"}


@pytest.mark.parametrize(
    ("changes", "stands"),
    [
        ({}, False),
        ({"moves_without_progress": 29}, False),
        ({"moves_without_progress": 30}, True),
        ({"loop": True}, True),
        ({"idle": True}, True),
        ({"moves": 500}, False),
    ],
)
def test_a_stalemate_is_declared_while_a_warning_stands(changes: dict[str, Any], stands: bool) -> None:
    state = shuttle(**changes)
    assert (DeclareStalemate() in MERIDIAN.legal(state, 0)) is stands
    if not stands:
        assert refused(state, DeclareStalemate()) == ("RULE_VIOLATION", "There is no warning")
        assert engine_of(state).declare_stalemate().reason == "There is no warning"
        return
    after = MERIDIAN.apply(state, 0, DeclareStalemate())
    assert after == replace(state, end="declared")
    assert (after.status, MERIDIAN.outcome(after).winners, MERIDIAN.outcome(after).reason) == ("lost", (), "declared")
    assert refused(after, DeclareStalemate()) == ("MATCH_FINISHED", "Game not active")
    assert refused(after, Resign()) == ("MATCH_FINISHED", "Game not active")
    assert refused(after, WarnIdle(), SERVER) == ("MATCH_FINISHED", "Game not active")
    assert MERIDIAN.legal(replace(after, moves=300), SERVER) == []


@clause("MM-295")
def test_of_five_signs_only_no_move_and_nothing_to_draw_end_the_game() -> None:
    long = shuttle(moves=900, moves_without_progress=500, loop=True, idle=True)
    after = move(long, "7H", tab(1))
    assert (after.end, after.warnings) == (None, ("loop", "noProgress", "idle"))
    assert drawn(long).end is None
    no_stock = position("2C 4C 9S", "8H", stock="", moves=900, moves_without_progress=500)
    assert move(no_stock, "8H", pocket()).end is None, "the eight may come back, onto the nine"


# --- circles ----------------------------------------------------------------------------------------------------


@clause("MM-291")
def test_the_fingerprint_is_made_of_every_part_joined_by_double_colons() -> None:
    state = position(
        "2c 9S", "AD 2C", waste="5H 5D", pockets=["KS", ""], up={"H": 2}, down={"S": 1}, mode="double_pocket",
        types=["untyped", "ace", None, None, None, None, None], bases=[2, 1, 0, 0, 0, 0, 0], stock="TC JC",
    )  # fmt: skip
    text = (
        "(2C) 9S untyped 2|AD 2C ace 1| None 0| None 0| None 0| None 0| None 0"
        "::7H 8H|||||||6S"
        "::KS||TC JC|5H 5D"
    )  # fmt: skip
    assert fingerprint(state.board, state.stock) == sha256(text.encode()).hexdigest()[:16]
    engine = engine_of(shuttle())
    assert engine.hash_game_state(state) == fingerprint(state.board, state.stock)
    assert engine.hash_game_state() == fingerprint(shuttle().board, shuttle().stock)


@clause("MM-291")
def test_every_part_of_the_position_changes_the_fingerprint() -> None:
    state = position("3C 9S", "2S", pockets=["KS", ""], waste="5H 5D", mode="double_pocket")
    board, stock = state.board, state.stock
    card = board.tableau[0][0]
    others = [
        replace(board, tableau=((card.down(), board.tableau[0][1]), *board.tableau[1:])),
        replace(board, tableau=(board.tableau[0][::-1], *board.tableau[1:])),
        replace(board, tableau=(board.tableau[1], board.tableau[0], *board.tableau[2:])),
        replace(board, column_types=("ace", *board.column_types[1:])),
        replace(board, base_heights=(1, *board.base_heights[1:])),
        replace(board, pockets=board.pockets[::-1]),
        replace(board, waste=board.waste[::-1]),
        replace(board, up=position(up={"H": 1}).board.up),
        replace(board, up=position(up={"D": 1}).board.up),
        replace(board, down=position(down={"H": 1}).board.down),
    ]
    known = [fingerprint(one, stock) for one in (board, *others)]
    known += [fingerprint(board, stock[::-1]), fingerprint(board, stock[1:])]
    assert len(set(known)) == len(known)
    assert {len(one) for one in known} == {16}
    aside = replace(state, moves=7, draws=5, recycles=4, seed="other", loop=True, history=())
    assert fingerprint(aside.board, aside.stock) == known[0]


@clause("MM-292", "MM-293")
def test_coming_back_is_a_circle_and_adds_nothing() -> None:
    state = shuttle()
    assert state.history == (fingerprint(state.board, state.stock),)
    there = move(state, "7H", tab(1))
    assert there.history == (*state.history, fingerprint(there.board, there.stock))
    assert (there.loop, there.warnings) == (False, ())
    back = move(there, "7H", tab(0))
    assert (back.loop, back.history, back.end) == (True, there.history, None)
    aside = move(back, "7H", pocket())
    assert (aside.loop, len(aside.history)) == (True, 3), "the warning stands until there is progress"
    assert move(aside, "7H", foundation("7H")).loop is False
    assert drawn(back).loop is True


@clause("MM-293")
def test_draws_recycling_and_warnings_add_no_position() -> None:
    state = shuttle(moves=250)
    for after in (
        drawn(state, 7),
        MERIDIAN.apply(drawn(state, 49), 0, Recycle()),
        MERIDIAN.apply(state, SERVER, WarnIdle()),
    ):
        assert (after.history, after.loop) == (state.history, False)
    there = move(drawn(state), "7H", tab(1))
    assert (len(there.history), there.loop) == (2, False)
    back = move(there, "7H", tab(0))
    assert (len(back.history), back.loop) == (3, False), "the position after the draw alone was never noted"
    assert move(back, "7H", tab(1)).loop is True


def wandered(steps: int) -> State:
    """The state after a number of card moves, each to a new position since a card is drawn after each."""
    state = shuttle()
    for number in range(steps):
        last_of_even = number == steps - 1 and steps % 2 == 0
        state = move(state, "7H", pocket() if last_of_even else tab(1 - number % 2))
        assert (state.loop, len(state.history)) == (False, min(50, number + 2))
        state = drawn(state) if number < 48 else state
    rest = drawn(state, len(state.stock))
    turned: State = MERIDIAN.apply(rest, 0, Recycle())
    assert turned.stock == shuttle().stock
    return turned


@clause("MM-292", "MM-293")
@pytest.mark.parametrize(("steps", "loops"), [(1, True), (2, True), (48, True), (49, True), (50, False)])
def test_the_last_fifty_positions_are_known_and_no_more(steps: int, loops: bool) -> None:
    state = wandered(steps)
    oldest = shuttle().history[0]
    assert (oldest in state.history) is loops
    after = move(state, "7H", tab(0))
    assert (after.board, after.stock) == (shuttle().board, shuttle().stock)
    assert after.loop is loops
    assert after.history == (state.history if loops else (*state.history[1:], oldest))
    assert len(after.history) == min(50, steps + 1)


@clause("MM-293")
def test_the_engine_detects_and_reports_a_cycle() -> None:
    engine = engine_of(shuttle())
    told: list[Event] = []
    engine.subscribe(told.append)
    assert not engine.detect_loop()
    engine.execute_move(engine.ids["7H"], {"type": "tab", "col": 1})
    assert not engine.detect_loop()
    assert not [event for event in told if event.kind == "warning"]
    engine.execute_move(engine.ids["7H"], {"type": "tab", "col": 0})
    assert engine.detect_loop()
    warnings = [event.details for event in told if event.kind == "warning"]
    assert warnings == [{"kind": "loop", "message": "Loop detected"}]
    engine.auto_place_card(engine.ids["7H"])
    assert not engine.detect_loop()
    assert codes(engine.state.board.up[0]) == "7H"


def test_a_lost_game_takes_nothing_more() -> None:
    table = Table.set_up(MERIDIAN, hopeful())
    table.act(0, Move("JC", pocket()))
    assert table.state.end == "stalemate"
    assert table.legal(0) == []
    for act in (table.undo, table.redo, table.hint):
        with pytest.raises(Rejected) as refusal:
            act(0)
        assert refusal.value.code == "MATCH_FINISHED"
    assert table.suggestion(0) is None
