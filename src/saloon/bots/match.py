"""Matches between bots: each seat acts in turn until the game ends; bots with memory get every view."""

from collections.abc import Mapping

from saloon.core.bots import Bot
from saloon.core.game import Seat
from saloon.table import Table


def act_once(table: Table, bots: Mapping[Seat, Bot]) -> bool:
    """Let each bot that may act do so once, in the order of `bots`; return whether any did."""
    acted = False
    for seat, bot in bots.items():
        legal = table.moves(seat)
        action = bot.choose(table.view(seat), legal) if legal else None
        if action is not None:
            table.act(seat, action)
            show(table, bots)
            acted = True
    return acted


def show(table: Table, bots: Mapping[Seat, Bot]) -> None:
    """Show every bot with memory its seat's current view."""
    for seat, bot in bots.items():
        if bot.remembers:
            bot.watch(table.view(seat))


def remind(bot: Bot, table: Table, seat: Seat) -> None:
    """Show a bot that joins a running game what its seat was sent since the deal."""
    if not bot.remembers:
        return
    for view in table.views(seat):
        bot.watch(view)


def play_out(table: Table, bots: Mapping[Seat, Bot], most: int = 100_000) -> bool:
    """Play until the game ends; return whether it did within `most` actions."""
    last = table.rev + most
    while table.outcome is None and table.rev < last and act_once(table, bots):
        pass
    return table.outcome is not None
