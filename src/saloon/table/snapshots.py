"""Snapshots: everything that one receiver may know about a table."""

from typing import TYPE_CHECKING

from msgspec import UNSET

from saloon.core.canonical import view_hash
from saloon.core.game import Seat, seat_name

from .acks import stuck_now, wired
from .messages import PROTOCOL_VERSION, Snapshot, SnapshotReason, wire_outcome
from .progress import Progress, legal_now

if TYPE_CHECKING:
    from .table import Table


def snapshot_of(table: "Table", viewer: Seat | None, reason: SnapshotReason, progress: Progress) -> Snapshot:
    """Return everything that a viewer may know at a point of the game; None is a watcher.

    A solitaire's player may know its seed.
    """
    game = table.game
    view = game.view(progress.state, viewer)
    legal = legal_now(game, table.seats, progress, viewer)
    return Snapshot(
        reason=reason,
        rev=progress.rev,
        game=game.name,
        rules_version=game.rules_version,
        protocol_version=PROTOCOL_VERSION,
        options=table.options,
        seat=None if viewer is None else seat_name(viewer),
        seats=table.seats,
        commitment=table.commitment,
        expected_seq=table.expected_seq(viewer),
        match_id=table.match_id,
        view=view,
        view_hash=view_hash(progress.rev, view),
        help=progress.help,
        legal=wired(legal),
        seed=table.seed if viewer == 0 and len(game.seats) == 1 else UNSET,
        outcome=wire_outcome(game.outcome(progress.state)),
        stuck=stuck_now(game, progress, viewer, view, legal),
    )
