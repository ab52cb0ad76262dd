"""Deals that can be won: the shipped list, the daily deal, ratings."""

from datetime import date
from itertools import product

import pytest

from saloon.core.errors import BadInput
from saloon.games import GAMES
from saloon.solver import Rated, daily, solve, solved_games, winnable_seeds
from saloon.solver.deals import listed_seed
from saloon.solver.difficulty import DIFFICULTIES, Difficulty
from saloon.solver.listing import spread
from saloon.solver.rating import difficulty_of
from saloon.solver.solve import read_chosen, solver_of

CHOICES = [
    (game, dict(zip(solver_of(game).listed, values, strict=True)))
    for game in solved_games()
    for values in product(*solver_of(game).listed.values())
]


@pytest.mark.parametrize(("game", "options"), CHOICES)
def test_listed_seeds_can_be_won(game: str, options: dict[str, object]) -> None:
    seeds = winnable_seeds(game, options)
    assert len({rated.seed for rated in seeds}) == len(seeds) == 100
    assert {rated.level for rated in seeds} == set(DIFFICULTIES), "some of each level"
    for rated in seeds[:2]:
        assert solve(game, options, seed=rated.seed).verdict == "winnable"


UNTIMED = [game for game in solved_games() if not GAMES[game].seeds_are_times]


@pytest.mark.parametrize("game", UNTIMED)
@pytest.mark.parametrize("level", [None, *DIFFICULTIES])
def test_a_listed_seed_is_never_the_last_one(game: str, level: Difficulty | None) -> None:
    options = read_chosen(game, {})
    listed = {rated.seed for rated in winnable_seeds(game, options) if level in (None, rated.level)}
    last = min(listed)
    chosen = {listed_seed(game, options, level, last) for _ in range(20 * len(listed))}
    assert chosen <= listed - {last}


@pytest.mark.parametrize("game", UNTIMED)
def test_the_daily_deal_is_the_first_that_can_be_won(game: str) -> None:
    seed = daily(game, date(2026, 1, 31))
    name, number = seed.rsplit("::", 1)
    assert name == f"daily::{game}::2026-01-31"
    assert solve(game, seed=seed).verdict == "winnable"
    assert all(solve(game, seed=f"{name}::{n}").verdict != "winnable" for n in range(int(number)))
    assert daily(game, "2026-01-31") == seed


@pytest.mark.parametrize("game", solved_games())
def test_a_day_that_is_none_is_refused(game: str) -> None:
    for day in ("tomorrow", "2026-02-30"):
        with pytest.raises(BadInput, match="is not a date"):
            daily(game, day)


def test_a_longer_search_a_longer_way_and_more_traps_are_harder() -> None:
    ways: list[list[tuple[int, float, int]]] = [
        [(10, 0, 100), (10**7, 0, 100)],
        [(100, 0, 300), (100, 0.9, 300)],
        [(100, 0, 50), (100, 0, 900)],
    ]
    for game, harder in product(solved_games(), ways):
        first, second = (DIFFICULTIES.index(difficulty_of(game, *one)) for one in harder)
        assert first < second


def test_a_list_has_a_quarter_of_each_level_where_there_are_enough() -> None:
    rated = [Rated(str(seed), "expert" if seed % 10 == 0 else "easy") for seed in range(100)]
    chosen = spread(rated, 40)
    assert len(chosen) == 40
    assert [one.seed for one in chosen if one.level == "expert"] == [str(seed) for seed in range(0, 100, 10)]
    assert chosen == sorted(chosen, key=lambda one: int(one.seed))
