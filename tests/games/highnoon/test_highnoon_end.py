"""How a match ends: completed, resigned, out of time or dead; who has won then; and that nothing follows."""

from typing import Any, Literal

import pytest
from hypothesis import given, settings
from msgspec import UNSET
from msgspec.structs import replace

from clauses import clause
from games.highnoon.boards_highnoon import (
    FULL,
    GAME,
    NOTHING,
    Side,
    column,
    foundation,
    move,
    plain,
    position,
    send,
    since,
    stock,
    tableau,
    up,
    waste,
)
from games.highnoon.oracle_highnoon import dead
from games.highnoon.strategies_highnoon import states
from saloon.core.errors import BadOption, Rejected
from saloon.core.game import SERVER, Action, Outcome, Seat
from saloon.games import GAMES
from saloon.games.highnoon.stalemate import is_stalemate, leader
from saloon.games.highnoon.state import (
    Draw,
    Flip,
    FoundationMove,
    OfferEnd,
    Recycle,
    Resign,
    SinceProgress,
    State,
    Timeout,
)

DRAW = Draw(stock(), waste())
Ended = tuple[str, str | None, str | None, str | None]
ACTIVE: Ended = ("active", None, None, None)


def ended(state: State) -> Ended:
    """Return status, winner, reason and who ended it."""
    return state.status, state.winner, state.ended_reason, state.ended_by


def after(state: State, action: Action, seat: Seat = 0) -> State:
    """Apply an action and look whether the invariants hold."""
    result: State = GAME.apply(state, seat, action)
    GAME.check(result)
    assert (GAME.outcome(result) is None) == (result.status == "active")
    if result.status == "finished":
        for player in (0, 1, SERVER):
            assert GAME.legal(result, player) == []
        with pytest.raises(Rejected) as refused:
            GAME.apply(result, 1, Resign())
        assert refused.value.code == "MATCH_FINISHED"
    return result


# --- completed ---


@pytest.mark.parametrize("profile", ["saloon", "vnext"])
def test_the_first_player_without_cards_wins(profile: Any) -> None:
    almost = (*FULL[:6], 11, 13)
    state = position(Side("QS"), Side("KS"), foundations=almost, score=0, profile=profile)
    result = after(state, up(0))
    assert ended(result) == ("finished", "p1", "completed", "p1")
    assert GAME.outcome(result) == Outcome((0,), "completed", (12, 8 * 91 - 25))
    assert result.players.p2.cards_left == 1


def test_p2_may_be_the_first() -> None:
    almost = (*FULL[:6], 12, 12)
    state = position(Side("KS"), Side("", waste="KS"), foundations=almost, score=700)
    result = after(state, FoundationMove(waste("p2"), foundation(0)), 1)
    assert ended(result) == ("finished", "p2", "completed", "p2")
    assert GAME.outcome(result) == Outcome((1,), "completed", (700, 8 * 91 - 26 - 700 + 13))


@pytest.mark.parametrize(
    "left",
    [Side("KS | KH"), Side("KS", waste="KH"), Side("KS", stock="KH"), Side("KS | | | | | | KH")],
    ids=str,
)
def test_a_card_anywhere_keeps_the_match_going(left: Side) -> None:
    state = position(left, Side("KD"), foundations=(13, 13, 12, 13, 12, 13, 12, 13))
    assert ended(after(state, up(0))) == ACTIVE


# --- resign and timeout ---


@pytest.mark.parametrize(("seat", "winner", "loser"), [(0, "p2", "p1"), (1, "p1", "p2")])
def test_who_resigns_loses(seat: Seat, winner: str, loser: str) -> None:
    state = GAME.deal("resign", GAME.options())
    assert Resign() in GAME.legal(state, seat)
    result = after(state, Resign(), seat)
    assert ended(result) == ("finished", winner, "resign", loser)
    assert since(result) == ((1, 0) if seat == 0 else (0, 1)), "an action without progress like any other"
    assert GAME.outcome(result) == Outcome((1 - seat,), "resign", (0, 0))
    assert replace(result, **{name: getattr(state, name) for name in CHANGED_BY_RESIGN}) == state


