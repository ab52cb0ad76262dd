"""Hints are sensible, use visible cards only and never go in circles; clicks mean what the rulebook says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.klondike.boards_klondike import (
    GAMES_WON_BY_HINTS,
    KLONDIKE,
    STOCK,
    WASTE,
    boards,
    column,
    foundation,
    move,
    open_boards,
    position,
    up,
)
from positions import positions, seeds
from saloon.core.cards import Pile
from saloon.core.errors import Rejected
from saloon.core.game import Action
from saloon.core.places import Place
from saloon.games.klondike.state import Draw, FoundationMove, Options, Recycle, State, TableauMove

any_board = st.one_of(positions("klondike").map(lambda position: position.state), boards(), open_boards())
BLOCKED = "2c 5S", "2d 5C", "3d 7S"
"""Columns between which nothing moves, and which nothing but a red four or six joins."""


def hint(state: State) -> Action | None:
    return KLONDIKE.hint(KLONDIKE.view(state, 0), KLONDIKE.legal(state, 0))


def none_useful(state: State) -> bool:
    return KLONDIKE.stuck(KLONDIKE.view(state, 0), KLONDIKE.legal(state, 0)) == "noUsefulMoves"


def recycling_helps(state: State) -> bool:
    """Draw the whole next pass and see whether a card of the waste can ever be played."""
    state = KLONDIKE.apply(state, 0, Recycle())
    while state.stock:
        state = KLONDIKE.apply(state, 0, Draw())
        if any(getattr(action, "source", None) == WASTE for action in KLONDIKE.legal(state, 0)):
            return True
    return False


def kind_of(state: State, action: Action) -> str:
    """What an action is good for, judged by what it does."""
    if isinstance(action, FoundationMove):
        return "foundation"
    if isinstance(action, Draw):
        return "draw"
    if isinstance(action, Recycle):
        return "draw" if recycling_helps(state) else "useless"
    if not isinstance(action, TableauMove) or action.source.zone == "foundation":
        return "useless"
    if action.source == WASTE:
        return "waste"
    after = KLONDIKE.apply(state, 0, action)
    if hidden_cards(after) < hidden_cards(state):
        return "reveal"
    nexts = KLONDIKE.legal(after, 0)
    if column_of(after, action.source):
        goes_up = any(isinstance(one, FoundationMove) and one.source == action.source for one in nexts)
        return "frees" if goes_up else "useless"
    if column_of(state, action.source)[0].rank == 13:
        return "useless"
    into = [one for one in nexts if isinstance(one, TableauMove) and one.target == action.source]
    return "king" if any(leaves_others(after, one) for one in into) else "useless"


def hidden_cards(state: State) -> int:
    return sum(card.face_down for pile in state.tableau for card in pile)


def column_of(state: State, place: Place) -> Pile:
    assert isinstance(place.index, int)
    return state.tableau[place.index]


def leaves_others(state: State, action: TableauMove) -> bool:
    """Whether a King's move to an empty column takes it off the waste or off other cards of its column."""
    if action.source.zone == "tableau":
        return len(column_of(state, action.source)) > int(str(action.count))
    return action.source == WASTE


ORDER = ["foundation", "reveal", "waste", "king", "draw", "frees"]


@clause("KL-77")
@given(any_board)
@settings(max_examples=120, deadline=None)
def test_the_hint_is_the_first_action_of_the_best_kind(state: State) -> None:
    legal = list(KLONDIKE.legal(state, 0))
    kinds = [kind_of(state, action) for action in legal]
    expected = next((legal[kinds.index(kind)] for kind in ORDER if kind in kinds), None)
    assert hint(state) == expected
    assert none_useful(state) == (expected is None and state.status == "active")


@clause("KL-77")
@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (position("3c 2S", "3D", waste="3H", foundations=("AS",)), up(column(1), foundation(1))),
        (position("3c 2S", "3D", "4S", waste="3H"), move(column(1), column(2))),
        (position(*BLOCKED, "7D", "8C", waste="6D", stock=""), move(WASTE, column(3))),
        (position("JD", "QS", *BLOCKED, "9s KH", "8s 8C"), move(column(1), column(2))),
        (position("JD", "QS", *BLOCKED, "7c 8C", "9C", waste="KH", stock=""), move(column(1), column(2))),
        (position("JD", "QS", *BLOCKED, "9h 8S", "9s 8C"), Draw()),
        (position("JD", "QS", *BLOCKED, "KH", "8s 8C"), Draw()),
        (position("KD", "", *BLOCKED, "KH", "8s 8C"), Draw()),
        (position("9H 8C", "9D", *BLOCKED, foundations=("8H",), stock="TC"), Draw()),
        (position("9H 8C", "9D", *BLOCKED, foundations=("8H",), stock=""), move(column(1), column(2))),
        (position("9H 8S 7D", "8C", *BLOCKED, foundations=("8H",), stock=""), None),
        (position(*BLOCKED, "JD", "JH", "JC", "JS", stock="", foundations=("3S",)), None),
        (
            position("4D", *BLOCKED[:2], "9c KC", "KH", "KD", "KS", foundations=("3S",), stock=""),
            move(column(1), column(2)),
        ),
    ],
)
def test_each_kind_of_hint(state: State, expected: Action | None) -> None:
    assert hint(state) == expected


