"""What may be moved where: the oracle's opinion on any board, and the edges by hand."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.cards import oracle_cards as oracle
from games.cards.boards_cards import GAME, Json, across, back, board, heights, plain, sent, up, written
from games.cards.strategies_cards import states
from positions import positions
from saloon.core.cards import card
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, Outcome
from saloon.core.piles import stacks_on
from saloon.games.cards.rules import is_won
from saloon.games.cards.state import DECK, Finish, State, TableauMove

MANY = settings(max_examples=120, deadline=None)
PLACES: list[Json] = [
    *({"zone": "tableau", "index": index} for index in range(-1, 9)),
    *({"zone": "foundation", "index": index} for index in range(-1, 5)),
    {"zone": "stock"},
    {"zone": "waste"},
]
COUNTS: list[Any] = [*range(-1, 13), None, "1", 1.0, True, [1]]


def answer(state: State, action: Action) -> str | Json:
    try:
        after = GAME.apply(state, 0, action)
    except Rejected as refused:
        return refused.code
    GAME.check(after)
    GAME.check_change(state, after)
    return plain(after)


# --- the oracle -------------------------------------------------------------------------------------------------


def as_message(action: Action) -> str:
    return msgspec.json.encode([action.kind, action], order="sorted").decode()


@clause("CA-41", "CA-42", "CA-49", "CA-55", "CA-108")
@MANY
@given(states())
def test_legal_lists_exactly_what_the_oracle_accepts(state: State) -> None:
    legal = GAME.legal(state, 0)
    found = [msgspec.json.encode(list(message), order="sorted").decode() for message in oracle.legal(plain(state))]
    assert sorted(map(as_message, legal)) == sorted(found)


@clause("CA-39", "CA-40", "CA-53", "CA-58", "CA-96")
@MANY
@given(states())
def test_every_legal_action_leads_where_the_oracle_says(state: State) -> None:
    before = plain(state)
    for action in GAME.legal(state, 0):
        assert answer(state, action) == oracle.judge(before, action.kind, msgspec.to_builtins(action))
    assert plain(state) == before


@clause("CA-43", "CA-44", "CA-46", "CA-47", "CA-54")
@MANY
@given(states(), st.integers(0, 2**32))
def test_any_message_gets_the_answer_of_the_oracle(state: State, luck: int) -> None:
    random, before = Random(luck), plain(state)
    for _ in range(150):
        kind = random.choice(["tableauMove", "foundationMove"])
        payload = {"source": random.choice(PLACES), "target": random.choice(PLACES), "count": random.choice(COUNTS)}
        if random.random() < 0.5:
            payload["source"], payload["count"] = random.choice(PLACES[1:9]), random.randint(1, 4)
        if random.random() < 0.2:
            del payload["count"]
        if kind == "foundationMove" and random.random() < 0.5:
            del payload["target"]
        assert answer(state, sent(kind, payload)) == oracle.judge(before, kind, payload), (kind, payload)
    assert plain(state) == before


# --- colours and stacks -----------------------------------------------------------------------------------------


@clause("CA-05", "CA-06", "CA-48")
def test_black_goes_on_red_and_red_on_black() -> None:
    black, red = ("S", "C"), ("H", "D")
    for lower in "SHCD":
        for upper in "SHCD":
            fits = (lower in black and upper in red) or (lower in red and upper in black)
            assert stacks_on(card(f"5{upper}"), card(f"6{lower}")) is fits
            state = board(f"5{upper} / 6{lower}")
            assert (across(0, 1) in GAME.legal(state, 0)) is fits
    blacks = [one["suit"] for pile in plain(board("5S / 5C / 5H / 5D"))["tableau"] for one in pile if oracle.black(one)]
    assert blacks == [0, 2]


def stacks(piles: str, **options: Any) -> list[object]:
    """Return how many cards of pile 0 can go to pile 1."""
    legal = GAME.legal(board(piles, **options), 0)
    return [
        action.count for action in legal if isinstance(action, TableauMove) and action == across(0, 1, action.count)
    ]


@clause("CA-41", "CA-42", "CA-43", "CA-44")
def test_a_stack_is_a_run_of_face_up_cards_to_the_top() -> None:
    assert stacks("KC 7S 6H 5C / 8H") == [3]
    assert stacks("KC 7S 6H 5C / 7C") == [2]
    assert stacks("KC 7S 6H 5C / 6D") == [1]
    assert stacks("KC 7S 6C 5H / 8H") == []
    assert stacks("KC 7S 6H 4C / 8H") == []
    assert stacks("KC 7S 5H 6C / 8H") == []
    assert stacks("KC *7S 6H 5C / 8H") == []
    assert stacks("7S 6H 5C / 8H") == [3]


@clause("CA-41", "CA-42")
def test_with_stack_any_a_face_up_card_moves_with_all_cards_on_top_of_it() -> None:
    assert stacks("KC 7S 6C 5H / 8H", stack="any") == [3]
    assert stacks("KC 7S 2C QH / 8H", stack="any") == [3]
    assert stacks("KC *7S 2C QH / 8H", stack="any") == []
    state = GAME.apply(board("*KC 7S 2C QH / 8H", stack="any"), 0, across(0, 1, 3))
    assert written(state.tableau) == "KC / 8H 7S 2C QH"


def test_with_stack_any_only_the_lowest_card_is_judged() -> None:
    assert stacks("KC 9S 6H / 7S", stack="any") == [1]
    assert stacks("9S 8H 9D / TD", stack="any") == [3]
    assert stacks("9S 8H 9D / TC", stack="any") == [1]


@clause("CA-08", "CA-46", "CA-47")
@pytest.mark.parametrize("top", [one.code for one in DECK])
def test_a_pile_takes_the_next_lower_card_of_the_other_colour(top: str) -> None:
    reds = "HD"
    for one in DECK:
        if one.code == top:
            continue
        fits = one.rank == card(top).rank - 1 and (one.suit in reds) != (top[1] in reds)
        assert (across(0, 1) in GAME.legal(board(f"{one.code} / {top}"), 0)) is fits


@clause("CA-45")
def test_only_a_king_goes_on_an_empty_pile() -> None:
    for one in DECK:
        full = " / ".join(f"2{suit}" for suit in "SHCDSH")
        legal = GAME.legal(board(f"*AS {one.code} / / {full}"), 0)
        assert (across(0, 1) in legal) is (one.code in ("KS", "KH", "KC", "KD"))
    state = GAME.apply(board("*AS KD QC / "), 0, across(0, 1, 2))
    assert written(state.tableau) == "AS / KD QC"


def test_a_king_goes_to_every_empty_pile_also_without_use() -> None:
    legal = GAME.legal(board("KS / / 2H / / 3H / 4H / 5H / 6H"), 0)
    assert legal == [across(0, 1), across(0, 3), Finish()]


def test_a_face_down_top_takes_nothing_and_gives_nothing() -> None:
    state = board("5H / *6S / *AS")
    assert GAME.legal(state, 0) == [Finish()]
    assert answer_code(state, across(0, 1)) == "RULE_VIOLATION"
    assert answer_code(state, up(2)) == "CARD_NOT_ACCESSIBLE"
    assert GAME.apply(state, 0, Finish()) is state


def answer_code(state: State, action: Action) -> str | None:
    try:
        GAME.apply(state, 0, action)
    except Rejected as refused:
        return refused.code
    return None


def test_a_pile_may_grow_beyond_what_it_was_dealt() -> None:
    state = GAME.apply(board("KS QH JS / TH 9S 8H 7S 6H 5S 4H 3S 2H AS"), 0, across(1, 0, 10))
    assert written(state.tableau) == "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"


# --- turning ----------------------------------------------------------------------------------------------------


@clause("CA-39", "CA-40")
def test_the_card_that_a_move_bares_is_turned_at_once() -> None:
    state = board("*KC *2H 5H / 6S", (1, 0, 0, 0))
    after = GAME.apply(state, 0, across(0, 1))
    assert written(after.tableau) == "*KC 2H / 6S 5H"
    assert written(GAME.apply(board("*KC AH"), 0, up(0)).tableau) == "KC"
    assert written(GAME.apply(board("KC AH"), 0, up(0)).tableau) == "KC"
    assert written(GAME.apply(board("AH"), 0, up(0)).tableau) == ""
    assert written(state.tableau) == "*KC *2H 5H / 6S"


def test_a_return_from_a_foundation_turns_nothing() -> None:
    after = GAME.apply(board("*KC 3S / *4D 9C", (0, 2, 0, 0)), 0, back(1, 0))
    assert written(after.tableau) == "*KC 3S 2H / *4D 9C"
    assert heights(after) == (0, 1, 0, 0)


# --- foundations ------------------------------------------------------------------------------------------------


@clause("CA-13", "CA-14", "CA-50", "CA-51", "CA-52")
@pytest.mark.parametrize("height", range(13))
def test_a_foundation_takes_the_next_card_of_its_suit_alone(height: int) -> None:
    for number, suit in enumerate("SHCD"):
        built = tuple(height if i == number else 0 for i in range(4))
        for one in DECK:
            if one.suit == suit and one.rank <= height:
                continue
            state = board(f"KS {one.code}", built)  # type: ignore[arg-type]
            fits = one.suit == suit and one.rank == height + 1
            assert (up(0, number) in GAME.legal(state, 0)) is fits
            assert (answer_code(state, up(0, number)) is None) is fits
            if fits:
                after = GAME.apply(state, 0, up(0, number))
                assert after.foundations[number] == DECK[13 * number : 13 * number + height + 1]
                assert after == GAME.apply(state, 0, up(0))


@clause("CA-14", "CA-51")
def test_an_ace_goes_to_its_own_foundation_only() -> None:
    for number, suit in enumerate("SHCD"):
        state = board(f"A{suit}")
        assert [a for a in GAME.legal(state, 0) if a.kind == "foundationMove"] == [up(0, number)]
        assert [answer_code(state, up(0, other)) for other in range(4)] == [
            None if other == number else "RULE_VIOLATION" for other in range(4)
        ]


@clause("CA-49", "CA-54")
def test_only_a_single_top_card_goes_up() -> None:
    state = board("AH KS / 2S AH / 2D AC")
    assert answer_code(state, up(0)) == "RULE_VIOLATION"
    assert answer_code(state, up(1, 1, 2)) == "RULE_VIOLATION"
    assert answer_code(state, up(1, 1, 3)) == "CARD_NOT_ACCESSIBLE"
    assert answer_code(state, up(2, 2, 2)) == "RULE_VIOLATION"
    assert heights(GAME.apply(state, 0, up(1, 1))) == (0, 1, 0, 0)


@clause("CA-55", "CA-56", "CA-57")
def test_the_top_of_a_foundation_comes_back_under_the_rules_of_the_piles() -> None:
    state = board("6S / 6D / 7C / 6C / 5S / 4S", (0, 5, 0, 0))
    assert [a for a in GAME.legal(state, 0) if a.kind == "tableauMove" and a.source.zone == "foundation"] == [  # type: ignore[attr-defined]
        back(1, 0),
        back(1, 3),
    ]
    after = GAME.apply(state, 0, back(1, 3))
    assert written(after.tableau) == "6S / 6D / 7C / 6C 5H / 5S / 4S"
    assert heights(after) == (0, 4, 0, 0)
    assert answer_code(state, back(1, 1)) == "RULE_VIOLATION"


@clause("CA-55")
def test_a_king_comes_back_to_an_empty_pile_and_no_other_card_does() -> None:
    after = GAME.apply(board("2S", (0, 13, 12, 0)), 0, back(1, 2))
    assert written(after.tableau) == "2S /  / KH"
    assert heights(after) == (0, 12, 12, 0)
    assert answer_code(board("2S", (0, 13, 12, 0)), back(2, 2)) == "RULE_VIOLATION"


# --- the end ----------------------------------------------------------------------------------------------------


@clause("CA-95", "CA-96")
def test_the_last_card_up_wins_and_ends_the_game() -> None:
    state = board("KD", (13, 13, 13, 12))
    assert GAME.outcome(state) is None
    won = GAME.apply(state, 0, up(0, 3))
    assert (state.status, won.status) == ("active", "won")
    assert GAME.outcome(won) == Outcome((0,), "completed", (52,))
    assert GAME.legal(won, 0) == []
    for action in (up(0), across(0, 1), back(0, 0), Finish()):
        with pytest.raises(Rejected, match=r"^the game is won \[MATCH_FINISHED\]$"):
            GAME.apply(won, 0, action)


@clause("CA-95", "CA-96")
def test_a_win_needs_thirteen_cards_on_each_foundation_and_52_in_all() -> None:
    suits = [DECK[13 * suit : 13 * suit + 13] for suit in range(4)]
    assert is_won(suits)
    assert not is_won([*suits[:3], suits[3][:12]])
    assert not is_won([*suits[:2], (*suits[2], suits[3][12]), suits[3][:12]])
    assert not is_won([*suits, suits[0]])


@clause("CA-95")
@settings(max_examples=25, deadline=None)
@given(positions("cards", stack="any", most=300))
def test_the_outcome_is_a_win_or_nothing(position: Any) -> None:
    state = position.state
    outcome = GAME.outcome(state)
    assert (outcome is not None) == (heights(state) == (13, 13, 13, 13)) == (state.status == "won")


def is_stuck(state: State) -> bool:
    return GAME.stuck(GAME.view(state, 0), GAME.legal(state, 0)) == "noMovesLeft"


@clause("CA-95")
def test_no_moves_are_left_when_only_an_idle_finish_is_legal() -> None:
    dead = board("2S / 2C / 4S / 4C / 6S / 6C / 8S / 8C")
    assert is_stuck(dead)
    assert not is_stuck(board("2S / 2C / 4S / 4C / 6S / 6C / 8S / AC"))
    assert not is_stuck(board("2S / 2C / 3H / 4C / 6S / 6C / 8S / 8C"))
    assert not is_stuck(board("2S / 2C / 4S / 4C / 6S / 6C / 8S / 8C", (0, 3, 0, 0)))
    assert not is_stuck(board("", (13, 13, 13, 13)))
    assert GAME.outcome(dead) is None


def test_the_seat_is_one() -> None:
    state = board("AS")
    for seat, name in ((1, "p2"), (SERVER, "server")):
        assert GAME.legal(state, seat) == []
        with pytest.raises(Rejected, match=rf"^'finish' is not a valid action for {name} \[INVALID_ACTION_KIND\]$"):
            GAME.apply(state, seat, Finish())


def test_legal_actions_are_in_order() -> None:
    state = board("AH / *KD 3C 2D / 4D / 3S / 5S", (0, 0, 3, 1))
    assert GAME.legal(state, 0) == [
        up(0, 1),
        up(1, 3),
        across(1, 3),
        across(1, 2, 2),
        across(2, 4),
        across(3, 2),
        back(2, 2),
        Finish(),
    ]