CHANGED_BY_RESIGN = ("status", "winner", "ended_reason", "ended_by", "since_progress")


def test_resigning_beats_the_stalemate_that_it_would_be() -> None:
    state = position(Side("AS"), rest="p2", since=(199, 200), rules="1.0.0")
    result = after(state, Resign())
    assert ended(result) == ("finished", "p2", "resign", "p1")
    assert since(result) == (200, 200)


@pytest.mark.parametrize("clock", [2, 3, 5])
@pytest.mark.parametrize(("late", "winner"), [("p1", "p2"), ("p2", "p1")])
def test_the_server_ends_the_match_when_a_clock_ran_out(clock: int, late: Literal["p1", "p2"], winner: str) -> None:
    state = position(Side("AS"), Side("2S"), rest="p2", clock=clock, since=(3, 4))
    assert GAME.legal(state, SERVER) == [Timeout("p1"), Timeout("p2")]
    result = after(state, Timeout(late), SERVER)
    assert ended(result) == ("finished", winner, "inactivity", late)
    assert since(result) == (3, 4)
    assert GAME.outcome(result) == Outcome((("p1", "p2").index(winner),), "inactivity", (0, 0))


def test_without_a_clock_nobody_is_late_under_the_first_rules() -> None:
    state = position(Side("AS"), rest="p2", rules="1.0.0")
    assert GAME.legal(state, SERVER) == []
    with pytest.raises(Rejected) as refused:
        GAME.apply(state, SERVER, Timeout("p1"))
    assert (refused.value.code, refused.value.reason) == ("RULE_VIOLATION", "this match is played without a clock")


@clause("HN-1108")
@pytest.mark.parametrize(("late", "winner"), [("p1", "p2"), ("p2", "p1")])
def test_without_a_clock_the_server_may_end_the_match_for_an_absent_player(
    late: Literal["p1", "p2"], winner: str
) -> None:
    state = position(Side("AS"), rest="p2", since=(3, 4), offers=(True, False))
    assert GAME.legal(state, SERVER) == [Timeout("p1"), Timeout("p2")]
    result = after(state, Timeout(late), SERVER)
    assert ended(result) == ("finished", winner, "inactivity", late)
    assert (since(result), result.offers) == ((3, 4), state.offers)


def test_the_original_leaves_time_to_the_server() -> None:
    state = position(Side("AS"), rest="p2", profile="vnext")
    assert GAME.legal(state, SERVER) == [Timeout("p1"), Timeout("p2")]
    assert ended(after(state, Timeout("p2"), SERVER)) == ("finished", "p1", "inactivity", "p2")


@pytest.mark.parametrize("clock", [0, 2])
def test_the_clock_changes_nothing_that_a_player_may_do(clock: int) -> None:
    state = position(Side("-9C AS | 3D", stock="4C"), rest="p2", clock=clock)
    assert [action.kind for action in GAME.legal(state, 0)] == ["foundationMove", "draw", "offerEnd", "resign"]


# --- dead positions ---

BLACK = (13, 0, *FULL[2:])
"""All is up but one suit of clubs, whose cards fit on no other: there is no red one left."""
DEAD_P1 = Side("-AC 3C | KC", stock="2C 4C", waste="5C")
DEAD_P2 = Side("-7C 8C | 9C", stock="TC JC", waste="QC 6C")
BLACK_TOTAL = 7 * 91


@pytest.mark.parametrize("reveal", ["explicit", "auto"])
def test_a_dead_position_ends_with_the_next_action(reveal: Any) -> None:
    state = position(DEAD_P1, DEAD_P2, foundations=BLACK, score=BLACK_TOTAL, reveal=reveal, since=(4, 5))
    assert dead(plain(state))
    assert ended(state) == ACTIVE, "it is judged after an action"
    result = after(state, DRAW)
    assert ended(result) == ("finished", "p1", "stalemate", "p1")
    assert since(result) == (5, 5)
    other = after(state, Draw(stock("p2"), waste("p2")), 1)
    assert ended(other) == ("finished", "p1", "stalemate", "p2"), "the last actor ended it, the leader won"
    assert GAME.outcome(other) == Outcome((0,), "stalemate", (BLACK_TOTAL, 0))