@clause("KL-77")
@pytest.mark.parametrize(
    ("draw", "waste", "helps"),
    [
        (1, "6D 9C 9S", True),
        (1, "9C 6D 9S", True),
        (3, "6D 9C 9S", False),
        (3, "9C 9S 6D 8S 8C", True),
        (3, "9C 6D 9S 8S 8C", False),
        (3, "9C 9S 8S 6D 8C", False),
        (3, "9C 9S 8S 9H 8C 6D TH", True),
        (1, "AC 9C", True),
        (1, "9C TH", False),
        (3, "9C TH", False),
        (1, "KD 9C", False),
    ],
)
def test_a_recycling_is_hinted_if_its_pass_brings_something(draw: int, waste: str, helps: bool) -> None:
    state = position(*BLOCKED, "JD", "JH", "QC", "QS", waste=waste, stock="", draw=draw)
    assert hint(state) == (Recycle() if helps else None)
    assert none_useful(state) == (not helps)
    assert recycling_helps(state) == helps


@clause("KL-77")
def test_a_king_in_the_next_pass_wants_an_empty_column() -> None:
    for waste, expected in (("KD 9C", Recycle()), ("QD 9C", None)):
        assert hint(position(*BLOCKED, "JD", "JH", "QC", "", waste=waste, stock="", draw=1)) == expected


@clause("KL-77")
def test_no_recycling_is_hinted_when_no_redeal_is_left() -> None:
    state = position(*BLOCKED, "JD", "JH", "QC", "QS", waste="6D 9C", stock="", draw=1, redeals=1)
    assert hint(state) == Recycle()
    spent = position(*BLOCKED, "JD", "JH", "QC", "QS", waste="6D 9C", stock="", draw=1, redeals=1, redeals_used=1)
    assert hint(spent) is None
    assert none_useful(spent)


def test_a_won_game_has_no_notice() -> None:
    won = position(stock="", foundations=("KC", "KD", "KH", "KS"))
    assert hint(won) is None
    assert not none_useful(won)


def follow_hints(state: State) -> State:
    """Play hints until there are none; a circle would never end."""
    for _ in range(2000):
        action = hint(state)
        if action is None:
            return state
        state = KLONDIKE.apply(state, 0, action)
    raise AssertionError("the hints go in a circle")


@clause("KL-77")
@given(seeds("klondike"), st.sampled_from([1, 3]))
@settings(max_examples=15, deadline=None)
def test_following_hints_always_comes_to_an_end(seed: str, draw: int) -> None:
    end = follow_hints(KLONDIKE.deal(seed, Options(draw=draw)))  # type: ignore[arg-type]
    assert end.status == "won" or none_useful(end)


@clause("KL-01", "KL-77")
@pytest.mark.parametrize(("seed", "draw", "moves", "score"), GAMES_WON_BY_HINTS)
def test_hints_win_some_games_outright(seed: str, draw: int, moves: int, score: int) -> None:
    end = follow_hints(KLONDIKE.deal(seed, Options(draw=draw)))  # type: ignore[arg-type]
    assert (end.status, end.moves, end.score) == ("won", moves, score)


@clause("KL-45")
@given(any_board)
@settings(max_examples=80, deadline=None)
def test_a_card_sent_up_goes_to_the_first_foundation_that_takes_it(state: State) -> None:
    """A typed `5 f` leaves the foundation out; a double-click makes the first of the listed moves."""
    legal = KLONDIKE.legal(state, 0)
    places = [WASTE, STOCK, *(column(n) for n in range(9)), *(foundation(n) for n in range(6))]
    for place in places:
        listed = [action for action in legal if isinstance(action, FoundationMove) and action.source == place]
        if listed:
            assert KLONDIKE.apply(state, 0, up(place)) == KLONDIKE.apply(state, 0, listed[0])
        else:
            with pytest.raises(Rejected):
                KLONDIKE.apply(state, 0, up(place))


@clause("KL-45")
def test_a_card_sent_up_prefers_its_suit_and_then_the_first_empty_foundation() -> None:
    state = position("2H", "AD", "2s", "3C", waste="AS 2C", foundations=("", "AC", "", "AH"))
    for place, home in ((column(1), foundation(4)), (column(2), foundation(1)), (WASTE, foundation(2))):
        assert KLONDIKE.apply(state, 0, up(place)) == KLONDIKE.apply(state, 0, up(place, home))
    for nothing in (column(3), column(4), column(5), column(0), column(8), foundation(2), foundation(9), STOCK):
        with pytest.raises(Rejected):
            KLONDIKE.apply(state, 0, up(nothing))
    with pytest.raises(Rejected):
        KLONDIKE.apply(position("as"), 0, up(column(1)))
