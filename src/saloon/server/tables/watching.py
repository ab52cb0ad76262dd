"""Watching with a delay: what watchers of a match between people see, and when they see more.

Otherwise a watcher could help a player at once. The deal is shown at once, everything that happens some time later, and
all of it when the match is over. The times are those of the log, so a restart or another process shows nothing earlier.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, Struct, UnsetType

from saloon.server.actions.broadcast import Acks, Delivery, send_all
from saloon.table import Table
from saloon.table.acks import Accepted
from saloon.table.progress import Progress

if TYPE_CHECKING:
    from .live_table import LiveTable

TOGETHER: Final = 1_000
"""Milliseconds of play that watchers are shown at once, so that few checkpoints are kept."""


class _Later(Struct, frozen=True):
    """The progress after some actions that watchers have not seen yet, and the times of the first and last of them."""

    first: int
    last: int
    progress: Progress


class Delay:
    """What watchers of a table have been shown, and checkpoints of what they will be shown."""

    def __init__(self, progress: Progress, milliseconds: int) -> None:
        self.milliseconds = milliseconds
        self.shown = progress
        """What watchers see now."""
        self._later: deque[_Later] = deque()

    def remember(self, progress: Progress, at: int) -> None:
        """Keep the progress after an action at a time of the log, to be shown later."""
        newest = self._later[-1] if self._later else None
        if newest is not None and at - newest.first < TOGETHER:
            self._later[-1] = _Later(newest.first, at, progress)
        else:
            self._later.append(_Later(at, at, progress))

    def due_in(self, now: int) -> int | None:
        """Return in how many milliseconds watchers see more; None if they have seen everything."""
        return max(0, self._later[0].last + self.milliseconds - now) if self._later else None

    def advance(self, now: int, *, is_over: bool) -> None:
        """Show what is old enough at a time of the log, or everything if the match is over."""
        while self._later and (is_over or self._later[0].last + self.milliseconds <= now):
            self.shown = self._later.popleft().progress


def between(table: Table, before: Progress, after: Progress) -> Iterator[Accepted]:
    """Return the actions from one progress of a table to a later one."""
    if before.rev < after.rev:
        for accepted in table.accepted_since(before):
            yield accepted
            if accepted.after.rev == after.rev:
                return


class Watchers:
    """Shows the watchers of a table what they may see. Without a delay the table sends them everything itself."""

    def __init__(self, live: "LiveTable", milliseconds: int) -> None:
        """`milliseconds` is the delay between people; 0: none."""
        is_between_people = live.stored.dealt_to.count("human") > 1
        self._live = live
        self._delay = Delay(live.table.progress, milliseconds) if milliseconds > 0 and is_between_people else None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def are_late(self) -> bool:
        """Whether watchers see the table later than its players."""
        return self._delay is not None

    @property
    def delay(self) -> int | UnsetType:
        """Milliseconds by which watchers see what happens later; unset if they do not, or if the match is over."""
        return UNSET if self._delay is None or not self._live.is_active else self._delay.milliseconds

    @property
    def shown(self) -> Progress:
        """The progress that watchers see."""
        return self._live.table.progress if self._delay is None else self._delay.shown

    def remember(self, accepted: Accepted) -> None:
        """Keep an accepted action, to be shown later."""
        if self._delay is not None:
            self._delay.remember(accepted.after, accepted.at or 0)

    def due(self) -> list[Delivery]:
        """Return the acks that watchers may see by now; they count as sent."""
        if self._delay is None:
            return []
        before = self._delay.shown
        self._delay.advance(self._live.time.elapsed, is_over=self._live.stored.status == "finished")
        watchers = [one for one in self._live.subscribers if one.receiver is None]
        if not watchers:
            return []
        table = self._live.table
        acks = [Acks(table, one).encoded(None) for one in between(table, before, self._delay.shown)]
        return [(watcher, ack) for ack in acks for watcher in watchers]

    def send(self, message: bytes) -> None:
        """Send watchers a message that is neither in the log nor in a view, as much later as they see the table."""
        if self._delay is not None and self._live.is_active:
            asyncio.get_running_loop().call_later(self._delay.milliseconds / 1000, self._send, message)
        else:
            self._send(message)

    def _send(self, message: bytes) -> None:
        send_all((one, message) for one in self._live.subscribers if one.receiver is None)

    def show(self) -> None:
        """Send watchers what they may see by now, and the rest as soon as they may."""
        due = self.due()
        if due:
            send_all(due)
        self.schedule()

    def schedule(self) -> None:
        """Send watchers more as soon as it is due."""
        if self._delay is None or self._timer is not None:
            return
        wait = self._delay.due_in(self._live.time.elapsed)
        if wait is not None and any(one.receiver is None for one in self._live.subscribers):
            self._timer = asyncio.get_running_loop().call_later(wait / 1000, self._on_due)

    def _on_due(self) -> None:
        self._timer = None
        self.show()
