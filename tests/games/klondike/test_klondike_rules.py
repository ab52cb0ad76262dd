"""Constructed positions for each rule of building and moving."""

from itertools import pairwise
from typing import Any

import pytest

from clauses import clause
from games.klondike.boards_klondike import (
    KLONDIKE,
    RANKS,
    STOCK,
    WASTE,
    column,
    foundation,
    move,
    position,
    suit_pile,
    up,
)
from saloon.core.cards import Card, deck
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, Outcome, read_action
from saloon.core.piles import fits_column, fits_foundation, stacks_on
from saloon.core.places import Place
from saloon.games.klondike import rules
from saloon.games.klondike.state import AutoComplete, Draw, FoundationMove, Recycle, State, TableauMove


def codes(pile: tuple[Card, ...]) -> str:
    """The pile as `position` reads it."""
    return " ".join(card.code.lower() if card.face_down else card.code for card in pile)


def refused(state: State, action: Action) -> tuple[str, str]:
    with pytest.raises(Rejected) as refusal:
        KLONDIKE.apply(state, 0, action)
    return refusal.value.code, refusal.value.reason


def takes(state: State, action: Action) -> bool:
    """Whether the action is accepted; a refusal must be the rule's."""
    try:
        KLONDIKE.apply(state, 0, action)
    except Rejected as rejected:
        code = rejected.code
    else:
        return True
    assert code == "RULE_VIOLATION"
    return False


@clause("KL-03", "KL-04", "KL-09", "KL-10", "KL-13")
def test_a_card_goes_on_a_column_one_lower_and_of_the_other_colour_only() -> None:
    accepted = set()
    for card in deck():
        for top in deck():
            if card != top and takes(position(card.code, top.code, stock=""), move(column(1), column(2))):
                accepted.add((card.code, top.code))
                assert stacks_on(card, top)
    expected = {
        (low + one, high + other)
        for low, high in pairwise(RANKS[1:])
        for one, others in {"C": "DH", "S": "DH", "D": "CS", "H": "CS"}.items()
        for other in others
    }
    assert accepted == expected


@clause("KL-47", "KL-48", "KL-49")
@pytest.mark.parametrize(
    ("card", "top", "allowed"),
    [("6H", "7S", True), ("6H", "7H", False), ("8C", "7S", False), ("8H", "7S", False), ("5H", "7S", False)],
)
def test_the_edge_cases_of_stacking(card: str, top: str, allowed: bool) -> None:
    state = position(card, top)
    action = move(column(1), column(2))
    if allowed:
        after = KLONDIKE.apply(state, 0, action)
        assert codes(after.tableau[1]) == f"{top} {card}"
        assert after.tableau[0] == ()
    else:
        name = {"6H": "six of hearts", "8C": "eight of clubs", "8H": "eight of hearts", "5H": "five of hearts"}[card]
        assert refused(state, action) == ("RULE_VIOLATION", f"the {name} does not go on column 2")


@clause("KL-05", "KL-08", "KL-11", "KL-50", "KL-51")
def test_only_a_king_goes_on_an_empty_column() -> None:
    for card in deck():
        state = position(card.code, "", stock="")
        if card.rank == 13:
            after = KLONDIKE.apply(state, 0, move(column(1), column(2)))
            assert (after.tableau[0], codes(after.tableau[1])) == ((), card.code)
        else:
            reason = f"the {card.name} is not a king: only a king goes on an empty column"
            assert refused(state, move(column(1), column(2))) == ("RULE_VIOLATION", reason)
        assert fits_column(card, ()) == (card.rank == 13)


@clause("KL-12")
def test_a_face_down_top_takes_nothing() -> None:
    state = position("6H", "7s", waste="6D")
    expected = "RULE_VIOLATION", "the six of hearts does not go on column 2"
    assert refused(state, move(column(1), column(2))) == expected
    assert refused(state, move(WASTE, column(2)))[0] == "RULE_VIOLATION"
    assert not [action for action in KLONDIKE.legal(state, 0) if isinstance(action, TableauMove)]


