"""Deals that can be won: the shipped list, the daily deal, ratings."""

from datetime import date
from itertools import product

import pytest

from saloon.core.errors import BadInput
from saloon.solver import SOLVED, Rated, daily, next_winnable, rate, solve, winnable_seeds
from saloon.solver.deals import LISTED, listed_seed, read_chosen
from saloon.solver.listing import spread
from saloon.solver.rating import LEVELS, Level, level_of

CHOICES = [
    (game, dict(zip(choices, values, strict=True)))
    for game, choices in LISTED.items()
    for values in product(*choices.values())
]


@pytest.mark.parametrize(("game", "options"), CHOICES)
def test_listed_seeds_can_be_won(game: str, options: dict[str, object]) -> None:
    seeds = winnable_seeds(game, options)
    assert len({rated.seed for rated in seeds}) == len(seeds) == 100
    assert {rated.level for rated in seeds} == set(LEVELS), "some of each level"
    for rated in seeds[:2]:
        assert solve(game, options, seed=rated.seed).verdict == "winnable"


@pytest.mark.parametrize("level", [None, *LEVELS])
def test_a_listed_seed_is_never_the_last_one(level: Level | None) -> None:
    options = read_chosen("klondike", {})
    listed = {rated.seed for rated in winnable_seeds("klondike", options) if level in (None, rated.level)}
    last = min(listed)
    chosen = {listed_seed("klondike", options, level, last) for _ in range(20 * len(listed))}
    assert chosen <= listed - {last}


def test_options_that_are_not_listed_have_no_seeds() -> None:
    assert winnable_seeds("klondike", {"redeals": 7}) == ()
    with pytest.raises(BadInput, match="highnoon has no solver"):
        winnable_seeds("highnoon")


@pytest.mark.parametrize("game", ["klondike", "meridian"])
def test_the_daily_deal_is_the_first_that_can_be_won(game: str) -> None:
    seed = daily(game, date(2026, 1, 31))
    name, number = seed.rsplit("::", 1)
    assert name == f"daily::{game}::2026-01-31"
    assert solve(game, seed=seed).verdict == "winnable"
    assert all(solve(game, seed=f"{name}::{n}").verdict != "winnable" for n in range(int(number)))
    assert daily(game, "2026-01-31") == seed


def test_the_daily_deal_of_cards_is_the_days_first_winnable_millisecond() -> None:
    midnight = 1_769_817_600_000
    seed = daily("cards", "2026-01-31")
    assert midnight <= int(seed) < midnight + 86_400_000
    assert seed == next_winnable("cards", first=midnight)
    assert solve("cards", seed=seed).verdict == "winnable"
    assert all(solve("cards", seed=str(n)).verdict == "unwinnable" for n in range(midnight, int(seed)))


def test_a_day_that_is_none_is_refused() -> None:
    for day in ("tomorrow", "2026-02-30"):
        with pytest.raises(BadInput, match="is no date"):
            daily("klondike", day)
    with pytest.raises(BadInput, match="no game of Cards"):
        daily("cards", "1969-12-31")


def test_a_rating_knows_what_loses() -> None:
    lost = rate("klondike", {"draw": 1}, seed="36")
    assert (lost.verdict, lost.level, lost.length) == ("unwinnable", None, 0)
    won = rate("klondike", {"draw": 1}, seed="1")
    assert won.verdict == "winnable"
    assert won.level is not None
    assert 0 <= won.losing_first_moves < 1
    assert won.length == len(solve("klondike", {"draw": 1}, seed="1").actions)


def test_a_longer_search_a_longer_way_and_more_traps_are_harder() -> None:
    ways: list[list[tuple[int, float, int]]] = [
        [(10, 0, 100), (10**7, 0, 100)],
        [(100, 0, 300), (100, 0.9, 300)],
        [(100, 0, 50), (100, 0, 900)],
    ]
    for game, harder in product(SOLVED, ways):
        first, second = (LEVELS.index(level_of(game, *one)) for one in harder)
        assert first < second


def test_a_list_has_a_quarter_of_each_level_where_there_are_enough() -> None:
    rated = [Rated(str(seed), "expert" if seed % 10 == 0 else "easy") for seed in range(100)]
    chosen = spread(rated, 40)
    assert len(chosen) == 40
    assert [one.seed for one in chosen if one.level == "expert"] == [str(seed) for seed in range(0, 100, 10)]
    assert chosen == sorted(chosen, key=lambda one: int(one.seed))
