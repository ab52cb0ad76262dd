"""How a player fared: the record of one game, and what records add up to, to the last number."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from saloon.bots import seat_bot
from saloon.bots.match import play_out
from saloon.core.game import SERVER, Outcome
from saloon.core.records import GameRecord
from saloon.games.cards import Cards
from saloon.table import Statistics, Table, record
from saloon.table.helpers import Assist, AssistFor
from saloon.table.statistics import playing_time
from table.desk import nearly_won, of_kind, plain


def klondike() -> Table:
    return Table.deal("klondike", seed="7", nonce="n", options={"draw": 1})


def one(**changes: Any) -> GameRecord:
    """A record of a lost game of Cards."""
    game = GameRecord(
        game="cards",
        options={},
        won=False,
        drawn=False,
        finished=False,
        actions=10,
        score=None,
        hints=0,
        undos=0,
        assisted=False,
        milliseconds=1_000,
    )
    return replace(game, **changes)


def won(**changes: Any) -> GameRecord:
    return one(**{"won": True, "finished": True, "score": 52} | changes)


@clause("KL-79")
def test_the_record_of_a_running_game() -> None:
    table = klondike()
    table.act(0, of_kind(table, "draw"), at=1_000)
    table.act(0, of_kind(table, "draw"), at=2_500)
    table.undo(at=3_000)
    table.hint(at=3_500)
    table.hint(at=3_600)
    table.act(0, Assist("winnable"), at=3_900)
    table.act(SERVER, AssistFor("winnable", "p1"), at=4_000)
    table.pause(at=5_000)
    table.resume(at=65_000)
    table.act(0, of_kind(table, "draw"), at=66_000)
    assert plain(record(table)) == {
        "game": "klondike",
        "options": {"draw": 1, "redeals": -1, "scoring": "standard"},
        "won": False,
        "drawn": False,
        "finished": False,
        "actions": 3,
        "score": None,
        "hints": 2,
        "undos": 1,
        "assisted": True,
        "milliseconds": 6_000,
        "moves": None,
        "reason": None,
    }
    assert record(table).counts


def test_the_record_of_a_won_game() -> None:
    table = nearly_won()
    assert not record(table).counts
    table.act(0, table.moves(0)[0], at=42)
    assert record(table) == GameRecord(
        game="cards",
        options={"faces": "lastThreeUp", "stack": "run"},
        won=True,
        drawn=False,
        finished=True,
        actions=1,
        score=52,
        hints=0,
        undos=0,
        assisted=False,
        milliseconds=42,
        reason="completed",
    )


def test_an_untouched_game_does_not_count_and_help_alone_does_not_touch_it() -> None:
    table = klondike()
    assert not record(table).counts
    table.hint()
    table.pause()
    table.resume()
    assert (record(table).actions, record(table).counts) == (0, False)
    table.act(0, of_kind(table, "draw"))
    assert (record(table).actions, record(table).counts) == (1, True)


def test_each_seat_has_its_own_record() -> None:
    table = Table.deal("highnoon", seed="1", seats=("human", "bot"), options={"clock": 2})
    for seat in (0, 1, 1):
        table.act(seat, next(action for action in table.moves(seat) if action.kind == "draw"))
    table.act(SERVER, table.legal(SERVER)[0])
    first, second = record(table, 0), record(table, 1)
    assert (first.won, first.finished, first.actions, first.score) == (False, True, 1, 0)
    assert (second.won, second.finished, second.actions, second.score) == (True, True, 2, 0)
    assert record(table) == first


def test_a_game_that_ended_counts_even_for_a_seat_that_did_nothing() -> None:
    table = Table.deal("highnoon", seed="1")
    table.act(1, table.game.parse("resign", 1))
    assert (record(table, 0).actions, record(table, 0).counts, record(table, 0).won) == (0, True, True)


@clause("NN-64", "NN-66")
def test_one_person_and_three_bots_each_have_a_record_of_a_whole_game() -> None:
    table = Table.deal("nevernine", seed="3", options={"limit": 15}, seats=("human", "bot", "bot", "bot"))
    assert play_out(table, {seat: seat_bot(table.game, "greedy", str(seat)) for seat in table.game.seats})
    records = [record(table, seat) for seat in table.game.seats]
    assert table.outcome is not None
    assert [seat for seat in range(4) if records[seat].won] == list(table.outcome.winners)
    assert tuple(game.score for game in records) == table.state.scores
    assert sum(game.actions for game in records) == table.rev


# --- time -------------------------------------------------------------------------------------------------------


def timed(*steps: tuple[str, int | None]) -> int:
    table = klondike()
    for kind, at in steps:
        table.act(0, of_kind(table, kind), at=at)
    return playing_time(table)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], 0),
        ([("draw", 700)], 700),
        ([("draw", 700), ("draw", 900)], 900),
        ([("draw", None), ("draw", 900), ("draw", None)], 900),
        ([("draw", None)], 0),
        ([("draw", 100), ("pause", 150), ("resume", 1_150), ("draw", 1_200)], 200),
        ([("pause", 10), ("resume", 20)], 10),
        ([("draw", 5), ("pause", 10)], 10),
        ([("pause", 10), ("resume", 20), ("pause", 25), ("resume", 100), ("draw", 101)], 16),
        ([("draw", 900), ("draw", 400), ("draw", 1_000)], 1_000),
        ([("draw", 100), ("hint", 250), ("undo", 300)], 300),
        ([("pause", 10), ("resume", None), ("draw", 20)], 10),
    ],
)
def test_the_time_of_a_game_is_the_time_it_was_played(steps: list[tuple[str, int | None]], expected: int) -> None:
    """A resume without a time cannot end the pause before the next action that has one."""
    assert timed(*steps) == expected


# --- what records add up to -------------------------------------------------------------------------------------


def test_no_games_add_up_to_nothing() -> None:
    empty = Statistics()
    assert Statistics.of([]) == empty == Statistics.of([one(actions=0)])
    assert plain(empty) == {
        "played": 0,
        "won": 0,
        "drawn": 0,
        "lost": 0,
        "winPermille": 0,
        "streak": 0,
        "longestStreak": 0,
        "bestScore": None,
        "fewestActionsToWin": None,
        "fastestWin": None,
        "actions": 0,
        "hints": 0,
        "undos": 0,
        "milliseconds": 0,
        "rating": None,
    }


@clause("KL-79")
def test_games_add_up() -> None:
    games = [
        won(actions=90, score=40, milliseconds=60_000, hints=1, undos=2),
        won(actions=70, score=50, milliseconds=80_000, hints=0, undos=5),
        one(actions=0, milliseconds=999, hints=9),
        one(actions=30, milliseconds=5_000, hints=2, undos=1),
        won(actions=110, score=45, milliseconds=50_000, assisted=True),
        one(actions=3, milliseconds=7),
        one(actions=2, milliseconds=3, drawn=True, finished=True, score=70),
        won(actions=80, score=44, milliseconds=70_000),
    ]
    assert Statistics.of(iter(games)) == Statistics(
        played=7,
        won=4,
        drawn=1,
        lost=2,
        win_permille=571,
        streak=1,
        longest_streak=2,
        best_score=50,
        fewest_actions_to_win=70,
        fastest_win=50_000,
        actions=385,
        hints=3,
        undos=8,
        milliseconds=265_010,
    )


@pytest.mark.parametrize(
    ("games", "streak", "longest"),
    [
        ("", 0, 0),
        ("w", 1, 1),
        ("l", 0, 0),
        ("wwl", 0, 2),
        ("lww", 2, 2),
        ("wwlw", 1, 2),
        ("wlwww", 3, 3),
        ("w-w", 2, 2),
    ],
)
def test_streaks(games: str, streak: int, longest: int) -> None:
    """An untouched game neither makes nor breaks a streak."""
    records = [{"w": won(), "l": one(), "d": one(drawn=True), "-": one(actions=0)}[letter] for letter in games]
    statistics = Statistics.of(records)
    assert (statistics.streak, statistics.longest_streak) == (streak, longest)


@pytest.mark.parametrize(
    ("wins", "losses", "permille"), [(1, 0, 1000), (0, 1, 0), (1, 1, 500), (1, 2, 333), (2, 1, 666)]
)
def test_the_share_of_wins_is_a_whole_number(wins: int, losses: int, permille: int) -> None:
    assert Statistics.of([won()] * wins + [one()] * losses).win_permille == permille


def test_a_left_game_is_lost_and_its_score_is_no_best_one() -> None:
    statistics = Statistics.of([one(finished=True, score=900), won(score=12), won(score=None)])
    assert (statistics.lost, statistics.best_score) == (1, 12)


@given(
    st.lists(st.sampled_from([won(), won(actions=5), one(), one(actions=0), one(drawn=True, finished=True, actions=0)]))
)
def test_wins_and_losses_are_all_that_was_played(games: list[GameRecord]) -> None:
    statistics = Statistics.of(games)
    assert (
        statistics.won + statistics.drawn + statistics.lost == statistics.played == sum(game.counts for game in games)
    )
    assert 0 <= statistics.streak <= statistics.longest_streak <= statistics.won
    assert statistics.actions == sum(game.actions for game in games)


def test_the_best_score_of_never_nine_is_the_lowest() -> None:
    """Points are penalties there: who has fewest wins."""
    games = [won(game="nevernine", score=score) for score in (14, 6, 11)]
    assert Statistics.of(games).best_score == 6


def test_a_draw_is_not_lost() -> None:
    """A HighNoon stalemate may have no winner; it is finished, and neither won nor lost."""
    table = Table.deal("highnoon", seed="1")
    state = replace(table.state, status="finished", ended_reason="stalemate", ended_by="p1", winner=None)
    table._progress = replace(table._progress, held=state)
    assert table.outcome is not None
    assert table.outcome.winners == ()
    for seat in (0, 1):
        game = record(table, seat)
        assert (game.won, game.drawn, game.finished, game.score) == (False, True, True, 0)
        statistics = Statistics.of([game])
        assert (statistics.played, statistics.won, statistics.drawn, statistics.lost) == (1, 0, 1, 0)


def test_a_solitaire_is_never_drawn() -> None:
    """One that ends without a winner is lost."""
    table = nearly_won()
    table.act(0, table.moves(0)[0])
    assert not record(table).drawn
    table.game = type("Lost", (Cards,), {"outcome": lambda self, state: Outcome((), "lost", (0,))})()
    assert (record(table).won, record(table).drawn, record(table).finished) == (False, False, True)
    assert Statistics.of([record(table)]).lost == 1