@clause("KL-06", "KL-52")
def test_any_part_of_a_run_moves_together() -> None:
    state = position("3c 9S 8H 7C 6D", "9C", "8D", "7S", "TD")
    for count, onto in ((1, 4), (2, 3), (3, 2), (4, 5)):
        after = KLONDIKE.apply(state, 0, move(column(1), column(onto), count))
        assert codes(after.tableau[onto - 1]) == f"{codes(state.tableau[onto - 1])} " + " ".join(
            ["9S", "8H", "7C", "6D"][-count:]
        )
        assert len(after.tableau[0]) == 5 - count
    runs = {
        (action.target.index, action.count)
        for action in KLONDIKE.legal(state, 0)
        if isinstance(action, TableauMove) and action.source == column(1)
    }
    assert runs == {(3, 1), (2, 2), (1, 3), (4, 4)}


@clause("KL-06", "KL-35")
@pytest.mark.parametrize(
    ("columns", "count", "reason"),
    [
        (("", "9C"), 1, "only 0 cards are there, not 1"),
        (("8D", "9C"), 2, "only 1 cards are there, not 2"),
        (("8d 7C", "9C"), 2, "only face-up cards that form a run can be moved"),
        (("8D 7H", "9C"), 2, "only face-up cards that form a run can be moved"),
        (("8D 6C", "9C"), 2, "only face-up cards that form a run can be moved"),
        (("8d", "9C"), 1, "only face-up cards that form a run can be moved"),
    ],
)
def test_only_face_up_runs_are_within_reach(columns: tuple[str, ...], count: int, reason: str) -> None:
    state = position(*columns)
    assert refused(state, move(column(1), column(2), count)) == ("CARD_NOT_ACCESSIBLE", reason)
    assert refused(state, up(column(1), foundation(1), count)) == ("CARD_NOT_ACCESSIBLE", reason)
    assert not [
        action
        for action in KLONDIKE.legal(state, 0)
        if isinstance(action, TableauMove) and action.source == column(1) and action.count == count
    ]


@clause("KL-07", "KL-42", "KL-53")
def test_the_card_that_a_move_bares_is_turned() -> None:
    state = position("2c 4d 8H", "9S", waste="AC")
    after = KLONDIKE.apply(state, 0, move(column(1), column(2)))
    assert (codes(after.tableau[0]), codes(after.tableau[1])) == ("2c 4D", "9S 8H")
    raised = KLONDIKE.apply(position("2c 4d AH"), 0, up(column(1), foundation(3)))
    assert (codes(raised.tableau[0]), codes(raised.foundations[2])) == ("2c 4D", "AH")


@clause("KL-07", "KL-42")
def test_a_face_up_card_stays_face_up() -> None:
    state = position("2c 9H 8S 7H 6S", "8C", score=35)
    after = KLONDIKE.apply(state, 0, move(column(1), column(2), 2))
    assert (codes(after.tableau[0]), codes(after.tableau[1])) == ("2c 9H 8S", "8C 7H 6S")
    assert after.score == 35
    emptied = KLONDIKE.apply(position("7H", "8C"), 0, move(column(1), column(2)))
    assert (emptied.tableau[0], emptied.score) == ((), 0)


@clause("KL-15", "KL-16", "KL-19", "KL-20", "KL-21")
def test_a_foundation_takes_an_ace_and_then_its_suit_in_order() -> None:
    for card in deck():
        for height in range(13):
            for suit in "CDHS":
                pile = suit_pile(RANKS[height] + suit) if height else ()
                if card in pile:
                    continue
                expected = card.rank == 1 if not pile else (card.suit == suit and card.rank == height + 1)
                state = position(card.code, stock="", foundations=("", RANKS[height] + suit if height else ""))
                assert takes(state, up(column(1), foundation(2))) == expected
                assert fits_foundation(card, pile) == expected


@clause("KL-54", "KL-55", "KL-56", "KL-57", "KL-58")
@pytest.mark.parametrize(
    ("card", "on", "reason"),
    [
        ("AS", "", None),
        ("2S", "", "the two of spades does not go on foundation 4"),
        ("2S", "AS", None),
        ("2H", "AS", "the two of hearts does not go on foundation 4"),
        ("3S", "AS", "the three of spades does not go on foundation 4"),
    ],
)
def test_the_edge_cases_of_foundations(card: str, on: str, reason: str | None) -> None:
    state = position("5D", card, foundations=("", "", "", on))
    action = up(column(2), foundation(4))
    if reason is None:
        assert codes(KLONDIKE.apply(state, 0, action).foundations[3]) == f"{on} {card}".strip()
    else:
        assert refused(state, action) == ("RULE_VIOLATION", reason)


