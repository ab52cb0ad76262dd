"""The invariants refuse every state that play cannot reach."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from clauses import clause
from games.klondike.boards_klondike import KLONDIKE, position
from saloon.core.cards import Card, card
from saloon.core.errors import InvariantBreach
from saloon.games.klondike.state import State

GOOD = position("3h 4c KS QH", "2d 9C", "7D", waste="JC JD", foundations=("2C", "", "AD"), redeals=2)


def test_the_position_that_is_spoilt_below_is_sound() -> None:
    KLONDIKE.check(GOOD)
    KLONDIKE.check(replace(GOOD, moves=1, redeals_used=2))


def columns(*piles: str) -> Callable[[State], State]:
    return lambda state: replace(state, tableau=position(*piles).tableau)


def first_column(*cards: Card) -> Callable[[State], State]:
    return lambda state: replace(state, tableau=(cards, *state.tableau[1:]))


NO_RUN = "the face-up cards of a column are not a run"
ODD_COLUMN = "a column has a card face-down on a face-up one, or one that is not in the deck"
ODD_FOUNDATION = "a foundation is not built from the Ace in one suit, face-up"
STATUS = "the status does not agree with the foundations"
FACES = {one.card_id: one for one in GOOD.tableau[0]}


@clause("KL-18", "KL-22")
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda s: replace(s, tableau=s.tableau[:6]), "6 columns and 4 foundations"),
        (lambda s: replace(s, foundations=(*s.foundations, ())), "7 columns and 5 foundations"),
        (lambda s: replace(s, stock=s.stock[1:]), "51 cards are on the table, 51 of them different"),
        (lambda s: replace(s, stock=(*s.stock, s.stock[0])), "53 cards are on the table, 52 of them different"),
        (
            lambda s: replace(s, stock=(*s.stock[:-1], s.stock[0])),
            "52 cards are on the table, 51 of them different",
        ),
        (
            lambda s: replace(s, stock=(*s.stock[:-1], s.stock[-1].up())),
            "a stock card is face-up or not in the deck",
        ),
        (
            lambda s: replace(s, stock=(s.stock[0].up(), *s.stock[1:])),
            "a stock card is face-up or not in the deck",
        ),
        (
            lambda s: replace(s, stock=(replace(s.stock[0], card_id="XX"), *s.stock[1:])),
            "a stock card is face-up or not in the deck",
        ),
        (
            lambda s: replace(s, waste=(s.waste[0].down(), s.waste[1])),
            "a waste card is face-down or not in the deck",
        ),
        (
            lambda s: replace(s, waste=(s.waste[0], replace(s.waste[1], rank=5))),
            "a waste card is face-down or not in the deck",
        ),
        (
            first_column(*(FACES[code] for code in ("3H", "4C")), FACES["KS"].down(), FACES["QH"].down()),
            "the top of a column is face-down",
        ),
        (first_column(FACES["3H"], FACES["4C"], FACES["KS"], FACES["QH"].down()), ODD_COLUMN),
        (first_column(FACES["3H"].up(), FACES["4C"], FACES["KS"], FACES["QH"]), ODD_COLUMN),
        (first_column(FACES["3H"], FACES["4C"], replace(FACES["KS"], suit="C"), FACES["QH"]), ODD_COLUMN),
        (first_column(replace(FACES["3H"], rank=4), FACES["4C"], FACES["KS"], FACES["QH"]), ODD_COLUMN),
        (first_column(FACES["3H"], FACES["4C"], FACES["QH"], FACES["KS"]), NO_RUN),
        (first_column(FACES["3H"], FACES["4C"].up(), FACES["KS"], FACES["QH"]), NO_RUN),
        (lambda s: replace(s, foundations=(s.foundations[0][::-1], *s.foundations[1:])), ODD_FOUNDATION),
        (
            lambda s: replace(s, foundations=((s.foundations[0][0], s.foundations[0][1].down()), *s.foundations[1:])),
            ODD_FOUNDATION,
        ),
        (
            lambda s: replace(s, foundations=((*s.foundations[0], *s.foundations[2]), (), (), ())),
            ODD_FOUNDATION,
        ),
        (
            lambda s: replace(
                s, foundations=(s.foundations[0][1:], (), (), (*s.foundations[2],)), waste=(*s.waste, card("AC"))
            ),
            ODD_FOUNDATION,
        ),
        (
            lambda s: replace(s, foundations=(*s.foundations[:2], (replace(s.foundations[2][0], suit="X"),), ())),
            ODD_FOUNDATION,
        ),
        (lambda s: replace(s, status="won"), STATUS),
        (lambda s: replace(s, rules_version="0.9.0"), "the rules version is '0.9.0'"),
        (lambda s: replace(s, moves=-1), "-1 moves were made and 0 redeals used"),
        (lambda s: replace(s, redeals_used=-1), "0 moves were made and -1 redeals used"),
        (lambda s: replace(s, redeals_used=3), "0 moves were made and 3 redeals used"),
        (lambda s: replace(s, score=3), "no play leads to the score 3"),
        (lambda s: replace(s, score=1000), "no play leads to the score 1000"),
    ],
)
def test_a_spoilt_state_is_refused(spoil: Callable[[State], State], reason: str) -> None:
    with pytest.raises(InvariantBreach) as breach:
        KLONDIKE.check(spoil(GOOD))
    assert breach.value.reason == reason
    assert breach.value.code == "INTERNAL_INVARIANT_BREACH"


@clause("KL-18")
def test_a_won_board_must_say_so() -> None:
    won = position(stock="", foundations=("KC", "KD", "KH", "KS"), score=725)
    KLONDIKE.check(won)
    with pytest.raises(InvariantBreach, match=f"^{STATUS}"):
        KLONDIKE.check(replace(won, status="active"))
    with pytest.raises(InvariantBreach, match=r"^no play leads to the score 730"):
        KLONDIKE.check(replace(won, score=730))


def test_unlimited_redeals_have_no_bound() -> None:
    KLONDIKE.check(position(redeals_used=1000))


def test_the_score_knows_how_many_cards_were_raised_and_turned() -> None:
    """Three cards raised, 18 of the 21 hidden ones turned: 30 + 90."""
    KLONDIKE.check(replace(GOOD, score=120))
    with pytest.raises(InvariantBreach, match=r"^no play leads to the score 125"):
        KLONDIKE.check(replace(GOOD, score=125))


def test_no_more_cards_are_hidden_than_the_deal_hides() -> None:
    hidden = " ".join(one.code.lower() for one in position().stock[:21])
    KLONDIKE.check(position(f"{hidden} AC"))
    more = " ".join(one.code.lower() for one in position().stock[:22])
    with pytest.raises(InvariantBreach, match=r"^22 cards of the columns are face-down"):
        KLONDIKE.check(position(f"{more} AC"))
