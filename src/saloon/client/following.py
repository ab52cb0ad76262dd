"""A client's copy of a table: snapshots replace it, acks change it, and the view hash checks it."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from saloon.core.canonical import view_hash
from saloon.core.game import Stuck
from saloon.table.changes import Change, Path
from saloon.table.helpers import NO_HELP, Help
from saloon.table.messages import Fault, WireOutcome

from .messages import Ack, Move, News, Snapshot


def patched(view: Any, changes: Sequence[Change]) -> Any:
    """Return `view` with the changes of an ack; the old view is not modified."""
    for change in changes:
        view = _patched(view, change.path, change)
    return view


def _patched(node: Any, path: Path, change: Change) -> Any:
    if path:
        step, rest = path[0], path[1:]
        fresh: Any = list(node) if isinstance(node, list) else dict(node)
        fresh[step] = _patched(node[step], rest, change)
        return fresh
    if change.keep is UNSET or change.add is UNSET:
        return change.value
    return [*node[: change.keep], *change.add]


class TableState:
    """The view of a table at a seat, or for a watcher. Only messages from the server change it."""

    def __init__(self) -> None:
        self.news: News | None = None
        self.snapshot: Snapshot | None = None
        """The last snapshot; None until play begins."""
        self.rev = 0
        self.view: Any = None
        self.legal: Sequence[Move] = ()
        self.help: Help = NO_HELP
        self.outcome: WireOutcome | None = None
        self.stuck: Stuck | None = None
        self.next_seq = 0
        self.faults: dict[str, Fault] = {}
        """The last fault of each seat's bot."""

    def take_snapshot(self, snapshot: Snapshot) -> None:
        """Replace everything."""
        self.snapshot = snapshot
        self.next_seq = snapshot.expected_seq
        self._take(snapshot.rev, snapshot.view, snapshot.legal, snapshot)

    def take_ack(self, ack: Ack) -> bool:
        """Apply an ack; return False if it does not fit, so that a snapshot is needed."""
        if self.snapshot is None or ack.rev != self.rev + 1:
            return self.snapshot is not None and ack.rev <= self.rev
        if ack.seq is not None and ack.client_id == self.snapshot.seat:
            self.next_seq = ack.seq + 1
        legal = self.legal if ack.legal is UNSET else ack.legal
        self._take(ack.rev, patched(self.view, ack.change), legal, ack)
        return ack.view_hash is UNSET or self.agrees(ack.rev, ack.view_hash)

    def agrees(self, rev: int, expected: str) -> bool:
        """Return whether the view is the one at `rev` with this hash."""
        return rev == self.rev and view_hash(rev, self.view) == expected

    def _take(self, rev: int, view: Any, legal: Sequence[Move], message: Ack | Snapshot) -> None:
        self.rev, self.view, self.legal = rev, view, legal
        self.help, self.outcome, self.stuck = message.help, message.outcome, _known(message.stuck)


def _known(stuck: Stuck | UnsetType) -> Stuck | None:
    return None if stuck is UNSET else stuck
