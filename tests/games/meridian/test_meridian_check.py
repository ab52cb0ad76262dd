"""The invariants refuse every state that play cannot reach, and starting positions are checked too."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from msgspec import UNSET
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import MERIDIAN, pile, position, tab
from positions import Position, positions
from saloon import Table
from saloon.core.cards import Card, Pile, card
from saloon.core.errors import BadInput, BadLog, InvariantBreach, Rejected, SaloonError
from saloon.core.game import SERVER, Game
from saloon.games import GAMES
from saloon.games.meridian.compat.engine import Engine, create_deck, validate_column_type
from saloon.games.meridian.compat.shapes import Result
from saloon.games.meridian.rules import canonical
from saloon.games.meridian.state import SUITS, Draw, Move, State, WarnIdle
from saloon.games.meridian.trail import started
from saloon.table import replay
from saloon.table.helpers import Help
from saloon.table.log import Start, read_log, write_log
from saloon.table.messages import Ack

Spoil = Callable[[State], State]

GOOD = position(
    "3h 9C", "AS 2D 3C", "KH QS", "TC JD QC", "8S", "KD 5S",
    bases=[2, 0, 1, 1, 1, 2, 0], types=["untyped", "ace", "king", "untyped", "untyped", "untyped", None],
    waste="2H 2S", pockets=["4S"], up={"D": 2}, down={"C": 1}, mode="traditional",
    moves=9, first_ace_move=3, first_king_move=9, draws=2, moves_without_progress=4, recycles=1,
)  # fmt: skip


def test_the_position_that_is_spoilt_below_is_sound() -> None:
    MERIDIAN.check(GOOD)
    MERIDIAN.check(replace(GOOD, moves=9, moves_without_progress=0, draws=0, recycles=0))
    MERIDIAN.check(replace(GOOD, first_ace_move=1, first_king_move=None))
    MERIDIAN.check(replace(GOOD, history=("0" * 16,) * 50))
    for end in ("stalemate", "declared", "resign"):
        MERIDIAN.check(replace(GOOD, end=end))


def on_board(**changes: Any) -> Spoil:
    """A state with other parts of the board."""
    return lambda state: replace(state, board=replace(state.board, **changes))


def column(number: int, cards: Pile | str, kind: str | None = "", base: int | None = None) -> Spoil:
    """A state with another column, of another type and base height if said."""

    def spoil(state: State) -> State:
        board = state.board
        tableau, types, bases = list(board.tableau), list[Any](board.column_types), list(board.base_heights)
        tableau[number] = pile(cards) if isinstance(cards, str) else cards
        if kind != "":
            types[number] = kind
        if base is not None:
            bases[number] = base
        parts = {"tableau": tuple(tableau), "column_types": tuple(types), "base_heights": tuple(bases)}
        return replace(state, board=replace(board, **parts))

    return spoil


def both(first: Spoil, second: Spoil) -> Spoil:
    return lambda state: second(first(state))


def in_stock(*cards: Card) -> Spoil:
    """A state whose stock ends with other cards."""
    return lambda state: replace(state, stock=(*state.stock[: -len(cards)], *cards))


def counters(**changes: Any) -> Spoil:
    return lambda state: replace(state, **changes)


TOP = GOOD.stock[-1]
OUTSIDE = "a card outside the columns is face-down or not in the deck"
AGAINST = "cards were laid against the direction of their column"
MISFIT = "a card was laid where it does not fit"
TYPE_OR_NOT = "an empty column has a type, or one with cards has none"
UP_PILE = "an up foundation is not built from the 7 in its suit"
DOWN_PILE = "a down foundation is not built from the 6 in its suit"
TWO_AND_THREE = (pile("7D 8D"), pile("6C"))


@clause("MM-133", "MM-134", "MM-135", "MM-136", "MM-141")
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (on_board(tableau=GOOD.board.tableau[:6]), "piles are missing or too many: (6, 7, 7, 4, 4)"),
        (on_board(tableau=(*GOOD.board.tableau, ())), "piles are missing or too many: (8, 7, 7, 4, 4)"),
        (on_board(column_types=GOOD.board.column_types[:6]), "piles are missing or too many: (7, 6, 7, 4, 4)"),
        (on_board(column_types=(*GOOD.board.column_types, None)), "piles are missing or too many: (7, 8, 7, 4, 4)"),
        (on_board(base_heights=GOOD.board.base_heights[:6]), "piles are missing or too many: (7, 7, 6, 4, 4)"),
        (on_board(up=GOOD.board.up[:3]), "piles are missing or too many: (7, 7, 7, 3, 4)"),
        (on_board(down=(*GOOD.board.down, ())), "piles are missing or too many: (7, 7, 7, 4, 5)"),
        (lambda s: replace(s, stock=s.stock[1:]), "51 cards are on the table, 51 of them different"),
        (lambda s: replace(s, stock=(*s.stock, s.stock[0])), "53 cards are on the table, 52 of them different"),
        (in_stock(GOOD.stock[0]), "52 cards are on the table, 51 of them different"),
        (in_stock(card("9C")), "52 cards are on the table, 51 of them different"),
        (on_board(pockets=(None,)), "51 cards are on the table, 51 of them different"),
        (on_board(pockets=(card("2H"),)), "52 cards are on the table, 51 of them different"),
        (on_board(waste=pile("2H")), "51 cards are on the table, 51 of them different"),
        (column(4, "", None, 0), "51 cards are on the table, 51 of them different"),
        (in_stock(TOP.down()), OUTSIDE),
        (in_stock(replace(TOP, card_id="XX")), OUTSIDE),
        (in_stock(replace(TOP, rank=2)), OUTSIDE),
        (in_stock(replace(TOP, suit="X")), OUTSIDE),
        (on_board(waste=pile("2h 2S")), OUTSIDE),
        (on_board(waste=(card("2H"), replace(card("2S"), rank=3))), OUTSIDE),
        (on_board(pockets=(card("4S").down(),)), OUTSIDE),
        (on_board(up=((), pile("7d 8D"), (), ())), OUTSIDE),
        (on_board(down=((), (), pile("6c"), ())), OUTSIDE),
    ],
)
def test_lost_doubled_and_foreign_cards_are_refused(spoil: Spoil, reason: str) -> None:
    with pytest.raises(InvariantBreach) as breach:
        MERIDIAN.check(spoil(GOOD))
    assert (breach.value.code, breach.value.reason) == ("INTERNAL_INVARIANT_BREACH", reason)


@clause("MM-136", "MM-137", "MM-138")
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (on_board(pockets=(card("4S"), None)), "2 pockets in the mode traditional"),
        (both(on_board(pockets=()), on_board(waste=pile("2H 2S 4S"))), "0 pockets in the mode traditional"),
        (on_board(up=((), pile("8D 7D"), (), ())), UP_PILE),
        (on_board(up=(pile("7D 8D"), (), (), ())), UP_PILE),
        (both(on_board(up=((), pile("8D"), (), ())), on_board(waste=pile("2H 2S 7D"))), UP_PILE),
        (both(on_board(up=((), pile("7D"), (), ())), on_board(down=((), (), pile("6C 8D"), ()))), DOWN_PILE),
        (on_board(down=((), (), (), pile("6C"))), DOWN_PILE),
        (both(on_board(down=((), (), (), ())), on_board(up=((), pile("7D 8D 6C"), (), ()))), UP_PILE),
        (both(on_board(up=((), (), (), ())), on_board(down=((), pile("7D 8D"), pile("6C"), ()))), DOWN_PILE),
    ],
)
def test_odd_pockets_and_foundations_are_refused(spoil: Spoil, reason: str) -> None:
    with pytest.raises(InvariantBreach) as breach:
        MERIDIAN.check(spoil(GOOD))
    assert breach.value.reason == reason


def test_the_mode_says_how_many_pockets_there_are() -> None:
    double = position("9S", pockets=["8H"], mode="double_pocket")
    MERIDIAN.check(double)
    with pytest.raises(InvariantBreach, match=r"^1 pockets in the mode double_pocket \["):
        MERIDIAN.check(on_board(pockets=(card("8H"),))(double))
    with pytest.raises(InvariantBreach, match=r"^2 pockets in the mode classic \["):
        MERIDIAN.check(on_board(pockets=(card("8H"), None))(position("9S", pockets=["8H"])))


@clause("MM-139", "MM-140")
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (column(0, "3h 9c"), "the top of a column is face-down"),
        (column(4, "8s"), "the top of a column is face-down"),
        (column(0, "3H 9c"), "a card is face-down on a face-up one"),
        (column(3, "TC Jd QC"), "a card is face-down on a face-up one"),
        (column(0, (replace(card("3H"), rank=4).down(), card("9C"))), "a card is not in the deck"),
        (column(0, (card("3H").down(), replace(card("9C"), suit="S"))), "a card is not in the deck"),
        (column(0, (replace(card("3H"), suit="D").down(), card("9C"))), "a card is not in the deck"),
        (column(4, "8S", base=-1), "-1 cards of a column of 1 were not laid there by moves"),
        (column(4, "8S", base=2), "2 cards of a column of 1 were not laid there by moves"),
        (column(6, "", base=1), "1 cards of a column of 0 were not laid there by moves"),
        (column(6, "", "untyped"), TYPE_OR_NOT),
        (column(6, "", "ace"), TYPE_OR_NOT),
        (column(4, "8S", None), TYPE_OR_NOT),
        (column(1, "AS 2D 3C", None), TYPE_OR_NOT),
        (column(4, "8S", "ace"), "a column of one card is not typed by it"),
        (column(0, "3h 9C", "ace"), "the bottom of a column is not its ace"),
        (column(3, "TC JD QC", "king"), "the bottom of a column is not its king"),
        (column(1, "AS 2D 3C", "king"), "the bottom of a column is not its king"),
        (column(2, "KH QS", "ace"), "the bottom of a column is not its ace"),
        (column(2, "Kh QS", "king"), "a move laid a card on a hidden one"),
        (column(2, "Kh QS", "king", 2), "the bottom of a column is not its king"),
        (column(1, "AS 2D 3C", "untyped"), "an untyped column was begun by a move"),
        (column(4, "8S", base=0), "an untyped column was begun by a move"),
        (column(5, "KD 5S", "king"), None),
        (column(5, "KD 5S", base=1), MISFIT),
        (column(5, "KD 5S", "king", 1), AGAINST),
        (column(1, "AS 3C 2D"), AGAINST),
        (column(3, "TC QC JD"), MISFIT),
        (column(3, "TC QC JD", base=2), None),
        (column(3, "JD TC QC", base=1), AGAINST),
        (column(3, "JD TC QC", base=2), MISFIT),
        (column(3, "JD TC QC", base=3), None),
    ],
)
def test_odd_columns_are_refused(spoil: Spoil, reason: str | None) -> None:
    if reason is None:
        MERIDIAN.check(spoil(GOOD))
        return
    for _ in range(2):
        with pytest.raises(InvariantBreach) as breach:
            MERIDIAN.check(spoil(GOOD))
        assert breach.value.reason == reason


@clause("MM-139")
def test_a_column_of_one_card_is_typed_by_it() -> None:
    for code, kind in (("AD", "ace"), ("KD", "king"), ("8D", "untyped")):
        for said in ("ace", "king", "untyped"):
            state = position(code, types=[said, *[None] * 6])
            if said == kind:
                MERIDIAN.check(state)
            else:
                with pytest.raises(InvariantBreach, match=r"^a column of one card is not typed by it \["):
                    MERIDIAN.check(state)


@clause("MM-140")
@pytest.mark.parametrize("mode", ["classic", "double_pocket"])
def test_open_modes_have_no_hidden_card(mode: str) -> None:
    MERIDIAN.check(position("3H 9C", mode=mode))
    with pytest.raises(InvariantBreach, match=f"^a card is face-down in the mode {mode} "):
        MERIDIAN.check(position("3h 9C", mode=mode))
    MERIDIAN.check(position("3h 4h 9C", mode="expert"))


def test_a_column_begun_by_a_move_is_in_order_from_its_bottom() -> None:
    begun = {"types": ["ace", *[None] * 6], "bases": [0] * 7}
    MERIDIAN.check(position("AS 2D 3C", **begun))  # type: ignore[arg-type]
    for wrong in ("AS 3D 4C", "AS 2C 3D", "AS 2D 3H"):
        with pytest.raises(InvariantBreach, match=f"^{AGAINST} "):
            MERIDIAN.check(position(wrong, **begun))  # type: ignore[arg-type]


def test_a_flexible_column_may_turn_round() -> None:
    turning = ("5D 6C 5H 4C",)
    MERIDIAN.check(position(*turning, bases=[1, *[0] * 6], direction="flexible"))
    with pytest.raises(InvariantBreach, match=f"^{AGAINST} "):
        MERIDIAN.check(position(*turning, bases=[1, *[0] * 6]))
    with pytest.raises(InvariantBreach, match=f"^{MISFIT} "):
        MERIDIAN.check(position("5D 6C 8H", bases=[1, *[0] * 6], direction="flexible"))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (counters(rules_version="6.0.1"), "the rules version is '6.0.1'"),
        (counters(end="completed"), "the end does not agree with the foundations"),
        (counters(moves=-1, first_ace_move=None, first_king_move=None), "the counters are (-1, 4, 2, 1)"),
        (counters(moves_without_progress=-1), "the counters are (9, -1, 2, 1)"),
        (counters(draws=-1), "the counters are (9, 4, -1, 1)"),
        (counters(recycles=-1), "the counters are (9, 4, 2, -1)"),
        (counters(history=()), "0 positions are remembered"),
        (counters(history=("0" * 16,) * 51), "51 positions are remembered"),
        (counters(first_ace_move=0), "move 0 of 9 is marked"),
        (counters(first_ace_move=10), "move 10 of 9 is marked"),
        (counters(first_king_move=-3), "move -3 of 9 is marked"),
        (counters(first_king_move=10), "move 10 of 9 is marked"),
    ],
)
def test_counters_that_cannot_be_are_refused(spoil: Spoil, reason: str) -> None:
    with pytest.raises(InvariantBreach) as breach:
        MERIDIAN.check(spoil(GOOD))
    assert breach.value.reason == reason


def test_a_complete_board_must_say_so() -> None:
    won = position(up=dict.fromkeys(SUITS, 7), down=dict.fromkeys(SUITS, 6), end="completed")
    MERIDIAN.check(won)
    for end in (None, "resign", "stalemate"):
        with pytest.raises(InvariantBreach, match=r"^the end does not agree with the foundations \["):
            MERIDIAN.check(replace(won, end=end))


@clause("MM-142")
def test_the_engine_checks_a_state_and_the_type_of_a_column() -> None:
    engine = Engine()
    engine.initialize_game("traditional", seed="by hand")
    assert engine.validate_state() == Result(True)
    assert engine.validate_state(GOOD) == Result(True)
    assert engine.validate_state(replace(GOOD, stock=())) == Result(
        False, "19 cards are on the table, 19 of them different"
    )
    assert engine.restore_snapshot(replace(GOOD, draws=-1)) == Result(False, "the counters are (9, 4, -1, 1)")
    assert engine.state.moves == 0
    made = {f"{one.value}{one.suit}": one for one in create_deck("x")}
    ace, king, five = made["Ah"], made["Ks"], made["5c"]
    assert [validate_column_type([], kind) for kind in (None, "untyped", "ace")] == [True, False, False]
    for only, fitting in ((ace, "ace"), (king, "king"), (five, "untyped")):
        for kind in (None, "ace", "king", "untyped"):
            assert validate_column_type([only], kind) is (kind == fitting)
    assert validate_column_type([ace, five], "ace") is True
    assert validate_column_type([ace, five], "untyped") is True
    assert validate_column_type([ace, five], "king") is False
    assert validate_column_type([replace(ace, is_face_up=False), five], "ace") is False
    assert validate_column_type([five, king], "king") is False


# --- beginning with a position ----------------------------------------------------------------------------------


def plain(struct: State | Help) -> Any:
    """What is written down of a struct, as JSON gives it."""
    return json.loads(msgspec.json.encode(canonical(struct) if isinstance(struct, State) else struct))


@given(positions("meridian", most=200))
@settings(max_examples=30, deadline=None)
def test_a_position_written_down_is_set_up_again(found: Position) -> None:
    assert MERIDIAN.set_up(plain(found.state)) == replace(found.state, trail=started(found.state.board))


def without(key: str) -> Callable[[Any], Any]:
    return lambda document: {name: value for name, value in document.items() if name != key}


def with_(**changes: Any) -> Callable[[Any], Any]:
    return lambda document: {**document, **changes}


def board_with(**changes: Any) -> Callable[[Any], Any]:
    return lambda document: {**document, "board": {**document["board"], **changes}}


BROKEN: list[tuple[Callable[[Any], Any], str]] = [
    (lambda _: None, "Expected `object`, got `null`"),
    (lambda _: [], "Expected `object`, got `array`"),
    (without("board"), "Object missing required field `board`"),
    (without("seed"), "Object missing required field `seed`"),
    (with_(moves="3"), "Expected `int`, got `str` - at `$.moves`"),
    (with_(moves=-3, firstAceMove=None, firstKingMove=None), "the counters are (-3, 4, 2, 1)"),
    (with_(end="lost"), "Invalid enum value 'lost' - at `$.end`"),
    (with_(stock=[]), "19 cards are on the table, 19 of them different"),
    (with_(rulesVersion="7.0.0"), "the rules version is '7.0.0'"),
    (with_(options={"mode": "classic", "direction": "locked"}), "a card is face-down in the mode classic"),
    (board_with(pockets=[]), "51 cards are on the table, 51 of them different"),
    (board_with(waste=[{"cardId": "2H"}]), "Object missing required field `faceDown` - at `$.board.waste[0]`"),
    (board_with(columnTypes=["queen"] * 7), "Invalid enum value 'queen' - at `$.board.columnTypes[0]`"),
]


@pytest.mark.parametrize(("spoil", "reason"), BROKEN)
def test_a_position_that_cannot_be_is_not_set_up(spoil: Callable[[Any], Any], reason: str) -> None:
    with pytest.raises(BadLog) as refused:
        MERIDIAN.set_up(spoil(plain(GOOD)))
    assert refused.value.code == "LOG_DAMAGED"
    assert refused.value.reason.startswith(f"this is not a position of Meridian Master: {reason}")


def begun_in_the_middle() -> Table:
    """A table that begins with the good position, after some play."""
    table = Table.set_up(MERIDIAN, GOOD, nonce="n")
    table.act(0, Move("KH", tab(6)), at=5)
    table.act(0, Draw(), at=7)
    table.undo(at=11)
    return table


def test_a_game_begun_with_a_position_is_written_and_read() -> None:
    table = begun_in_the_middle()
    assert (table.rev, table.state.moves, table.state.draws, table.help) == (3, 10, 3, Help(undos=1))
    assert table.state == replace(GOOD, moves=10, draws=3, trail=table.state.trail)
    log = table.log()
    assert json.loads(table.save())["header"]["start"] == {"state": plain(GOOD), "help": plain(Help())}
    assert (log.header.seed, log.header.options) == ("by hand", {"direction": "locked", "mode": "traditional"})
    report = replay(log)
    assert (report.status, report.final_rev, report.final_state_hash) == ("SUCCESS", 3, table.state_hash())
    loaded = Table.load(table.save())
    assert (loaded.state, loaded.help, loaded.rev, loaded.save()) == (table.state, table.help, 3, table.save())
    loaded.redo()
    assert loaded.state.board.tableau[6] == pile("KH QS")
    assert replay(table.save()).status == "SUCCESS"


def test_what_came_before_the_position_cannot_be_undone() -> None:
    table = Table.set_up(MERIDIAN, GOOD, helped=Help(hints=2, undos=3), nonce="n")
    assert (table.rev, table.help, table.state, table.begun_paused) == (0, Help(hints=2, undos=3), GOOD, False)
    with pytest.raises(Rejected) as refused:
        table.undo()
    assert refused.value.code == "NOTHING_TO_UNDO"
    assert Table.load(table.save()).help == Help(hints=2, undos=3)


def test_a_position_saved_in_a_pause_begins_paused() -> None:
    table = Table.set_up(MERIDIAN, GOOD, helped=Help(paused=True), nonce="n")
    assert table.begun_paused
    with pytest.raises(Rejected) as refused:
        table.act(0, Draw())
    assert refused.value.code == "MATCH_NOT_ACTIVE"
    table.resume()
    table.act(0, Draw())
    loaded = Table.load(table.save())
    assert loaded.begun_paused
    assert loaded.state == table.state
    assert not Table.deal("meridian", seed="1").begun_paused


def test_a_dealt_game_has_no_position_in_its_header() -> None:
    table = Table.deal("meridian", seed="1", nonce="n")
    assert table.header().start is UNSET
    assert b'"start"' not in table.save()
    assert Table.set_up(MERIDIAN, GOOD).nonce != Table.set_up(MERIDIAN, GOOD).nonce


def test_a_table_refuses_to_begin_with_a_position_that_cannot_be() -> None:
    with pytest.raises(InvariantBreach, match=r"^the counters are \(9, 4, -1, 1\) "):
        Table.set_up(MERIDIAN, replace(GOOD, draws=-1))


def document() -> Any:
    return json.loads(begun_in_the_middle().save())


@pytest.mark.parametrize(("spoil", "reason"), BROKEN[2:])
def test_a_log_with_a_damaged_position_is_refused(spoil: Callable[[Any], Any], reason: str) -> None:
    log = document()
    log["header"]["start"]["state"] = spoil(log["header"]["start"]["state"])
    text = json.dumps(log)
    with pytest.raises(BadLog) as refused:
        Table.load(text)
    assert refused.value.code == "LOG_DAMAGED"
    assert refused.value.reason.startswith(f"this is not a position of Meridian Master: {reason}")
    report = replay(text)
    assert (report.status, report.final_rev, report.failure_step) == ("FAIL", 0, UNSET)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": "another"},
        {"options": {"direction": "flexible", "mode": "traditional"}},
        {"options": {"direction": "locked", "mode": "expert"}, "mode": "expert"},
    ],
)
def test_position_and_header_must_name_the_same_game(other: dict[str, Any]) -> None:
    log = document()
    log["header"] = {**log["header"], **other}
    with pytest.raises(BadLog) as refused:
        Table.load(json.dumps(log))
    assert (refused.value.code, refused.value.reason) == (
        "LOG_DAMAGED",
        "the position and the header name different options or seeds",
    )


def test_a_changed_position_gives_another_game() -> None:
    log = document()
    log["header"]["start"]["state"]["draws"] = 1
    with pytest.raises(BadLog, match=r"^the save is damaged at step 0: expected the state"):
        Table.load(json.dumps(log))
    assert replay(json.dumps(log)).failure_step == 0


def test_a_damaged_start_is_refused() -> None:
    for start in (3, {}, {"state": plain(GOOD), "more": 1}, {"state": plain(GOOD), "help": {"hints": "two"}}):
        log = document()
        log["header"]["start"] = start
        with pytest.raises(BadLog, match=r"^the header is damaged: ") as refused:
            read_log(json.dumps(log))
        assert refused.value.code == "LOG_DAMAGED"


@pytest.mark.parametrize("name", [game.name for game in GAMES if type(game).set_up is Game.set_up])
def test_other_games_begin_with_a_deal(name: str) -> None:
    table = Table.deal(name, seed="1", nonce="n")
    log = table.log()
    state = msgspec.to_builtins(table.game.canonical(table.state))
    text = write_log(replace(log, header=replace(log.header, start=Start(state))))
    with pytest.raises(BadLog) as refused:
        Table.load(text)
    assert (refused.value.code, refused.value.reason) == (
        "NO_SET_UP",
        f"{name} must begin with a deal, not with a position",
    )
    assert replay(text).failure_reason == f"{name} must begin with a deal, not with a position [NO_SET_UP]"
    assert isinstance(refused.value, BadInput)
    assert isinstance(refused.value, SaloonError)


# --- the server's warning ---------------------------------------------------------------------------------------


def test_the_servers_warning_keeps_undo_and_redo() -> None:
    table = Table.set_up(MERIDIAN, replace(GOOD, moves=198), nonce="n")
    table.act(0, Move("KH", tab(6)))
    assert table.legal(SERVER) == []
    table.act(0, Move("AS", tab(2)))
    table.undo()
    before = table.state
    assert (before.moves, before.idle, table.legal(SERVER)) == (200, False, [WarnIdle()])
    table.act(SERVER, WarnIdle(), at=300_001)
    assert table.state == replace(before, idle=True)
    assert table.legal(SERVER) == []
    assert {"undo", "redo", "declareStalemate"} <= {action.kind for action in table.legal(0)}
    copy = Table.load(table.save())
    assert copy.state == table.state
    table.redo()
    assert table.state.board.tableau[2] == pile("AS 2D 3C")
    copy.undo()
    assert copy.state == replace(GOOD, moves=200)


def test_the_warning_is_the_servers_and_comes_with_no_number() -> None:
    table = Table.set_up(MERIDIAN, replace(GOOD, moves=200), nonce="n")
    with pytest.raises(Rejected) as refused:
        table.act(0, WarnIdle())
    assert refused.value.code == "INVALID_ACTION_KIND"
    answer = table.submit(SERVER, {"kind": "warnIdle", "payload": {}})
    assert isinstance(answer, Ack)
    assert (table.state.idle, table.rev, table.expected_seq(0)) == (True, 1, 0)
    (step,) = json.loads(table.save())["steps"]
    assert (step["clientId"], step["action"]) == ("server", {"kind": "warnIdle", "payload": {}})
    assert "seq" not in step
    assert Table.load(table.save()).state == table.state
    paused = Table.set_up(MERIDIAN, replace(GOOD, moves=200), helped=Help(paused=True), nonce="n")
    assert paused.legal(SERVER) == []
    with pytest.raises(Rejected) as refused:
        paused.act(SERVER, WarnIdle())
    assert refused.value.code == "MATCH_NOT_ACTIVE"


@pytest.mark.parametrize("part", [(), ("board",), ("options",)])
def test_a_position_with_a_field_too_many_is_refused(part: tuple[str, ...]) -> None:
    whole = msgspec.json.decode(msgspec.json.encode(GOOD))
    inner = whole
    for name in part:
        inner = inner[name]
    inner["more"] = 1
    with pytest.raises(BadLog):
        MERIDIAN.set_up(whole)