def test_the_original_knows_no_stalemate() -> None:
    state = position(DEAD_P1, DEAD_P2, foundations=BLACK, profile="vnext")
    assert ended(after(state, DRAW)) == ACTIVE


@pytest.mark.parametrize(
    ("p1", "p2"),
    [
        # a card to turn
        (Side("-AC 3C | -KC", stock="2C 4C", waste="5C"), DEAD_P2),
        (DEAD_P1, Side("-7C | 8C 9C", stock="TC JC", waste="QC 6C")),
        # the Ace can come up: from the bottom of the stock, the waste, a column's top
        (Side("-2C 3C | KC", stock="AC 4C", waste="5C"), DEAD_P2),
        (Side("-2C 3C | KC", stock="4C", waste="AC 5C"), DEAD_P2),
        (Side("-3C AC | KC", stock="2C 4C", waste="5C"), DEAD_P2),
        # a King for an empty column: in the stock, under others in the waste, or on a hidden card
        (Side("-AC 3C", stock="KC 2C 4C", waste="5C"), DEAD_P2),
        (Side("-AC 3C", stock="2C 4C", waste="KC 5C"), DEAD_P2),
        (Side("-AC KC | 3C", stock="2C 4C", waste="5C"), DEAD_P2),
    ],
    ids=str,
)
def test_a_single_way_on_keeps_the_match_alive(p1: Side, p2: Side) -> None:
    state = position(p1, p2, foundations=BLACK)
    assert not dead(plain(state))
    result = after(state, DRAW)
    assert ended(result) == ACTIVE
    assert not is_stalemate(result)


# Two suits are left, so that red goes on black: p1 has the clubs and p2 the diamonds, but for what a case says.

TWO_SUITS = (13, 0, 13, 0, *FULL[4:])
TWO_SUITS_TOTAL = 6 * 91


