"""What is refused: the code, the sentence, the order of the checks, and nothing changed."""

from typing import Any

import pytest

from clauses import clause
from games.cards.boards_cards import GAME, Json, across, back, board, plain, sent, up
from saloon.core.errors import Rejected, quoted
from saloon.core.game import Action
from saloon.core.places import Place
from saloon.games.cards.state import FoundationMove, State, TableauMove

STATE = board("*KC QS 7D 6S / 7H / *2C JD 9S / / AS KH", (0, 3, 0, 0))
STOCK, WASTE = Place("stock"), Place("waste")


def pile(index: int) -> Place:
    return Place("tableau", index)


def foundation(index: int) -> Place:
    return Place("foundation", index)


def refusal(action: Action, state: State = STATE) -> tuple[str, str]:
    before = plain(state)
    with pytest.raises(Rejected) as refused:
        GAME.apply(state, 0, action)
    assert plain(state) == before
    assert action not in GAME.legal(state, 0)
    return refused.value.code, refused.value.reason


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (STOCK, "the stock cannot be used here, only tableau or foundation"),
        (WASTE, "the waste cannot be used here, only tableau or foundation"),
        (pile(8), "there is no tableau 8"),
        (pile(-1), "there is no tableau -1"),
        (foundation(4), "there is no foundation 4"),
    ],
)
def test_a_move_across_starts_on_a_pile_or_a_foundation(source: Place, reason: str) -> None:
    assert refusal(TableauMove(source, WASTE, 0)) == ("INVALID_SOURCE", reason)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (STOCK, "the stock cannot be used here, only tableau"),
        (foundation(1), "the foundation cannot be used here, only tableau"),
        (pile(8), "there is no tableau 8"),
        (pile(0), "a pile cannot be laid on itself"),
    ],
)
def test_a_move_across_ends_on_another_pile(target: Place, reason: str) -> None:
    assert refusal(TableauMove(pile(0), target, 0)) == ("INVALID_TARGET", reason)


def test_a_foundation_and_a_pile_of_the_same_number_are_two_places() -> None:
    state = board("/ 4S", (0, 3, 0, 0))
    assert GAME.apply(state, 0, back(1, 1)).tableau[1] == (*state.tableau[1], state.foundations[1][-1])


@clause("CA-49")
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (foundation(1), "the foundation cannot be used here, only tableau"),
        (WASTE, "the waste cannot be used here, only tableau"),
        (pile(9), "there is no tableau 9"),
    ],
)
def test_only_a_pile_gives_cards_to_the_foundations(source: Place, reason: str) -> None:
    assert refusal(FoundationMove(source, pile(1), 0)) == ("INVALID_SOURCE", reason)
    assert refusal(FoundationMove(source, count=0)) == ("INVALID_SOURCE", reason)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (pile(1), "the tableau cannot be used here, only foundation"),
        (foundation(4), "there is no foundation 4"),
        (foundation(-1), "there is no foundation -1"),
    ],
)
def test_a_card_goes_up_to_a_foundation(target: Place, reason: str) -> None:
    assert refusal(FoundationMove(pile(0), target, 0)) == ("INVALID_TARGET", reason)


@pytest.mark.parametrize("count", [0, -1, "1", 1.0, True, None, [2]])
def test_a_count_is_a_positive_whole_number(count: Any) -> None:
    expected = ("MALFORMED_MESSAGE", f"count must be a positive whole number, not {quoted(count)}")
    assert refusal(across(3, 1, count)) == expected
    assert refusal(up(3, 0, count)) == expected
    assert refusal(back(0, 1, count)) == expected


def test_a_move_across_needs_a_count_and_a_move_up_does_not() -> None:
    places = {"source": {"zone": "tableau", "index": 4}, "target": {"zone": "tableau", "index": 3}}
    assert refusal(sent("tableauMove", places))[0] == "MALFORMED_MESSAGE"
    assert GAME.apply(STATE, 0, sent("tableauMove", places | {"count": 1})) == GAME.apply(STATE, 0, across(4, 3))
    assert sent("foundationMove", {"source": {"zone": "tableau", "index": 4}}) == up(4, None, 1)