@clause("KL-15", "KL-19")
def test_any_empty_foundation_takes_any_ace() -> None:
    state = position("AH", waste="AS", foundations=("", "2C", ""))
    listed = {
        (action.source.zone, action.target.index)
        for action in KLONDIKE.legal(state, 0)
        if isinstance(action, FoundationMove) and isinstance(action.target, Place)
    }
    assert listed == {(zone, index) for zone in ("tableau", "waste") for index in (0, 2, 3)}
    for index in (0, 2, 3):
        assert codes(KLONDIKE.apply(state, 0, up(column(1), Place("foundation", index))).foundations[index]) == "AH"


@clause("KL-17", "KL-24", "KL-59", "KL-71")
def test_one_card_at_a_time_goes_up() -> None:
    state = position("3H 2S", foundations=("AS", "2H"))
    expected = "RULE_VIOLATION", "cards go up to a foundation one card at a time"
    for target in (foundation(1), foundation(2), None):
        assert refused(state, up(column(1), target, 2)) == expected
    after = KLONDIKE.apply(KLONDIKE.apply(state, 0, up(column(1))), 0, up(column(1)))
    assert list(map(codes, after.foundations)) == ["AS 2S", "AH 2H 3H", "", ""]
    too_many = "CARD_NOT_ACCESSIBLE", "only 2 cards are there, not 3"
    assert refused(state, up(column(1), foundation(1), 3)) == too_many


@clause("KL-34", "KL-35", "KL-63", "KL-72")
def test_only_the_top_of_the_waste_is_playable() -> None:
    state = position("9C", "8C", "7S", waste="8D 7H AC")
    assert refused(state, move(WASTE, column(1), 2)) == (
        "CARD_NOT_ACCESSIBLE",
        "only the top card of a waste can be taken",
    )
    assert refused(state, up(WASTE, foundation(1), 2))[0] == "CARD_NOT_ACCESSIBLE"
    assert refused(state, move(WASTE, column(1)))[0] == "RULE_VIOLATION"
    raised = KLONDIKE.apply(state, 0, up(WASTE, foundation(1)))
    assert (codes(raised.waste), codes(raised.foundations[0])) == ("8D 7H", "AC")
    laid = KLONDIKE.apply(raised, 0, move(WASTE, column(2)))
    assert (codes(laid.waste), codes(laid.tableau[1])) == ("8D", "8C 7H")
    empty = position("9C")
    assert refused(empty, move(WASTE, column(1))) == ("CARD_NOT_ACCESSIBLE", "only 0 cards are there, not 1")


@clause("KL-39")
def test_the_top_of_a_foundation_may_return() -> None:
    state = position("4H", "", foundations=("KC", "3S"))
    back = KLONDIKE.apply(state, 0, move(foundation(2), column(1)))
    assert (codes(back.foundations[1]), codes(back.tableau[0])) == ("AS 2S", "4H 3S")
    king = KLONDIKE.apply(state, 0, move(foundation(1), column(2)))
    assert (len(king.foundations[0]), codes(king.tableau[1])) == (12, "KC")
    assert king.foundations[1] == state.foundations[1]
    assert refused(state, move(foundation(2), column(1), 2)) == (
        "CARD_NOT_ACCESSIBLE",
        "only the top card of a foundation can be taken",
    )
    assert refused(state, move(foundation(3), column(1)))[0] == "CARD_NOT_ACCESSIBLE"
    assert refused(state, move(foundation(2), column(2)))[0] == "RULE_VIOLATION"


ONLY = "the {} cannot be used here, only tableau or waste"


