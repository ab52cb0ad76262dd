"""Fair hints: the next move of a strong bot that is shown only what the player was sent.

The bot gets the views since the deal and the legal actions, so it cannot look at hidden cards: with other hidden cards
its input is the same, byte for byte.
"""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from saloon.core.bots import Bot, FairBots
from saloon.core.errors import BadInput
from saloon.core.game import Action, Seat
from saloon.core.registry import AnyGame

from .helpers import GivenHelp

if TYPE_CHECKING:
    from .table import Table

_SEED: Final = "fair hint"
"""The seed of all hints, so that the same game gets the same hint."""


class Advice(Struct, frozen=True):
    """A hint, with the bot that gave it: it has a plan, and a player who follows the hint should stay on it."""

    rev: int
    """How many actions had been accepted."""
    action: Action | None
    bot: Bot


def check_fair_hints(game: AnyGame) -> FairBots:
    """Return the bots behind a game's fair hints; refuse a game that has none."""
    bots = game.fair_bots()
    if bots is None:
        raise BadInput(f"{game.title} has no fair hints", "NO_FAIR_HINTS")
    return bots


def advise(table: "Table", seat: Seat, last: Advice | None = None) -> Advice:
    """Return what the bot would do. `last`, the previous hint, is continued if the player did exactly what it said."""
    entries = table.entries[0 if last is None else last.rev :]
    since = [one.action for one in entries if not isinstance(one.action, GivenHelp)]
    if last is not None and not since:
        return last
    if last is not None and since == [last.action]:
        bot = last.bot
    else:
        bot = check_fair_hints(table.game).hint(table.game, _SEED)
        for view in table.views(seat):
            bot.watch(view)
    legal = table.moves(seat)
    action = bot.choose(table.view(seat), legal) if legal else None
    return Advice(table.rev, None if bot.gave_up else action, bot)