@clause("CA-41", "CA-42", "CA-43")
def test_cards_that_cannot_be_taken_are_not_accessible() -> None:
    code = "CARD_NOT_ACCESSIBLE"
    assert refusal(across(3, 1)) == (code, "pile 4 does not have 1 cards")
    assert refusal(across(1, 3, 2)) == (code, "pile 2 does not have 2 cards")
    assert refusal(across(0, 1, 4)) == (code, "only face-up cards can be moved")
    assert refusal(across(0, 1, 3)) == (code, "only cards that form a run can be moved together")
    assert refusal(across(2, 1, 2)) == (code, "only cards that form a run can be moved together")
    assert refusal(up(3)) == (code, "pile 4 does not have 1 cards")
    assert refusal(up(2, 0, 3)) == (code, "only face-up cards can be moved")
    assert refusal(up(0, 0, 3)) == (code, "only cards that form a run can be moved together")
    assert refusal(back(0, 1)) == (code, "the foundation of spades is empty")
    assert refusal(back(2, 1, 2)) == (code, "the foundation of clubs is empty")
    assert refusal(back(1, 1, 2)) == (code, "only the top card of a foundation can be taken back")


@clause("CA-45", "CA-47", "CA-51", "CA-54", "CA-57")
def test_what_does_not_fit_breaks_a_rule() -> None:
    code = "RULE_VIOLATION"
    assert refusal(across(0, 2)) == (code, "the six of spades does not go on pile 3")
    assert refusal(across(0, 1, 2)) == (code, "the seven of diamonds does not go on pile 2")
    assert refusal(across(1, 3)) == (code, "the seven of hearts does not go on pile 4")
    assert refusal(back(1, 0)) == (code, "the three of hearts does not go on pile 1")
    assert refusal(up(0, 0, 2)) == (code, "cards go up one at a time")
    assert refusal(up(1, 3)) == (code, "the seven of hearts does not go on the foundation of diamonds")
    assert refusal(up(1, 2)) == (code, "the seven of hearts does not go on the foundation of clubs")
    assert refusal(up(1, 1)) == (code, "the foundation of hearts does not take the seven of hearts yet")
    assert refusal(up(0)) == (code, "the foundation of spades does not take the six of spades yet")


def test_with_stack_any_a_stack_still_goes_up_card_by_card() -> None:
    state = board("3S KD AS", stack="any")
    assert refusal(up(0, 0, 2), state) == ("RULE_VIOLATION", "cards go up one at a time")
    assert refusal(up(0, 0, 4), state) == ("CARD_NOT_ACCESSIBLE", "pile 1 does not have 4 cards")
    hidden = board("*3S KD AS", stack="any")
    assert refusal(up(0, 0, 3), hidden) == ("CARD_NOT_ACCESSIBLE", "only face-up cards can be moved")


class Resign(Action, frozen=True):
    """An action of another game."""

    kind = "resign"


def test_an_action_of_another_game_is_none_here() -> None:
    assert refusal(Resign()) == ("INVALID_ACTION_KIND", "'resign' is not a valid action for Cards")


BROKEN: list[tuple[object, object, str]] = [
    ("draw", {}, "INVALID_ACTION_KIND"),
    ("finish", {"now": True}, "MALFORMED_MESSAGE"),
    ("finish", None, "MALFORMED_MESSAGE"),
    ("tableauMove", {"source": {"zone": "tableau", "index": 1}, "count": 1}, "MALFORMED_MESSAGE"),
    ("tableauMove", {"source": {"zone": "tableau"}, "target": {"zone": "tableau", "index": 1}}, "MALFORMED_MESSAGE"),
    ("foundationMove", {"source": {"zone": "hand"}}, "MALFORMED_MESSAGE"),
    ("foundationMove", {"source": {"zone": "tableau", "index": 1}, "target": None}, "MALFORMED_MESSAGE"),
]


@pytest.mark.parametrize(("kind", "payload", "code"), BROKEN)
def test_a_message_of_the_wrong_shape_is_not_an_action(kind: object, payload: Json, code: str) -> None:
    with pytest.raises(Rejected) as refused:
        sent(kind, payload)
    assert refused.value.code == code
