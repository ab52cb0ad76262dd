"""How hard a deal is for people: how often it is won by a quick bot that sees no more than a player.

The solver's rating says what a search with all cards known needed. The odds say how a player fares who has to guess,
which can be quite different.
"""

from bisect import bisect_left
from typing import Any, Final

from msgspec import Struct

from saloon.core.bots import Bot
from saloon.core.registry import AnyGame
from saloon.games import GAMES

from .difficulty import DIFFICULTIES, Difficulty
from .survey import rate as wilson

LONGEST: Final = 600
"""Actions after which a game of the bot counts as lost: it no longer makes progress."""


class Odds(Struct, frozen=True):
    """How often the bot won the deal, with Wilson's 95% interval, and the resulting difficulty.

    There is none in a game whose deals hardly differ in this.
    """

    wins: int
    games: int
    low: float
    high: float
    level: Difficulty | None


def odds_of(game: AnyGame, state: Any) -> Odds | None:
    """Return the odds of a deal, from games with the seeds 0, 1, …; None if the game has no such bot."""
    bots = game.fair_bots()
    if bots is None:
        return None
    wins = sum(_wins(game, state, bots.quick(game, str(number))) for number in range(bots.games))
    found = wilson(wins, bots.games)
    return Odds(
        wins,
        bots.games,
        round(found.low, 3),
        round(found.high, 3),
        _level(found.share, bots.bands_for(getattr(state, "options", None))),
    )


def _level(share: float, bands: tuple[float, float, float] | None) -> Difficulty | None:
    """Return the difficulty of a deal that is won that often."""
    return None if bands is None else DIFFICULTIES[bisect_left([-least for least in bands], -share)]


def deal_odds(game: str, options: Any, seed: str) -> Odds | None:
    """Return the odds of the deal of a seed."""
    rules, chosen = GAMES.choose(game, options)
    return odds_of(rules, rules.deal(rules.check_seed(seed), chosen))


def _wins(game: AnyGame, state: Any, bot: Bot) -> bool:
    """Let a bot play; return whether it wins."""
    for _ in range(LONGEST):
        outcome = game.outcome(state)
        if outcome is not None:
            return bool(outcome.winners)
        legal = game.legal(state, 0)
        action = bot.choose(game.view(state, 0), legal) if legal else None
        if bot.gave_up or action is None:
            return False
        state = game.apply(state, 0, action)
    return False