def clubs_and_diamonds(p1: str, p2: str, *, waste_p1: str = "", given: str = "", **options: Any) -> State:
    """Return a position with these tableaus; p1's stock holds the other clubs, p2's the other diamonds.

    The cards `given` lie in the other player's stock instead.
    """
    named = f"{p1} {p2} {waste_p1} {given}".replace("-", "").split()
    clubs, diamonds = ([f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "CD")
    stocks = [[card for card in suit if card not in named] for suit in (clubs, diamonds)]
    for card in given.split():
        stocks[card in clubs].append(card)
    p1_stock, p2_stock = (" ".join(cards) for cards in stocks)
    return position(Side(p1, p1_stock, waste_p1), Side(p2, p2_stock), foundations=TWO_SUITS, **options)


@pytest.mark.parametrize(
    ("p1", "p2", "waste_p1", "alive"),
    [
        ("-AC 3C | KC", "-AD 4D | KD", "", False),
        ("-AC 3C | KC | -2C 4D", "-AD 5D | KD", "", True),  # the three goes on the four
        ("-AC 2C | KC | -5C 4D", "-AD 5D | KD", "", True),  # so it does from the stock
        ("-AC 2C | KC | -5C 4D", "-AD 5D | KD", "3C 6C", True),  # and from under a card of the waste
        ("-AC 2C | KC | -3C 4D", "-AD 5D | KD", "", False),  # but not from under a column
        ("-AC 4D 3C | KC | -2C 5C", "-AD 6D | KD", "", True),  # a run goes on the five, by its lowest card
        ("-AC -4D 3C | KC | -2C 5C", "-AD 6D | KD", "", False),  # a hidden card heads no run
        ("-AC -JC 3C | KC QD", "-AD 5D | KD", "", False),  # a whole King's column to an empty one
        ("-AC -JC KC QD | 3C", "-AD 5D | KD", "", True),  # a King's run that bares a card
        ("KC | -2C 3C | 5C | 6C | 7C | 8C | -AC 9C", "-AD 5D | KD", "", False),
        ("-2C KC | 3C | 5C | 6C | 7C | 8C | -AC 9C", "-AD 5D | KD", "", False),  # no empty column for the King
        ("-AC 3C | KC", "-4D AD | KD", "", True),  # p2's Ace
        ("-AC 3C | KC", "-AD 4D | -KD", "", True),  # p2's hidden card
        ("-AC 3C | KC", "-AD 4D", "", True),  # p2's King, in the stock
    ],
    ids=str,
)
@pytest.mark.parametrize("reveal", ["explicit", "auto"])
def test_a_match_is_dead_when_neither_player_has_a_useful_move(
    p1: str, p2: str, waste_p1: str, alive: bool, reveal: Any
) -> None:
    state = clubs_and_diamonds(p1, p2, waste_p1=waste_p1, reveal=reveal)
    assert dead(plain(state)) != alive
    assert is_stalemate(state) != alive
    assert ended(after(state, DRAW)) == (ACTIVE if alive else ("finished", "p2", "stalemate", "p1"))


def test_carrying_a_whole_kings_column_is_allowed_and_no_progress() -> None:
    state = position(Side("KD QS | 9C", stock="4C"), rest="p2", since=(6, 1), reveal="auto")
    result = after(state, move(0, 6, 2))
    assert (column(result, 0, 0), column(result, 0, 6)) == ("", "KD QS")
    assert since(result) == (7, 1)
    assert ended(result) == ACTIVE
    partial = position(Side("-5C KD QS | 9C", stock="4C"), rest="p2", since=(6, 1), reveal="auto")
    assert since(after(partial, move(0, 6, 2))) == (0, 0), "a King's run that bares a card turns it"


def test_carrying_a_kings_column_does_not_save_a_dead_match() -> None:
    state = clubs_and_diamonds("-AC -JC 3C | KC QD", "-AD 5D | KD")
    assert ended(after(state, move(1, 2, 2))) == ("finished", "p2", "stalemate", "p1")


# --- no progress for long ---

ALIVE = Side("-9C 8C | 9H | -AS", stock="4C 5C", waste="6C")


LIMITS = {"1.0.0": 200, "1.1.0": 60}


@clause("HN-1101")
@pytest.mark.parametrize(("rules", "limit"), LIMITS.items())
@pytest.mark.parametrize(
    ("before", "over"), [((-2, 0), False), ((-1, -1), False), ((-1, 0), True), ((0, -1), False), ((-1, 100), True)]
)
def test_so_many_actions_of_each_without_progress_end_the_match(
    rules: str, limit: int, before: tuple[int, int], over: bool
) -> None:
    p1, p2 = limit + before[0], limit + before[1]
    state = position(ALIVE, Side("2D"), rest="p2", since=(p1, p2), rules=rules)
    assert not dead(plain(state))
    for action in (DRAW, move(0, 1)):
        result = after(state, action)
        assert since(result) == (p1 + 1, p2)
        assert ended(result) == (("finished", "p1", "stalemate", "p1") if over else ACTIVE)


@pytest.mark.parametrize(("rules", "limit"), LIMITS.items())
def test_progress_of_either_sets_both_counters_back(rules: str, limit: int) -> None:
    state = position(ALIVE, Side("AH"), rest="p2", since=(limit - 1, limit), rules=rules)
    for action, seat in ((Flip(tableau(2)), 0), (FoundationMove(tableau(0, "p2"), foundation(0)), 1)):
        result = after(state, action, seat)
        assert since(result) == (0, 0)
        assert ended(result) == ACTIVE


@pytest.mark.parametrize(("rules", "limit"), LIMITS.items())
def test_p2s_counter_ends_the_match_as_well(rules: str, limit: int) -> None:
    state = position(ALIVE, Side("AH"), rest="p2", since=(limit, limit - 1), rules=rules)
    result = after(state, Draw(stock("p2"), waste("p2")), 1)
    assert since(result) == (limit, limit)
    assert ended(result) == ("finished", "p1", "stalemate", "p2")


@pytest.mark.parametrize(("rules", "limit"), LIMITS.items())
def test_a_recycle_counts_too(rules: str, limit: int) -> None:
    state = position(Side("-9C 8C | 9H", waste="6C"), rest="p2", since=(limit - 1, limit), rules=rules)
    assert ended(after(state, Recycle(waste(), stock())))[2] == "stalemate"


def test_completion_comes_before_the_stalemate() -> None:
    state = position(Side("QS"), Side("KS"), foundations=(*FULL[:6], 11, 13), score=0)
    assert ended(after(state, up(0))) == ("finished", "p1", "completed", "p1")


def test_the_original_counts_nothing() -> None:
    state = position(ALIVE, rest="p2", profile="vnext")
    assert state.since_progress is UNSET
    result = after(state, DRAW)
    assert result.since_progress is UNSET
    assert ended(result) == ACTIVE


# --- who has won then ---

DEAD = ("-AC 3C | KC", "-AD 4D | KD")
HALF = TWO_SUITS_TOTAL // 2


@pytest.mark.parametrize(
    ("score", "given", "winner"),
    [
        (HALF + 1, "", "p1"),
        (HALF - 1, "", "p2"),
        (HALF, "", None),
        (HALF, "2C", "p1"),  # p1 has twelve cards left, p2 fourteen
        (HALF, "5D", "p2"),
        (HALF + 1, "5D", "p1"),  # the score comes first
        (HALF - 1, "2C", "p2"),
    ],
)
def test_at_a_stalemate_the_score_decides_then_the_cards_left(score: int, given: str, winner: str | None) -> None:
    state = clubs_and_diamonds(*DEAD, given=given, score=score)
    result = after(state, DRAW)
    assert ended(result) == ("finished", winner, "stalemate", "p1")
    seat = None if winner is None else ("p1", "p2").index(winner)
    assert leader(state) == seat
    winners = () if seat is None else (seat,)
    assert GAME.outcome(result) == Outcome(winners, "stalemate", (score, TWO_SUITS_TOTAL - score))


def test_an_unfinished_match_has_no_outcome() -> None:
    assert GAME.outcome(position(NOTHING, rest="p2")) is None


# --- the score ---


@clause("HN-80", "HN-78")
def test_only_a_foundation_move_scores_and_it_scores_the_rank() -> None:
    state = position(Side("9H | 8C | -3D | QS", stock="5D", waste="7D"), foundations=(0,) * 6 + (11, 0), rest="p2")
    for action in (DRAW, Flip(tableau(2)), move(1, 0), move(waste(), 1)):
        result = after(state, action)
        assert (result.players.p1.score, result.players.p2.score) == (0, 66)
    assert after(state, up(3)).players.p1.score == 12


# --- offers to end ---


def offered(state: State) -> tuple[bool, bool]:
    assert state.offers is not UNSET
    return state.offers.p1, state.offers.p2


@clause("HN-1103", "HN-1104", "HN-1107")
@given(states())
@settings(max_examples=100, deadline=None)
def test_an_offer_changes_nothing_but_the_offer(state: State) -> None:
    for seat in GAME.seats:
        if state.offers is UNSET or state.status == "finished":
            assert OfferEnd() not in GAME.legal(state, seat)
            continue
        stands = offered(state)[seat]
        assert (OfferEnd() in GAME.legal(state, seat)) is not stands
        if stands:
            with pytest.raises(Rejected) as refused:
                GAME.apply(state, seat, OfferEnd())
            assert refused.value.code == "RULE_VIOLATION"
        elif not offered(state)[1 - seat]:
            result = after(state, OfferEnd(), seat)
            assert offered(result) == (seat == 0, seat == 1)
            assert replace(result, offers=state.offers) == state
            for viewer in (0, 1, None):
                assert GAME.view(result, viewer).offers == result.offers  # type: ignore[attr-defined]


@clause("HN-1103")
def test_after_the_end_an_offer_is_refused_as_any_action() -> None:
    over = after(position(Side("AS"), rest="p2", offers=(True, False)), Resign())
    for seat in GAME.seats:
        with pytest.raises(Rejected) as refused:
            GAME.apply(over, seat, OfferEnd())
        assert refused.value.code == "MATCH_FINISHED"


def test_the_first_rules_and_the_original_know_no_offers() -> None:
    for state in (position(Side("AS"), rest="p2", rules="1.0.0"), position(Side("AS"), rest="p2", profile="vnext")):
        with pytest.raises(Rejected) as refused:
            send(state, 0, "offerEnd", {})
        assert refused.value.code == "INVALID_ACTION_KIND"
        with pytest.raises(Rejected, match="have no offer"):
            GAME.apply(state, 0, OfferEnd())


@clause("HN-1104")
def test_an_offer_never_ends_a_dead_match_by_itself() -> None:
    state = position(DEAD_P1, DEAD_P2, foundations=BLACK, since=(70, 70))
    assert dead(plain(state))
    result = after(state, OfferEnd())
    assert (ended(result), since(result)) == (ACTIVE, (70, 70))


@clause("HN-1105")
def test_progress_of_either_takes_both_offers_back() -> None:
    for offers in ((True, False), (False, True)):
        state = position(ALIVE, Side("AH"), rest="p2", offers=offers)
        for action, seat in ((Flip(tableau(2)), 0), (FoundationMove(tableau(0, "p2"), foundation(0)), 1)):
            assert offered(after(state, action, seat)) == (False, False)
        for vain in (DRAW, move(0, 1)):
            assert offered(after(state, vain)) == offers
        assert offered(after(state, Resign())) == offers, "an end leaves them as they stand"


@clause("HN-1106")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("score", "winner"), [(0, "p2"), (BLACK_TOTAL, "p1")])
def test_both_offers_end_the_match_as_a_stalemate_would(seat: Seat, score: int, winner: str) -> None:
    state = position(DEAD_P1, DEAD_P2, foundations=BLACK, score=score, offers=(seat == 1, seat == 0), since=(3, 4))
    result = after(state, OfferEnd(), seat)
    assert ended(result) == ("finished", winner, "agreed", f"p{seat + 1}")
    assert (offered(result), since(result)) == ((True, True), (3, 4))
    points = (score, BLACK_TOTAL - score)
    assert GAME.outcome(result) == Outcome((("p1", "p2").index(winner),), "agreed", points)