@clause("KL-23", "KL-62")
@pytest.mark.parametrize(
    ("action", "code", "reason"),
    [
        (
            move(STOCK, column(1)),
            "INVALID_SOURCE",
            ONLY.format("stock") + " or foundation",
        ),
        (up(STOCK, foundation(1)), "INVALID_SOURCE", ONLY.format("stock")),
        (
            up(foundation(1), foundation(2)),
            "INVALID_SOURCE",
            ONLY.format("foundation"),
        ),
        (up(foundation(1)), "INVALID_SOURCE", ONLY.format("foundation")),
        (move(column(8), column(1)), "INVALID_SOURCE", "there is no tableau 7"),
        (move(column(0), column(1)), "INVALID_SOURCE", "there is no tableau -1"),
        (move(foundation(5), column(1)), "INVALID_SOURCE", "there is no foundation 4"),
        (move(column(8), column(9)), "INVALID_SOURCE", "there is no tableau 7"),
        (move(column(1), column(8)), "INVALID_TARGET", "there is no tableau 7"),
        (move(column(1), WASTE), "INVALID_TARGET", "the waste cannot be used here, only tableau"),
        (move(column(1), STOCK), "INVALID_TARGET", "the stock cannot be used here, only tableau"),
        (move(column(1), foundation(1)), "INVALID_TARGET", "the foundation cannot be used here, only tableau"),
        (up(column(1), column(2)), "INVALID_TARGET", "the tableau cannot be used here, only foundation"),
        (up(column(1), foundation(5)), "INVALID_TARGET", "there is no foundation 4"),
        (move(column(1), column(1), 0), "INVALID_TARGET", "a column cannot be laid on itself"),
        (move(column(1), column(2), 0), "MALFORMED_MESSAGE", "count must be a positive whole number, not 0"),
        (TableauMove(column(1), column(2)), "MALFORMED_MESSAGE", "count must be a positive whole number, not None"),
        (move(column(3), column(2), 9), "CARD_NOT_ACCESSIBLE", "only 0 cards are there, not 9"),
        (up(column(1)), "RULE_VIOLATION", "no foundation takes the six of hearts now"),
        (AutoComplete(), "RULE_VIOLATION", "auto-complete waits until all columns are face-up and the win is certain"),
        (Recycle(), "RULE_VIOLATION", "the stock is not empty yet"),
    ],
)
def test_refusals_come_in_the_order_of_the_contract(action: Action, code: str, reason: str) -> None:
    state = position("6H", "8S", foundations=("2C",))
    assert refused(state, action) == (code, reason)


def test_columns_and_foundations_with_the_same_number_are_different_piles() -> None:
    state = position("4D", foundations=("3C",))
    assert codes(KLONDIKE.apply(state, 0, move(foundation(1), column(1))).tableau[0]) == "4D 3C"
    state = position("4C", foundations=("3C",))
    assert codes(KLONDIKE.apply(state, 0, up(column(1), foundation(1))).foundations[0]) == "AC 2C 3C 4C"
    state = position("4C", waste="3D")
    assert codes(KLONDIKE.apply(state, 0, move(WASTE, column(1))).tableau[0]) == "4C 3D"


@clause("KL-45")
def test_without_a_target_the_suits_foundation_or_the_first_empty_one_is_chosen() -> None:
    state = position("4C", "AD", "9H", waste="2S", foundations=("AS", "", "3C"))
    assert codes(KLONDIKE.apply(state, 0, up(column(1))).foundations[2]) == "AC 2C 3C 4C"
    assert codes(KLONDIKE.apply(state, 0, up(column(2))).foundations[1]) == "AD"
    assert codes(KLONDIKE.apply(state, 0, up(WASTE)).foundations[0]) == "AS 2S"
    assert refused(state, up(column(3))) == ("RULE_VIOLATION", "no foundation takes the nine of hearts now")
    assert [rules.chosen_foundation(state, card) for card in (state.tableau[1][0], state.tableau[2][0])] == [1, None]


@clause("KL-18", "KL-22", "KL-60", "KL-70")
def test_the_game_is_won_with_thirteen_cards_on_all_four_foundations() -> None:
    state = position("KD", "KS", stock="", foundations=("KC", "QD", "KH", "QS"), moves=90, score=300)
    almost = KLONDIKE.apply(state, 0, up(column(1)))
    assert (almost.status, almost.score, almost.moves, KLONDIKE.outcome(almost)) == ("active", 310, 91, None)
    won = KLONDIKE.apply(almost, 0, up(column(2)))
    assert (won.status, won.score, won.moves) == ("won", 420, 92)
    assert KLONDIKE.outcome(won) == Outcome((0,), "completed", (420,))
    assert [len(pile) for pile in won.foundations] == [13] * 4
    KLONDIKE.check(won)


@clause("KL-22")
def test_after_the_win_nothing_is_accepted() -> None:
    won = position(stock="", foundations=("KC", "KD", "KH", "KS"))
    assert KLONDIKE.legal(won, 0) == []
    anything = (Draw(), Recycle(), AutoComplete(), move(foundation(1), column(1)), up(STOCK), move(STOCK, STOCK, 0))
    for action in anything:
        assert refused(won, action) == ("MATCH_FINISHED", "the game is won; deal a new one")


