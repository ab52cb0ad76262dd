"""The odds of a deal: how often a bot wins it that sees no hidden card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from saloon.core.bots import FairBots
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.solver import solve, winnable_seeds
from saloon.solver.deals import find_seed, level_of
from saloon.solver.difficulty import DIFFICULTIES
from saloon.solver.odds import _level, deal_odds, odds_of
from saloon.solver.rating import rate

FAIR = [game for game in GAMES if game.fair_bots() is not None]
FEW = 3
"""Games of the bot, where the tests do not need the usual number."""


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in FAIR:
        bots = game.fair_bots()
        assert bots is not None
        few = replace(bots, games=FEW)
        monkeypatch.setattr(type(game), "fair_bots", lambda _, few=few: few)


@pytest.mark.parametrize("game", FAIR, ids=lambda game: game.name)
def test_the_odds_of_a_deal_are_always_the_same_and_stand_next_to_the_solvers_rating(game: AnyGame) -> None:
    name = game.name
    seed = winnable_seeds(name)[0].seed
    odds = deal_odds(name, {}, seed)
    assert odds is not None
    assert 0 <= odds.low <= odds.wins / odds.games <= odds.high <= 1
    assert odds.games == FEW
    rating = rate(name, seed=seed)
    assert rating.people == odds
    assert rating.level in DIFFICULTIES


def test_what_cannot_be_won_is_never_won_and_has_no_odds() -> None:
    for game in FAIR:
        lost = next((seed for seed in map(str, range(60)) if solve(game.name, seed=seed).verdict == "unwinnable"), None)
        if lost is not None:
            odds = odds_of(game, game.deal(lost, game.options()))
            assert odds is not None
            assert odds.wins == 0
            assert rate(game.name, seed=lost).people is None


def test_a_game_without_such_a_bot_has_no_odds() -> None:
    for game in GAMES:
        if game not in FAIR:
            assert odds_of(game, game.deal("1", game.options())) is None


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_deal_that_is_won_more_often_is_not_harder(one: float, other: float) -> None:
    bands = (0.7, 0.4, 0.1)
    levels = [_level(share, bands) for share in sorted((one, other))]
    assert DIFFICULTIES.index(levels[0] or "easy") >= DIFFICULTIES.index(levels[1] or "easy")
    assert [_level(share, bands) for share in (0.7, 0.4, 0.1, 0.09)] == list(DIFFICULTIES)
    assert _level(one, None) is None


def test_a_level_that_is_asked_for_is_that_of_the_odds() -> None:
    for game in FAIR:
        bots = game.fair_bots()
        assert isinstance(bots, FairBots)
        options = game.options()
        if bots.bands_for(options) is None or game.seeds_are_times:
            continue
        levels = {level_of(game.name, options, rated.seed) for rated in winnable_seeds(game.name)[:6]}
        wanted = next(level for level in levels if level is not None)
        seed = find_seed(game.name, options, wanted, 0)
        odds = deal_odds(game.name, options, seed)
        assert odds is not None
        assert odds.level == wanted
