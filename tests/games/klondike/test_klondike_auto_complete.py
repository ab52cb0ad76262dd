"""Auto-complete: when it is offered, in both versions of the rules, and what playing it does."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.klondike import oracle_klondike as oracle
from games.klondike.boards_klondike import KLONDIKE, column, face_up_boards, open_boards, position, up
from games.klondike.test_klondike_oracle import plain, read
from saloon.core.errors import BadLog, Rejected
from saloon.games import GAMES
from saloon.games.klondike.state import AutoComplete, Options, State
from saloon.table import Table
from saloon.table.helpers import Undo

SEED = "7"
"""A deal whose hints uncover all columns with sixteen cards still in stock and waste."""
VERSIONS = [game.rules_version for game in GAMES.versions("klondike")]


def offered(state: State) -> bool:
    """Whether auto-complete is listed; the view says the same, and anything else is refused."""
    listed = AutoComplete() in KLONDIKE.legal(state, 0)
    assert KLONDIKE.view(state, 0).auto_complete is listed
    if not listed:
        with pytest.raises(Rejected, match=r"^auto-complete waits until all columns are face-up") as refusal:
            KLONDIKE.apply(state, 0, AutoComplete())
        assert refusal.value.code == "RULE_VIOLATION"
    return listed


def by_hand(state: State) -> State:
    """Play the procedure with the ordinary actions, one after the other."""
    while state.status == "active":
        step = oracle.procedure(plain(state))
        assert step is not None
        state = KLONDIKE.apply(state, 0, read(*step))
        KLONDIKE.check(state)
    return state


@clause("KL-78")
@given(open_boards())
@settings(max_examples=60, deadline=None)
def test_auto_complete_brings_every_card_up_one_by_one(state: State) -> None:
    assert AutoComplete() in KLONDIKE.legal(state, 0)
    after = KLONDIKE.apply(state, 0, AutoComplete())
    assert after == by_hand(state)
    left = sum(map(len, state.tableau))
    per_card = {"standard": 10, "vegas": 5, "legacyUnity": 15}[state.options.scoring]
    bonus = 0 if state.options.scoring == "vegas" else 100
    assert (after.moves - state.moves, after.score - state.score) == (left, left * per_card + bonus)
    assert after.status == "won"
    KLONDIKE.check(after)


@clause("KL-78")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "state",
    [
        position("KS", stock="KH", foundations=("KC", "KD", "QH", "QS")),
        position("KS", stock="KH", foundations=("KC", "KD", "QH", "QS"), draw=1, redeals=9),
        position("kh KS", stock="", foundations=("KC", "KD", "QH", "QS"), draw=1),
        KLONDIKE.deal("3", KLONDIKE.options()),
    ],
)
def test_it_waits_while_a_column_hides_a_card_or_the_order_of_the_stock_matters(state: State, version: str) -> None:
    assert not offered(replace(state, rules_version=version))


@clause("KL-78")
@given(face_up_boards(), st.sampled_from(VERSIONS))
@settings(max_examples=300, deadline=None)
def test_it_does_what_playing_the_procedure_action_by_action_does(state: State, version: str) -> None:
    """Score, counter of moves, redeals and cards are those of the ordinary actions, one after the other."""
    state = replace(state, rules_version=version)
    if offered(state):
        assert KLONDIKE.apply(state, 0, AutoComplete()) == by_hand(state)


@clause("KL-78")
@given(face_up_boards())
@settings(max_examples=150, deadline=None)
def test_drawing_one_card_without_limit_always_wins_once_all_columns_are_face_up(state: State) -> None:
    state = replace(state, options=Options(draw=1, redeals=-1), score=0)
    assert offered(state)
    won = KLONDIKE.apply(state, 0, AutoComplete())
    assert won.status == "won"
    assert won == by_hand(state)
    undealt = len(state.stock) + len(state.waste)
    assert won.redeals_used <= undealt
    assert won.moves - state.moves <= 52 + undealt * (undealt + 1)


@clause("KL-78")
@given(face_up_boards(), st.integers(0, 2**32), st.sampled_from(VERSIONS))
@settings(max_examples=150, deadline=None)
def test_the_offer_does_not_depend_on_the_order_of_the_hidden_stock(state: State, seed: int, version: str) -> None:
    state = replace(state, rules_version=version)
    stock = list(state.stock)
    Random(seed).shuffle(stock)
    other = replace(state, stock=tuple(stock))
    assert offered(other) is offered(state)
    assert KLONDIKE.legal(other, 0) == KLONDIKE.legal(state, 0)
    assert KLONDIKE.view(other, 0) == KLONDIKE.view(state, 0)


@clause("KL-78")
@given(face_up_boards())
@settings(max_examples=150, deadline=None)
def test_with_an_empty_stock_it_is_offered_exactly_if_the_procedure_wins(state: State) -> None:
    state = replace(state, stock=(), waste=(*state.waste, *(one.up() for one in state.stock)))
    assert offered(state) is (oracle.completed(plain(state))["status"] == "won")


UP_TO_QUEENS = {"stock": "", "foundations": ("JC", "JD", "JH", "JS")}


@clause("KL-78")
@pytest.mark.parametrize(
    ("waste", "options", "wins"),
    [
        ("KH QH", {}, True),  # the waste is played from its top down, without a draw
        ("QH KH", {"draw": 3}, False),  # every pass ends with the King on the Queen
        ("QH KH", {"draw": 1, "redeals": 0}, False),
        ("QH KH", {"draw": 1, "redeals": 1}, True),  # one redeal brings the Queen up first
        ("QS QH KH", {"draw": 3}, False),
        ("KH QH KS QS", {"draw": 3, "redeals": 0}, True),
        ("QH KH KS QS", {"draw": 3, "redeals": 0}, False),
        ("KS QH KH QS", {"draw": 3, "redeals": 2}, False),
    ],
)
def test_the_waste_and_the_redeals_decide_when_the_stock_is_empty(
    waste: str, options: dict[str, int], wins: bool
) -> None:
    left = [f"{rank}{suit}" for suit in "CDHS" for rank in "KQ" if f"{rank}{suit}" not in waste.split()]
    kings = [one for one in left if one[0] == "K"]
    queens = [one for one in left if one[0] == "Q"]
    state = position(*kings, *queens, waste=waste, **UP_TO_QUEENS, **options)  # type: ignore[arg-type]
    assert sum(map(len, (*state.tableau, *state.foundations, state.waste))) == 52
    assert offered(state) is wins
    assert not offered(replace(state, rules_version="1.0.0")), "1.0.0 waits until the waste is empty too"


@clause("KL-78")
def test_aces_go_up_from_left_to_right() -> None:
    state = position("AH", "2S", "AS", "AC", stock="", foundations=("KD",))
    suits: list[str] = []
    while state.tableau[0] or state.tableau[2] or state.tableau[3]:
        tops = sorted((pile[-1].rank, i) for i, pile in enumerate(state.tableau) if pile)
        state = KLONDIKE.apply(state, 0, up(column(tops[0][1] + 1)))
        suits = [pile[0].suit for pile in state.foundations if pile]
    assert suits == ["D", "H", "S", "C"]


# --- at a table -------------------------------------------------------------------------------------------------


def table_with_the_offer(version: str, seed: str = SEED) -> Table:
    """Follow the hints until auto-complete is offered."""
    table = Table.deal("klondike", seed=seed, options={"draw": 1}, rules=version)
    while AutoComplete() not in table.moves(0):
        hint = table.suggestion(0)
        assert hint is not None
        table.act(0, hint)
    return table


@clause("KL-78", "KL-76")
@pytest.mark.parametrize("version", VERSIONS)
def test_it_is_one_action_that_ends_the_game_so_nothing_is_undone_after_it(version: str) -> None:
    table = table_with_the_offer(version)
    rev = table.rev
    table.act(0, AutoComplete())
    assert (table.rev, table.outcome is not None, table.legal(0)) == (rev + 1, True, [])
    with pytest.raises(Rejected) as refusal:
        table.act(0, Undo())
    assert refusal.value.code == "MATCH_FINISHED"
    again = Table.load(table.save())
    assert (again.game.rules_version, again.state_hash()) == (version, table.state_hash())


@clause("KL-78", "KL-46")
def test_a_log_written_before_there_was_a_second_version_is_verified_by_the_first() -> None:
    data = (Path(__file__).parents[2] / "data" / "klondike-1.0.0.json").read_bytes()
    table = Table.load(data)
    assert table.game is GAMES.version("klondike", "1.0.0")
    assert (table.state.status, table.state.score, table.state.moves) == ("won", 725, 118)
    assert table.entries[-1].action == AutoComplete()
    assert Table.load(table.save()).state_hash() == table.state_hash()
    with pytest.raises(BadLog):
        Table.load(data.replace(b'"rulesVersion":"1.0.0"', b'"rulesVersion":"1.1.0"'))


@clause("KL-78")
def test_the_older_version_is_offered_it_later_on_the_same_deal() -> None:
    old, new = map(table_with_the_offer, VERSIONS)
    assert (len(old.state.stock), len(old.state.waste)) == (0, 0)
    assert (len(new.state.stock), len(new.state.waste)) == (6, 10)
    assert new.rev < old.rev
    assert [entry.action for entry in new.entries] == [entry.action for entry in old.entries][: new.rev]
