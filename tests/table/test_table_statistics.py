"""How a player fared: the record of one game, and what records add up to, to the last number."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from saloon.core.game import Outcome
from saloon.core.records import GameRecord
from saloon.table import Statistics, Table, record
from saloon.table.statistics import playing_time
from samples import DUEL, LOWEST_WINS, SOLITAIRE, TIMED, a_move
from table.common import nearly_won, of_kind, plain


def solitaire() -> Table:
    return Table.deal(SOLITAIRE, seed="7", nonce="n")


def one(**changes: Any) -> GameRecord:
    """A record of a lost solitaire."""
    game = GameRecord(
        game=TIMED,
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


def test_the_record_of_a_won_game() -> None:
    table = nearly_won()
    assert not record(table).counts
    table.act(0, table.moves(0)[0], at=42)
    assert table.outcome is not None
    assert record(table) == GameRecord(
        game=table.game.name,
        options=plain(table.options),
        won=True,
        drawn=False,
        finished=True,
        actions=1,
        score=table.outcome.scores[0],
        hints=0,
        undos=0,
        assisted=False,
        milliseconds=42,
        reason=table.outcome.reason,
    )


def test_an_untouched_game_does_not_count_and_help_alone_does_not_touch_it() -> None:
    table = solitaire()
    assert not record(table).counts
    table.hint()
    table.pause()
    table.resume()
    assert (record(table).actions, record(table).counts) == (0, False)
    table.act(0, a_move(table))
    assert (record(table).actions, record(table).counts) == (1, True)


def test_a_game_that_ended_counts_even_for_a_seat_that_did_nothing() -> None:
    table = Table.deal(DUEL, seed="1")
    table.act(1, of_kind(table, "resign", 1))
    assert (record(table, 0).actions, record(table, 0).counts, record(table, 0).won) == (0, True, True)


# --- time -------------------------------------------------------------------------------------------------------


def timed(*steps: tuple[str, int | None]) -> int:
    table = solitaire()
    for kind, at in steps:
        table.act(0, a_move(table) if kind == "move" else of_kind(table, kind), at=at)
    return playing_time(table)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], 0),
        ([("move", 700)], 700),
        ([("move", 700), ("move", 900)], 900),
        ([("move", None), ("move", 900), ("move", None)], 900),
        ([("move", None)], 0),
        ([("move", 100), ("pause", 150), ("resume", 1_150), ("move", 1_200)], 200),
        ([("pause", 10), ("resume", 20)], 10),
        ([("move", 5), ("pause", 10)], 10),
        ([("pause", 10), ("resume", 20), ("pause", 25), ("resume", 100), ("move", 101)], 16),
        ([("move", 900), ("move", 400), ("move", 1_000)], 1_000),
        ([("move", 100), ("hint", 250), ("undo", 300)], 300),
        ([("pause", 10), ("resume", None), ("move", 20)], 10),
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
        "wonAssisted": 0,
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
        won=3,
        won_assisted=1,
        drawn=1,
        lost=2,
        win_permille=428,
        streak=1,
        longest_streak=2,
        best_score=50,
        fewest_actions_to_win=70,
        fastest_win=60_000,
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
        ("wwa", 0, 2),
        ("waw", 1, 1),
    ],
)
def test_streaks(games: str, streak: int, longest: int) -> None:
    """An untouched game neither makes nor breaks a streak; an assisted win breaks it."""
    records = [
        {"w": won(), "a": won(assisted=True), "l": one(), "d": one(drawn=True), "-": one(actions=0)}[letter]
        for letter in games
    ]
    statistics = Statistics.of(records)
    assert (statistics.streak, statistics.longest_streak) == (streak, longest)


@pytest.mark.parametrize(
    ("wins", "losses", "permille"), [(1, 0, 1000), (0, 1, 0), (1, 1, 500), (1, 2, 333), (2, 1, 666)]
)
def test_the_share_of_wins_is_a_whole_number(wins: int, losses: int, permille: int) -> None:
    assert Statistics.of([won()] * wins + [one()] * losses).win_permille == permille


def test_an_assisted_win_is_counted_apart_and_sets_no_record() -> None:
    assisted = won(assisted=True, score=99, actions=1, milliseconds=1)
    alone = Statistics.of([assisted])
    assert (alone.played, alone.won, alone.won_assisted, alone.lost, alone.win_permille) == (1, 0, 1, 0, 0)
    assert (alone.best_score, alone.fewest_actions_to_win, alone.fastest_win) == (None, None, None)
    both = Statistics.of([won(score=12, actions=80, milliseconds=9_000), assisted])
    assert (both.won, both.won_assisted, both.win_permille) == (1, 1, 500)
    assert (both.best_score, both.fewest_actions_to_win, both.fastest_win) == (12, 80, 9_000)


@pytest.mark.parametrize("reason", ["resign", "agreed", "inactivity", "stalemate"])
def test_a_win_that_was_not_played_out_counts_and_sets_no_record(reason: str) -> None:
    short = won(score=99, actions=1, milliseconds=1, reason=reason)
    alone = Statistics.of([short])
    assert (alone.won, alone.streak) == (1, 1)
    assert (alone.best_score, alone.fewest_actions_to_win, alone.fastest_win) == (None, None, None)
    both = Statistics.of([won(score=12, actions=80, milliseconds=9_000, reason="completed"), short])
    assert (both.won, both.best_score, both.fewest_actions_to_win, both.fastest_win) == (2, 12, 80, 9_000)


def test_the_fewest_moves_are_those_that_the_table_shows() -> None:
    """Where a game counts its moves, actions such as a redeal are none; older results have actions only."""
    assert Statistics.of([won(actions=90, moves=70), won(actions=80, moves=75)]).fewest_actions_to_win == 70
    assert Statistics.of([won(actions=90, moves=70), won(actions=60)]).fewest_actions_to_win == 60


def test_an_abandoned_game_is_lost_and_its_score_is_not_a_best() -> None:
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


def test_the_best_score_is_the_lowest_where_the_lowest_wins() -> None:
    """Points are penalties there: who has fewest wins."""
    games = [won(game=LOWEST_WINS, score=score) for score in (14, 6, 11)]
    assert Statistics.of(games).best_score == 6


def test_a_solitaire_is_never_drawn() -> None:
    """One that ends without a winner is lost."""
    table = nearly_won()
    table.act(0, table.moves(0)[0])
    assert not record(table).drawn
    table.game = type("Lost", (type(table.game),), {"outcome": lambda self, state: Outcome((), "lost", (0,))})()
    assert (record(table).won, record(table).drawn, record(table).finished) == (False, False, True)
    assert Statistics.of([record(table)]).lost == 1
