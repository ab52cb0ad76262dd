"""The bots of a table in this process, played against without a server. None of them can fail."""

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from saloon.core.game import Seat, seat_name
from saloon.table import Table
from saloon.table.messages import Fault

from .guard import GuardedSeat
from .levels import level_of
from .match import act_once, remind, show
from .warm import warm_up

TIME_LIMIT: Final = 20.0
"""Seconds that a bot has for a move. Ours count their work in samples and take far less."""


class LocalBots:
    """Bots of one level on some seats. If one is late, crashes or chooses nonsense, a simpler one replaces it."""

    def __init__(self, table: Table, level: str, seats: Sequence[Seat], *, time_limit: float = TIME_LIMIT) -> None:
        if level_of(table.game, level).compiled:
            for package in ("numpy", "numba"):
                import_module(package)  # if it is missing, that is no fault of a bot
        self._table, self._level = table, level
        self._bots = {
            seat: GuardedSeat(table.game, level, f"{table.seed}:{seat}", time_limit=time_limit) for seat in seats
        }
        self._told = dict.fromkeys(seats, 0)
        for seat, bot in self._bots.items():
            remind(bot, table, seat)

    def show(self) -> None:
        """Show every bot its seat's view, after an action of the player."""
        show(self._table, self._bots)

    def act_once(self) -> bool:
        """Let each bot that may act do so once; return whether any did."""
        if self._bots:
            warm_up(self._table.game, self._level).wait()
        return act_once(self._table, self._bots)

    def act_until(self, seat: Seat) -> None:
        """Let the bots act until a seat may, or the game is over; at once in a game without turns."""
        acted = True
        while acted and self._table.outcome is None and not self._table.moves(seat):
            acted = self.act_once()

    @property
    def faults(self) -> dict[str, Fault]:
        """Why bots lost moves: the last fault of each seat."""
        return {seat_name(seat): bot.faults[-1] for seat, bot in self._bots.items() if bot.faults}

    def new_faults(self) -> list[tuple[str, Fault]]:
        """Return the faults since the last call, each with its seat."""
        found = [(seat_name(seat), one) for seat, bot in self._bots.items() for one in bot.faults[self._told[seat] :]]
        self._told = {seat: len(bot.faults) for seat, bot in self._bots.items()}
        return found