@clause("HN-1106")
def test_agreed_between_equals_nobody_wins() -> None:
    dealt = GAME.deal("equal", GAME.options())
    result = after(after(dealt, OfferEnd(), 1), OfferEnd(), 0)
    assert ended(result) == ("finished", None, "agreed", "p1")
    assert GAME.outcome(result) == Outcome((), "agreed", (0, 0))


STUCK = Side("9S | 9C")
"""No card to turn, to draw or to move anywhere."""


@clause("HN-1102")
def test_a_player_with_nothing_left_to_do_counts_as_without_progress() -> None:
    for own in (False, True):
        state = position(STUCK, Side("AH"), rest="p2", since=(0, 59), offers=(own, False))
        kinds = [action.kind for action in GAME.legal(state, 0)]
        assert kinds == (["resign"] if own else ["offerEnd", "resign"])
        draw = Draw(stock("p2"), waste("p2"))
        assert ended(after(replace(state, since_progress=SinceProgress(0, 58)), draw, 1)) == ACTIVE
        assert ended(after(state, draw, 1)) == ("finished", "p1", "stalemate", "p2")
        progress = FoundationMove(tableau(0, "p2"), foundation(0))
        assert ended(after(state, progress, 1)) == ACTIVE
    old = position(STUCK, Side("AH"), rest="p2", since=(0, 199), rules="1.0.0")
    assert ended(after(old, Draw(stock("p2"), waste("p2")), 1)) == ACTIVE


@clause("HN-1102")
def test_a_king_that_can_only_wander_is_something_to_do() -> None:
    state = position(Side("KS"), Side("AH"), rest="p2", since=(0, 59))
    assert [action.kind for action in GAME.legal(state, 0)][-2:] == ["offerEnd", "resign"]
    assert len(GAME.legal(state, 0)) > 2
    assert ended(after(state, Draw(stock("p2"), waste("p2")), 1)) == ACTIVE


@clause("HN-1111")
def test_the_original_is_played_by_the_first_rules_only() -> None:
    options = {"profile": "vnext"}
    game, chosen = GAMES.choose("highnoon", options)
    assert (game.rules_version, chosen.profile) == ("1.0.0", "vnext")
    with pytest.raises(BadOption, match=r"rules 1\.1\.0 of highnoon do not support .*profile=vnext"):
        GAMES.choose("highnoon", options, "1.1.0")
    assert GAMES.choose("highnoon", {})[0].rules_version == "1.1.0"
