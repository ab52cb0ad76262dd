"""Acks: what each receiver is sent about an accepted action, redacted to what that receiver may see."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from saloon.core.canonical import view_hash
from saloon.core.game import Action, Seat, Stuck, seat_name
from saloon.core.registry import AnyGame

from .helpers import Hint, HintFor
from .messages import HASH_EVERY, Ack, WireAction, wire, wire_outcome
from .progress import Progress, SeatKinds, legal_now
from .view_diff import DiffCache, view_changes

_KIND: Final = attrgetter("kind")


class Accepted(Struct, frozen=True, gc=False):
    """An accepted action with the progress before and after it: all that is needed to build its acks later."""

    seat: Seat
    seq: int | None
    action: Action
    at: int | None
    before: Progress
    after: Progress


class _ReceiverState(Struct, frozen=True, gc=False):
    """What a receiver knows at a revision."""

    progress: Progress
    view: Any
    legal: Sequence[Action]


class AckBuilder:
    """Builds the ack for each receiver, and remembers what each receiver knew before."""

    def __init__(self, game: AnyGame, seats: SeatKinds) -> None:
        self._game = game
        self._seats = seats
        self._known: dict[Seat | None, tuple[_ReceiverState, _ReceiverState]] = {}
        self._last: Accepted | None = None
        self._common: Ack
        self._cache: DiffCache
        """Differences computed for one receiver of an action are reused for the others."""

    def ack(self, accepted: Accepted, receiver: Seat | None) -> Ack:
        """Return the complete ack for `receiver`, with legal actions and view hash; None is a watcher."""
        ack, _, known = self._ack(accepted, receiver)
        return replace(ack, legal=wired(known.legal), view_hash=view_hash(ack.rev, known.view))

    def broadcast_ack(self, accepted: Accepted, receiver: Seat | None) -> Ack:
        """Return the ack for a receiver that has the previous revision: only what is new to it.

        The view hash comes every `HASH_EVERY` revisions and at the end of the game.
        """
        ack, before, known = self._ack(accepted, receiver)
        legal = UNSET if known.legal is before.legal or known.legal == before.legal else wired(known.legal)
        is_hashed = ack.rev % HASH_EVERY == 0 or ack.outcome is not None
        return replace(ack, legal=legal, view_hash=view_hash(ack.rev, known.view) if is_hashed else UNSET)

    def _ack(self, accepted: Accepted, receiver: Seat | None) -> tuple[Ack, _ReceiverState, _ReceiverState]:
        """Return the ack without legal actions and hash, and what the receiver knows before and after it."""
        if accepted is not self._last:
            self._last, self._common, self._cache = accepted, _common_part(self._game, accepted), DiffCache()
        before, known = self._known_at(accepted.before, receiver), self._known_at(accepted.after, receiver)
        self._known[receiver] = before, known
        after, view = accepted.after, known.view
        ack = replace(
            self._common,
            change=view_changes(before.view, view, self._cache),
            stuck=stuck_now(self._game, after, receiver, view, known.legal),
        )
        if receiver is None or not _is_hint_for(receiver, accepted):
            return ack, before, known
        hint = suggestion_for(self._game, after, receiver)
        return (ack if hint is None else replace(ack, report={"hint": wire(hint)})), before, known

    def _known_at(self, progress: Progress, receiver: Seat | None) -> _ReceiverState:
        """Return what a receiver knows at a revision; the last two are cached."""
        for known in self._known.get(receiver, ()):
            if known.progress is progress:
                return known
        legal = legal_now(self._game, self._seats, progress, receiver)
        return _ReceiverState(progress, self._game.view(progress.state, receiver), legal)


def _common_part(game: AnyGame, accepted: Accepted) -> Ack:
    """Return the part of an ack that is the same for everyone."""
    seat, action, after = accepted.seat, accepted.action, accepted.after
    return Ack(
        rev=after.rev,
        client_id=seat_name(seat),
        seq=accepted.seq,
        action=wire(action),
        change=[],
        report=dict(game.report(accepted.before.state, seat, action)) if action.kind in game.actions else {},
        help=after.help,
        outcome=wire_outcome(game.outcome(after.state)),
    )


def _is_hint_for(seat: Seat, accepted: Accepted) -> bool:
    """Return whether a hint was given to `seat`. Nobody else may see it, because it is made from that seat's view."""
    action = accepted.action
    if isinstance(action, HintFor):
        return action.player == seat_name(seat)
    return isinstance(action, Hint) and accepted.seat == seat


def suggestion_for(game: AnyGame, progress: Progress, seat: Seat) -> Action | None:
    """Return a good move for `seat`, made from its view."""
    return game.hint(game.view(progress.state, seat), game.legal(progress.state, seat))


def stuck_now(
    game: AnyGame, progress: Progress, seat: Seat | None, view: Any, legal: Sequence[Action]
) -> Stuck | UnsetType:
    """Return why the game leads nowhere, given the `legal` actions; unset if it does not."""
    if seat is None or len(game.seats) > 1 or progress.help.paused or game.outcome(progress.state) is not None:
        return UNSET
    return game.stuck(view, [action for action in legal if action.kind in game.actions]) or UNSET


def wired(actions: Sequence[Action]) -> list[WireAction]:
    """Return `actions` in their wire form."""
    return list(map(WireAction, map(_KIND, actions), actions))
