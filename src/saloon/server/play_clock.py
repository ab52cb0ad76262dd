"""The play clock: how long a table has been played. In a solitaire it stops while the player is away.

Its time is the `at` of the log, so statistics, saves and replays agree with what the page shows. After a table is
loaded from the store, the clock continues from the last action. A match between several seats does not stop for
absent players, so its time is that of the server clock.
"""

from msgspec import UNSET, Struct, UnsetType

from saloon.table.messages import Intent

from .commands import Malformed


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


def reported_away(intent: Intent | Malformed) -> bool | None:
    """Return True if a message says its client is away, False if it is back, None for any other message."""
    if isinstance(intent, Malformed) or intent.kind != "presence" or len(intent.payload) != 1:
        return None
    away = intent.payload.get("away")
    return away if isinstance(away, bool) else None
