"""The play clock: how long a table has been played. In a solitaire it stops while the player is away.

Its time is the `at` of the log, so statistics, saves and replays agree with what the page shows. After a table is
loaded from the store, the clock continues from the last action. A match between several seats does not stop for
absent players, so its time is that of the server clock.
"""

import asyncio
from math import inf
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, Struct, UnsetType

from saloon.server.actions.commands import Malformed
from saloon.server.clock import ServerClock
from saloon.table.messages import Intent
from saloon.table.statistics import playing_time

if TYPE_CHECKING:
    from .live_table import LiveTable

PRESENCE: Final = "presence"
"""The kind of the message with which a client reports that it is away, or back."""
REQUEST_SECONDS: Final = 30.0
"""Seconds for which a player without a socket counts as connected after a request."""


class PlayTime(Struct, frozen=True, tag_field="kind", tag="clock"):
    """The time played so far, as a result records it, whether the clock is running, and what each seat has left."""

    played: int
    """Milliseconds, without pauses and absence."""
    runs: bool
    left: dict[str, int] | UnsetType = UNSET
    """Milliseconds until each seat's time is up; unset in a game without such a clock."""


class PlayClock:
    """Counts milliseconds of the server clock while the player is present. The caller passes the current time."""

    def __init__(self) -> None:
        self._played = 0
        self._read_at: int | None = None
        self._until: float = 0

    def read(self, now: int) -> int:
        """Return the time played."""
        if self._read_at is not None:
            self._played += max(0, int(min(now, self._until)) - self._read_at)
        self._read_at = now
        return self._played

    def attend(self, now: int, until: float) -> None:
        """Count until the given time: `now` if nobody is present, infinity while somebody is connected."""
        self.read(now)
        self._until = until

    def runs(self, now: int) -> bool:
        """Return whether the clock is running."""
        return now < self._until

    def advance_to(self, played: int) -> None:
        """Continue from a time in the log, if that is later."""
        self._played = max(self._played, played)


class TableTime:
    """The time at one table: how long it has been played, and until when its players count as connected."""

    def __init__(self, live: "LiveTable", clock: ServerClock, countdown_scale: float) -> None:
        self.countdown = int(countdown_scale * live.table.game.countdown)
        """The countdown after the deal, in milliseconds: everyone sees their cards and nobody may act; 0 for none."""
        self.at = 0
        """Milliseconds since play began at the last action."""
        self._live = live
        self._clock = clock
        self._loop = asyncio.get_running_loop()  # looking it up costs a system call before Python 3.12
        self._requested = -inf
        """When a player last sent a request, by the event loop's clock."""
        self._play_clock = PlayClock() if len(live.table.game.seats) == 1 else None
        """The clock of a solitaire."""

    # --- time played ----------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> int:
        """Milliseconds since play began, by the server clock; in a solitaire only while its player was present."""
        return self._elapsed_at(self._clock.now())

    def _elapsed_at(self, now: int) -> int:
        begun = self._live.stored.begun
        if begun is None:
            return 0
        return max(0, now - begun) if self._play_clock is None else self._play_clock.read(now)

    def advance(self, now: int) -> None:
        """Set the time of the next actions from the server clock; it never goes back."""
        self.at = max(self.at, self._elapsed_at(now))

    def advance_to(self, at: int) -> None:
        """Continue from the time of a stored action, if that is later."""
        self.at = max(self.at, at)
        if self._play_clock is not None:
            self._play_clock.advance_to(self.at)

    @property
    def play_time(self) -> PlayTime | None:
        """The time played, as statistics will record it; None while the table waits for players."""
        live = self._live
        if live.stored.status == "waiting":
            return None
        now = self._clock.now()
        played = playing_time(live.table, self._elapsed_at(now) if live.is_active else None)
        runs = live.is_active and not live.table.help.paused
        left = live.scheduler.time_left() if live.is_active else UNSET
        return PlayTime(played, runs and (self._play_clock is None or self._play_clock.runs(now)), left)

    # --- the countdown --------------------------------------------------------------------------------------

    @property
    def starts_in(self) -> int | UnsetType:
        """Milliseconds left of the countdown; unset before the deal, after the countdown, and in games without one."""
        left = self.countdown - max(self.at, self.elapsed)
        return left if self._live.is_active and left > 0 else UNSET

    @property
    def is_counting_down(self) -> bool:
        """Whether the countdown was still running at the time of the next actions."""
        return self.at < self.countdown and self._live.is_active

    # --- who is there ---------------------------------------------------------------------------------------

    @property
    def stops_while_away(self) -> bool:
        """Whether the clock stops while the player is away: in a solitaire."""
        return self._play_clock is not None

    @property
    def attended_until(self) -> float:
        """Until when, by the event loop's clock, a player of the table counts as connected to this process."""
        if self._is_attended:
            return inf
        return self._requested + REQUEST_SECONDS

    @property
    def _is_attended(self) -> bool:
        """Whether a player of the table is connected and has not said that they are away."""
        return any(one.receiver is not None and not one.away for one in self._live.subscribers)

    def note_attendance(self) -> bool:
        """Let the clock of a solitaire follow its player's sockets; return whether it started or stopped."""
        if self._play_clock is None:
            return False
        now, attended = self._clock.now(), self._is_attended
        ran = self._play_clock.runs(now)
        self._play_clock.attend(now, inf if attended else now)
        return ran != attended

    def note_request(self) -> bool:
        """Record a request from a player of the table; return whether nobody counted as connected before it.

        If there are sockets, the clock of a solitaire follows those instead.
        """
        now = self._loop.time()
        was_attended = now < self.attended_until
        self._requested = now
        if self._play_clock is not None and all(one.receiver is None for one in self._live.subscribers):
            time = self._clock.now()
            self._play_clock.attend(time, time + 1000 * REQUEST_SECONDS)
        return not was_attended


def reported_away(intent: Intent | Malformed) -> bool | None:
    """Return True if a message says its client is away, False if it is back, None for any other message."""
    if isinstance(intent, Malformed) or intent.kind != PRESENCE or len(intent.payload) != 1:
        return None
    away = intent.payload.get("away")
    return away if isinstance(away, bool) else None
