"""What must hold after every action, and that each way to break it is noticed."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.highnoon.boards_highnoon import GAME, Side, position
from games.highnoon.strategies_highnoon import states
from saloon.core.cards import Card
from saloon.core.errors import InvariantBreach
from saloon.games.highnoon.state import Board, Resign, SinceProgress, State

GOOD = position(
    Side("-5C -6C 9H 8C | | 2D", stock="3C 4C", waste="7D AC"),
    Side("QS", waste="3H"),
    foundations=(0, 0, 0, 0, 2, 0, 0, 3),
    rest="p2",
    score=4,
)
"""Sum of the foundations: 3 + 6 points; p1 made 4 of them."""


def p1(state: State, **changes: Any) -> State:
    return replace(state, players=replace(state.players, p1=replace(state.players.p1, **changes)))


def p2(state: State, **changes: Any) -> State:
    return replace(state, players=replace(state.players, p2=replace(state.players.p2, **changes)))


def column(state: State, index: int, cards: tuple[Card, ...]) -> State:
    columns = list(state.players.p1.tableau)
    columns[index] = cards
    return p1(state, tableau=tuple(columns))


def pile(state: State, index: int, **changes: Any) -> State:
    piles = list(state.foundations)
    piles[index] = replace(piles[index], **changes)
    return replace(state, foundations=tuple(piles))


BOARD: Board = GOOD.players.p1
HEARTS = GOOD.foundations[4].cards
SPADES = GOOD.foundations[7].cards
FIRST = BOARD.tableau[0]
DOUBLED = (*BOARD.waste[:-1], BOARD.waste[0])
SWAPPED_ID = (*BOARD.waste[:-1], replace(BOARD.waste[-1], card_id=BOARD.waste[0].card_id))

CAUGHT: list[tuple[str, Callable[[], State], str]] = [
    ("a lost card", lambda: p1(GOOD, waste=BOARD.waste[:-1]), "103 cards are on the table, 103 of them different"),
    ("a lost card of p2", lambda: p2(GOOD, waste=()), "103 cards are on the table, 103 of them different"),
    ("a lost stock card", lambda: p1(GOOD, stock=BOARD.stock[1:]), "103 cards are on the table, 103 of them different"),
    ("a lost column", lambda: column(GOOD, 2, ()), "103 cards are on the table, 103 of them different"),
    (
        "a card too many",
        lambda: p1(GOOD, waste=(*BOARD.waste, Card("d2:C:01", False, 1, "C"))),
        "105 cards are on the table, 105 of them different",
    ),
    ("a doubled card", lambda: p1(GOOD, waste=DOUBLED), "104 cards are on the table, 103 of them different"),
    ("an id given twice", lambda: p1(GOOD, waste=SWAPPED_ID), "a card on the table is in neither deck"),
    (
        "one card lost and one doubled, in other zones",
        lambda: column(p1(GOOD, stock=(*BOARD.stock[:-1], BOARD.waste[0].down())), 2, BOARD.tableau[2]),
        "104 cards are on the table, 103 of them different",
    ),
    (
        "the top of the stock face-up",
        lambda: p1(GOOD, stock=(*BOARD.stock[:-1], BOARD.stock[-1].up())),
        "a stock card is face-up",
    ),
    (
        "the top of p2's stock face-up",
        lambda: p2(GOOD, stock=(*GOOD.players.p2.stock[:-1], GOOD.players.p2.stock[-1].up())),
        "a stock card is face-up",
    ),
    (
        "the top of the waste face-down",
        lambda: p1(GOOD, waste=(*BOARD.waste[:-1], BOARD.waste[-1].down())),
        "a waste card is face-down",
    ),
    (
        "a face-down top on open cards",
        lambda: column(GOOD, 0, (*FIRST[:-1], FIRST[-1].down())),
        "a face-down card lies on a face-up one",
    ),
    (
        "an open card under hidden ones",
        lambda: column(GOOD, 0, (FIRST[0].up(), *FIRST[1:])),
        "a face-down card lies on a face-up one",
    ),
    ("a foundation of another suit", lambda: pile(GOOD, 1, suit="D"), "foundation 1 has the wrong suit"),
    ("the last foundation of another suit", lambda: pile(GOOD, 7, suit="H"), "foundation 7 has the wrong suit"),
    (
        "a foundation with a wrong top rank",
        lambda: pile(GOOD, 4, cards=(HEARTS[0], replace(HEARTS[1], rank=3))),
        "foundation 4 is not built up from the Ace in its suit",
    ),
    (
        "a foundation with a wrong top suit",
        lambda: pile(GOOD, 4, cards=(HEARTS[0], replace(HEARTS[1], suit="D"))),
        "foundation 4 is not built up from the Ace in its suit",
    ),
    (
        "a foundation with a face-down top",
        lambda: pile(GOOD, 4, cards=(HEARTS[0], HEARTS[1].down())),
        "foundation 4 is not built up from the Ace in its suit",
    ),
    (
        "a foundation upside down",
        lambda: pile(GOOD, 7, cards=SPADES[::-1]),
        "foundation 7 is not built up from the Ace in its suit",
    ),
    ("a point too many", lambda: p1(GOOD, score=5), "the scores do not sum to the foundations"),
    ("a point too few", lambda: p2(GOOD, score=4), "the scores do not sum to the foundations"),
    (
        "a card on a foundation without its points",
        lambda: p2(pile(GOOD, 5, cards=(replace(HEARTS[0], card_id="x"),)), waste=()),
        "a card on the table is in neither deck",
    ),
    (
        "an end without a reason",
        lambda: replace(GOOD, status="finished", winner="p1", ended_by="p1"),
        "an end without a reason, or a reason without an end",
    ),
    (
        "a reason without an end",
        lambda: replace(GOOD, ended_reason="resign"),
        "an end without a reason, or a reason without an end",
    ),
    (
        "an open card inside the stock",
        lambda: p1(GOOD, stock=(BOARD.stock[0].up(), *BOARD.stock[1:])),
        "a stock card is face-up",
    ),
    (
        "a hidden card inside the waste",
        lambda: p1(GOOD, waste=(BOARD.waste[0].down(), *BOARD.waste[1:])),
        "a waste card is face-down",
    ),
    (
        "a foundation out of order below its top",
        lambda: pile(GOOD, 7, cards=(SPADES[1], SPADES[0], SPADES[2])),
        "foundation 7 is not built up from the Ace in its suit",
    ),
    (
        "a hidden card inside a foundation",
        lambda: pile(GOOD, 7, cards=(SPADES[0].down(), *SPADES[1:])),
        "foundation 7 is not built up from the Ace in its suit",
    ),
]

SUBTLER: list[tuple[str, Callable[[], State], str]] = [
    (
        "a card with another's face",
        lambda: p1(GOOD, waste=(replace(BOARD.waste[0], rank=8), BOARD.waste[1])),
        "a card on the table is in neither deck",
    ),
    (
        "a card of no deck",
        lambda: p1(GOOD, waste=(replace(BOARD.waste[0], card_id="x"), BOARD.waste[1])),
        "a card on the table is in neither deck",
    ),
    ("a negative score", lambda: p2(p1(GOOD, score=-1), score=10), "a score is below zero"),
    (
        "a negative counter of p1",
        lambda: replace(GOOD, since_progress=SinceProgress(-1, 0)),
        "a counter is below zero",
    ),
    (
        "a negative counter of p2",
        lambda: replace(GOOD, since_progress=SinceProgress(0, -1)),
        "a counter is below zero",
    ),
    (
        "a winner of a match that goes on",
        lambda: replace(GOOD, winner="p1"),
        "an unfinished match has a winner",
    ),
    (
        "somebody who ended a match that goes on",
        lambda: replace(GOOD, ended_by="p1"),
        "an end by nobody, or somebody who ended nothing",
    ),
    (
        "an end by nobody",
        lambda: replace(GOOD, status="finished", ended_reason="resign", winner="p1"),
        "an end by nobody, or somebody who ended nothing",
    ),
    (
        "completed with cards left",
        lambda: replace(GOOD, status="finished", ended_reason="completed", winner="p1", ended_by="p1"),
        "a match was completed with cards left",
    ),
    (
        "completed without a winner",
        lambda: replace(GOOD, status="finished", ended_reason="completed", ended_by="p1"),
        "a match was completed with cards left",
    ),
    (
        "resigned and won",
        lambda: replace(GOOD, status="finished", ended_reason="resign", winner="p1", ended_by="p1"),
        "the player who resigned or timed out has won",
    ),
    (
        "resigned and drawn",
        lambda: replace(GOOD, status="finished", ended_reason="resign", ended_by="p1"),
        "the player who resigned or timed out has won",
    ),
    (
        "late and won",
        lambda: replace(GOOD, status="finished", ended_reason="inactivity", winner="p2", ended_by="p2"),
        "the player who resigned or timed out has won",
    ),
]
MISSHAPEN: list[tuple[str, Callable[[], State], str]] = [
    ("eight columns", lambda: p1(GOOD, tableau=(*BOARD.tableau, ())), "a player has 8 columns"),
    ("six columns of p2", lambda: p2(GOOD, tableau=GOOD.players.p2.tableau[:6]), "a player has 6 columns"),
    (
        "nine foundations",
        lambda: replace(GOOD, foundations=(*GOOD.foundations, replace(GOOD.foundations[7], cards=()))),
        "there are 9 foundations",
    ),
]


BREACHES = CAUGHT + SUBTLER
EXCHANGED = "an action lost, doubled or exchanged a card"


@clause("HN-80", "HN-81", "HN-79")
@pytest.mark.parametrize(("what", "broken", "reason"), BREACHES, ids=[case[0] for case in BREACHES])
def test_every_corruption_is_noticed(what: str, broken: Callable[[], State], reason: str) -> None:
    GAME.check(GOOD)
    with pytest.raises(InvariantBreach) as breach:
        GAME.check(broken())
    assert breach.value.reason == reason
    assert breach.value.code == "INTERNAL_INVARIANT_BREACH"


@clause("HN-80", "HN-81", "HN-79")
@pytest.mark.parametrize(("what", "broken", "reason"), BREACHES, ids=[case[0] for case in BREACHES])
def test_every_corruption_is_noticed_by_looking_at_the_change_only(
    what: str, broken: Callable[[], State], reason: str
) -> None:
    cards_differ = "on the table" in reason
    with pytest.raises(InvariantBreach) as breach:
        GAME.check_change(GOOD, broken())
    assert breach.value.reason == (EXCHANGED if cards_differ else reason)


@pytest.mark.parametrize(("what", "broken", "reason"), MISSHAPEN, ids=[case[0] for case in MISSHAPEN])
def test_a_table_with_other_piles_is_noticed(what: str, broken: Callable[[], State], reason: str) -> None:
    with pytest.raises(InvariantBreach) as breach:
        GAME.check(broken())
    assert breach.value.reason == reason


ENDS: list[tuple[str, str | None, str]] = [
    ("resign", "p2", "p1"),
    ("inactivity", "p1", "p2"),
    ("stalemate", None, "p1"),
    ("stalemate", "p1", "p1"),
]


@pytest.mark.parametrize(("reason", "winner", "ended_by"), ENDS)
def test_a_lawful_end_holds(reason: Any, winner: Any, ended_by: Any) -> None:
    over = replace(GOOD, status="finished", ended_reason=reason, winner=winner, ended_by=ended_by)
    GAME.check(over)
    GAME.check_change(GOOD, over)


@clause("HN-79", "HN-104")
@given(states())
@settings(max_examples=60, deadline=None)
def test_every_position_and_every_action_of_play_holds(state: State) -> None:
    GAME.check(state)
    for seat in GAME.seats:
        for action in GAME.legal(state, seat):
            after = GAME.apply(state, seat, action)
            GAME.check(after)
            GAME.check_change(state, after)


@clause("HN-79", "HN-80")
@given(states(), st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_a_random_slip_of_an_action_is_noticed_both_ways(state: State, luck: int) -> None:
    random = Random(luck)
    seat = random.choice([0, 1])
    after = GAME.apply(state, seat, random.choice(GAME.legal(state, seat)[:-1] or [Resign()]))
    spoiled = _slip(random, after)
    with pytest.raises(InvariantBreach):
        GAME.check(spoiled)
    with pytest.raises(InvariantBreach):
        GAME.check_change(state, spoiled)


def _slip(random: Random, state: State) -> State:
    """Lose a card, double one, turn one over or miscount."""
    change = random.choice([p1, p2])
    board = state.players.p1 if change is p1 else state.players.p2
    zones = [name for name in ("stock", "waste") if getattr(board, name)]
    if not zones or random.random() < 0.2:
        return change(state, score=board.score + random.choice([-1, 1]))
    zone = random.choice(zones)
    cards = list(getattr(board, zone))
    at = random.randrange(len(cards))
    what = random.choice(["lose", "double", "turn"])
    if what == "lose":
        del cards[at]
    elif what == "double":
        cards.insert(at, cards[random.randrange(len(cards))])
    else:
        cards[at] = cards[at].up() if cards[at].face_down else cards[at].down()
    return change(state, **{zone: tuple(cards)})
