"""Acks: what each receiver is sent about an accepted action, redacted to what that receiver may see."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from saloon.core.canonical import view_hash
from saloon.core.game import Action, Seat, Stuck, seat_name
from saloon.core.registry import AnyGame

from .changes import difference
from .helpers import Hint, HintFor
from .messages import HASH_EVERY, Ack, WireAction, wire, wire_outcome
from .progress import Progress, SeatKinds, legal_now

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

    def ack(self, accepted: Accepted, receiver: Seat | None) -> Ack:
        """Return the complete ack for `receiver`, with legal actions and view hash; None is a watcher."""
        before, after = self._known_around(accepted, receiver)
        return self._ack(accepted, receiver, before, after, legal=wired(after.legal), is_hashed=True)

    def broadcast_ack(self, accepted: Accepted, receiver: Seat | None) -> Ack:
        """Return the ack for a receiver that has the previous revision: only what is new to it.

        The view hash comes every `HASH_EVERY` revisions and at the end of the game.
        """
        before, after = self._known_around(accepted, receiver)
        legal = UNSET if after.legal == before.legal else wired(after.legal)
        return self._ack(accepted, receiver, before, after, legal=legal, is_hashed=False)

    def _ack(
        self,
        accepted: Accepted,
        receiver: Seat | None,
        before: _ReceiverState,
        after: _ReceiverState,
        *,
        legal: list[WireAction] | UnsetType,
        is_hashed: bool,
    ) -> Ack:
        if accepted is not self._last:
            self._last, self._common = accepted, _common_part(self._game, accepted)
        common, view = self._common, after.view
        is_hashed = is_hashed or common.rev % HASH_EVERY == 0 or common.outcome is not None
        return replace(
            common,
            change=difference(before.view, view),
            report=self._report(accepted, receiver),
            view_hash=view_hash(common.rev, view) if is_hashed else UNSET,
            legal=legal,
            stuck=stuck_now(self._game, accepted.after, receiver, view, after.legal),
        )

    def _report(self, accepted: Accepted, receiver: Seat | None) -> dict[str, Any]:
        """Return what the ack reports besides the change; a hint goes only to the seat that asked for it."""
        if receiver is not None and _is_hint_for(receiver, accepted):
            hint = suggestion_for(self._game, accepted.after, receiver)
            if hint is not None:
                return {"hint": wire(hint)}
        return self._common.report

    def _known_around(self, accepted: Accepted, receiver: Seat | None) -> tuple[_ReceiverState, _ReceiverState]:
        """Return what a receiver knows before and after an action. Usually it was sent the action before that."""
        known = self._known.get(receiver)
        if known is None or known[1].progress is not accepted.after:
            if known is not None and known[1].progress is accepted.before:
                before = known[1]
            else:
                before = self._know(accepted.before, receiver)
            known = self._known[receiver] = before, self._know(accepted.after, receiver)
        return known

    def _know(self, progress: Progress, receiver: Seat | None) -> _ReceiverState:
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
    """Return why the game is stuck, given the `legal` actions; unset if it is not."""
    if seat is None or len(game.seats) > 1 or progress.help.paused or game.outcome(progress.state) is not None:
        return UNSET
    return game.stuck(view, [action for action in legal if action.kind in game.actions]) or UNSET


def wired(actions: Sequence[Action]) -> list[WireAction]:
    """Return `actions` in their wire form."""
    return list(map(WireAction, map(_KIND, actions), actions))
