"""Stock and waste: drawing, recycling and passes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.klondike.boards_klondike import KLONDIKE, WASTE, column, foundation, move, position, up
from positions import Position, positions, seeds
from saloon.core.errors import Rejected
from saloon.games.klondike.state import Draw, Options, Recycle, State

NOTHING = "there is nothing to draw: the stock and the waste are empty"


def refused(state: State, action: Draw | Recycle) -> str:
    with pytest.raises(Rejected) as refusal:
        KLONDIKE.apply(state, 0, action)
    assert refusal.value.code == "RULE_VIOLATION"
    assert action not in KLONDIKE.legal(state, 0)
    return refusal.value.reason


def ids(pile: tuple[object, ...]) -> list[str]:
    return [card.card_id for card in pile]  # type: ignore[attr-defined]


@clause("KL-26", "KL-30", "KL-31", "KL-61", "KL-68")
@given(positions("klondike"))
@settings(max_examples=60, deadline=None)
def test_a_draw_turns_its_cards_one_by_one(position_: Position) -> None:
    state: State = position_.state
    if not state.stock:
        return
    after = KLONDIKE.apply(state, 0, Draw())
    drawn = min(state.options.draw, len(state.stock))
    assert ids(after.stock) == ids(state.stock)[: len(state.stock) - drawn]
    assert ids(after.waste) == ids(state.waste) + ids(state.stock)[::-1][:drawn]
    assert not any(card.face_down for card in after.waste)
    assert (after.moves, after.score, after.redeals_used) == (state.moves + 1, state.score, state.redeals_used)
    assert (after.tableau, after.foundations, after.status) == (state.tableau, state.foundations, "active")


@clause("KL-26", "KL-30", "KL-61")
@pytest.mark.parametrize(
    ("draw", "stock", "left", "waste"),
    [
        (3, "2C 3C 4C 5C", 1, ["AC", "2C", "3C", "4C"]),
        (3, "2C 3C 4C", 0, ["AC", "2C", "3C", "4C"]),
        (3, "2C 3C", 0, ["AC", "2C", "3C"]),
        (3, "2C", 0, ["AC", "2C"]),
        (1, "2C 3C", 1, ["AC", "2C"]),
    ],
)
def test_the_last_cards_are_drawn_even_if_they_are_fewer(draw: int, stock: str, left: int, waste: list[str]) -> None:
    after = KLONDIKE.apply(position(waste="AC", stock=stock, draw=draw), 0, Draw())
    assert (len(after.stock), ids(after.waste)) == (left, waste)


@clause("KL-28", "KL-32", "KL-64", "KL-65")
@given(seeds("klondike"), st.sampled_from([1, 3]))
@settings(max_examples=20, deadline=None)
def test_every_pass_shows_the_same_order(seed: str, draw: int) -> None:
    state = KLONDIKE.deal(seed, Options(draw=draw))  # type: ignore[arg-type]
    dealt = state.stock
    passes = []
    for number in range(3):
        shown = []
        while state.stock:
            state = KLONDIKE.apply(state, 0, Draw())
            shown.append(ids(state.waste))
        passes.append(shown)
        before = state
        state = KLONDIKE.apply(state, 0, Recycle())
        assert state.stock == dealt
        assert all(card.face_down for card in state.stock)
        assert (state.waste, state.redeals_used) == ((), number + 1)
        assert (state.moves, state.score, state.tableau) == (before.moves, before.score, before.tableau)
    assert passes[0] == passes[1] == passes[2]
    assert state.moves == 3 * 24 // draw


@clause("KL-28")
@pytest.mark.parametrize("redeals", [0, 1, 2, 9])
def test_limited_redeals_run_out(redeals: int) -> None:
    state = position(waste="4C", stock="", draw=1, redeals=redeals)
    for used in range(redeals):
        assert state.redeals_left == redeals - used
        assert refused(state, Draw()) == "the stock is empty; recycle the waste"
        state = KLONDIKE.apply(KLONDIKE.apply(state, 0, Recycle()), 0, Draw())
    assert (state.redeals_left, state.redeals_used) == (0, redeals)
    assert refused(state, Recycle()) == "no redeal is left"
    assert refused(state, Draw()) == "the stock is empty and no redeal is left"


@clause("KL-28", "KL-32")
def test_redeals_are_unlimited_and_free_by_default() -> None:
    state = position(waste="4C", stock="", draw=1)
    for _ in range(30):
        state = KLONDIKE.apply(KLONDIKE.apply(state, 0, Recycle()), 0, Draw())
    assert (state.redeals_left, state.redeals_used, state.score, state.moves) == (None, 30, 0, 30)


@clause("KL-28", "KL-32")
def test_recycling_waits_for_an_empty_stock() -> None:
    assert refused(position(waste="4C", stock="5C"), Recycle()) == "the stock is not empty yet"
    assert refused(position(stock="5C"), Recycle()) == "the stock is not empty yet"


@clause("KL-29")
@pytest.mark.parametrize("redeals", [-1, 0])
def test_nothing_to_draw(redeals: int) -> None:
    state = position("4C", "5D", stock="", redeals=redeals)
    assert refused(state, Draw()) == NOTHING
    assert refused(state, Recycle()) == NOTHING


@clause("KL-28", "KL-29")
@given(positions("klondike"))
@settings(max_examples=40, deadline=None)
def test_a_click_on_the_stock_draws_or_only_recycles(position_: Position) -> None:
    """The page does whichever of the two is listed: it is never both."""
    state: State = position_.state
    click = [action for action in KLONDIKE.legal(state, 0) if isinstance(action, Draw | Recycle)]
    recycles = not state.stock and bool(state.waste) and state.redeals_left != 0
    assert click == [Draw()] * bool(state.stock) + [Recycle()] * recycles
    if click == [Recycle()]:
        after = KLONDIKE.apply(state, 0, click[0])
        assert (after.waste, len(after.stock)) == ((), len(state.waste))


@clause("KL-68")
@given(positions("klondike", most=80))
@settings(max_examples=40, deadline=None)
def test_each_card_move_and_each_draw_counts_one(position_: Position) -> None:
    for action in position_.legal:
        after = KLONDIKE.apply(position_.state, 0, action)
        counted = after.moves - position_.state.moves
        if action.kind == "autoComplete":
            assert counted == 52 - sum(map(len, position_.state.foundations))
        else:
            assert counted == (action.kind != "recycle")


@clause("KL-28", "KL-32")
def test_a_waste_card_that_was_played_is_missing_from_the_next_pass() -> None:
    state = position("5D", waste="2C 3S 4C", stock="", foundations=("AC",), draw=1)
    for action in (move(WASTE, column(1)), Recycle(), Draw(), up(WASTE, foundation(1))):
        state = KLONDIKE.apply(state, 0, action)
    assert (ids(state.stock), ids(state.waste), ids(state.foundations[0])) == (["3S"], [], ["AC", "2C"])
    assert (state.moves, state.redeals_used, state.score) == (3, 1, 10)
