"""What is told of an accepted action? The same news for everyone, each as they may see it."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from saloon.core.canonical import digest
from saloon.core.game import Action, Game, Seat, seat_name

from .changes import difference
from .helpers import Hint
from .messages import Ack, WireAction, wire
from .progress import Progress, SeatKinds, legal_now


class Accepted(Struct, frozen=True):
    """An action and what it did: all that is needed to tell of it, however much happens afterwards."""

    seat: Seat
    seq: int | None
    action: Action
    before: Progress
    after: Progress


def ack_for(game: Game[Any, Any], seats: SeatKinds, accepted: Accepted, receiver: Seat | None) -> Ack:
    """Return the acknowledgement that `receiver` gets; None is a watcher."""
    before, after = accepted.before, accepted.after
    view = game.view(after.state, receiver)
    return Ack(
        rev=after.rev,
        client_id=seat_name(accepted.seat),
        seq=accepted.seq,
        action=wire(accepted.action),
        change=difference(game.view(before.state, receiver), view),
        report=_report(game, accepted, receiver),
        help=after.help,
        view_hash=view_hash(after.rev, view),
        legal=wired(legal_now(game, seats, after, receiver)),
        outcome=game.outcome(after.state),
    )


def _report(game: Game[Any, Any], accepted: Accepted, receiver: Seat | None) -> dict[str, Any]:
    """A hint is told to the seat that asked only, since it is made from what only that seat sees."""
    action, seat = accepted.action, accepted.seat
    if action.kind in game.actions:
        return dict(game.report(accepted.before.state, seat, action))
    suggestion = suggestion_for(game, accepted.after, seat) if isinstance(action, Hint) and receiver == seat else None
    return {} if suggestion is None else {"hint": wire(suggestion)}


def suggestion_for(game: Game[Any, Any], progress: Progress, seat: Seat) -> Action | None:
    """Return a good move for `seat`, made from its view."""
    return game.hint(game.view(progress.state, seat), game.legal(progress.state, seat))


def wired(actions: Iterable[Action]) -> list[WireAction]:
    """Return `actions` as they are sent."""
    return [wire(action) for action in actions]


def view_hash(rev: int, view: Any) -> str:
    """Return the hash by which a client may know that it holds the right view."""
    return digest({"rev": rev, "view": view})
