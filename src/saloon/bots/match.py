"""How do bots play a table? One action a seat, in turn, until the game ends."""

from collections.abc import Mapping

from saloon.core.game import Seat
from saloon.table import Table

from .seats import Bot


def act_once(table: Table, bots: Mapping[Seat, Bot]) -> bool:
    """Let each bot that may act do so once; return whether any did."""
    acted = False
    for seat, bot in bots.items():
        legal = table.moves(seat)
        if legal:
            table.act(seat, bot.choose(table.view(seat), legal))
            acted = True
    return acted


def play_out(table: Table, bots: Mapping[Seat, Bot], most: int = 100_000) -> bool:
    """Play until the game ends; return whether it did within `most` actions."""
    last = table.rev + most
    while table.outcome is None and table.rev < last and act_once(table, bots):
        pass
    return table.outcome is not None