@pytest.mark.parametrize(("seat", "name"), [(SERVER, "server"), (1, "p2")])
def test_nobody_but_the_player_acts(seat: int, name: str) -> None:
    state = KLONDIKE.deal("1", KLONDIKE.options())
    assert KLONDIKE.legal(state, seat) == []
    with pytest.raises(Rejected) as refusal:
        KLONDIKE.apply(state, seat, Draw())
    assert (refusal.value.code, refusal.value.reason) == (
        "INVALID_ACTION_KIND",
        f"'draw' is not a valid action for {name}",
    )


def test_an_action_of_another_game_is_refused() -> None:
    class Flip(Action, frozen=True):
        kind = "flip"

    state = KLONDIKE.deal("1", KLONDIKE.options())
    assert refused(state, Flip()) == ("INVALID_ACTION_KIND", "'flip' is not a valid action for Klondike")


@pytest.mark.parametrize(
    ("kind", "payload", "action"),
    [
        ("draw", {}, Draw()),
        ("recycle", {}, Recycle()),
        ("autoComplete", {}, AutoComplete()),
        ("foundationMove", {"source": {"zone": "waste"}}, up(WASTE)),
        (
            "foundationMove",
            {"source": {"zone": "tableau", "index": 3}, "target": {"zone": "foundation", "index": 1}, "count": 1},
            up(column(4), foundation(2)),
        ),
        (
            "tableauMove",
            {"source": {"zone": "foundation", "index": 3}, "target": {"zone": "tableau", "index": 0}, "count": 1},
            move(foundation(4), column(1)),
        ),
    ],
)
def test_actions_are_read_from_messages(kind: str, payload: dict[str, Any], action: Action) -> None:
    assert read_action(KLONDIKE.actions, kind, payload) == action


@pytest.mark.parametrize(
    ("kind", "payload", "code"),
    [
        ("draw", {"count": 3}, "MALFORMED_MESSAGE"),
        ("tableauMove", {"source": {"zone": "waste"}}, "MALFORMED_MESSAGE"),
        ("tableauMove", {"source": {"zone": "waste", "index": 0}, "target": {"zone": "tableau"}}, "MALFORMED_MESSAGE"),
        ("foundationMove", {"source": {"zone": "hand"}}, "MALFORMED_MESSAGE"),
        ("foundationMove", {"source": {"zone": "waste"}, "target": None}, "MALFORMED_MESSAGE"),
        ("flip", {}, "INVALID_ACTION_KIND"),
    ],
)
def test_malformed_messages_are_refused(kind: str, payload: dict[str, Any], code: str) -> None:
    with pytest.raises(Rejected) as refusal:
        read_action(KLONDIKE.actions, kind, payload)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "thing",
    [
        KLONDIKE.deal("1", KLONDIKE.options()),
        KLONDIKE.options(),
        KLONDIKE.view(KLONDIKE.deal("1", KLONDIKE.options()), 0),
        move(column(1), column(2)),
        up(WASTE),
        Draw(),
        Recycle(),
        AutoComplete(),
    ],
)
def test_nothing_can_be_changed_in_place(thing: Any) -> None:
    for name in thing.__struct_fields__ or ("kind",):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
    assert hash(thing) == hash(thing)


def test_the_order_of_the_list_is_stable() -> None:
    state = position("AH", "4D", "5S 4H", "5C", waste="3C", foundations=("2C", "", "AS"), draw=1)
    assert list(KLONDIKE.legal(state, 0)) == [
        up(column(1), foundation(2)),
        up(column(1), foundation(4)),
        up(WASTE, foundation(1)),
        move(column(2), column(4)),
        move(column(3), column(4)),
        move(WASTE, column(2)),
        move(WASTE, column(3)),
        Draw(),
        AutoComplete(),
    ]
    back = position("AH", "4D", "5S 4H", "5C", stock="", waste="KC", foundations=("2C", "3S"))
    assert list(KLONDIKE.legal(back, 0)) == [
        up(column(1), foundation(3)),
        up(column(1), foundation(4)),
        move(column(2), column(4)),
        move(column(3), column(4)),
        move(WASTE, column(5)),
        move(WASTE, column(6)),
        move(WASTE, column(7)),
        move(foundation(2), column(2)),
        move(foundation(2), column(3)),
        Recycle(),
    ]
    done = position("KD", stock="", foundations=("KC", "QD", "KH", "KS"))
    assert list(KLONDIKE.legal(done, 0)) == [
        up(column(1), foundation(2)),
        *(move(column(1), column(to)) for to in range(2, 8)),
        *(move(foundation(one), column(to)) for one in (1, 3, 4) for to in range(2, 8)),
        AutoComplete(),
    ]
