"""What is told of an accepted action? The same news for everyone, each as they may see it."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct

from saloon.core.game import Action, Game, Seat, seat_name

from .helpers import Hint
from .messages import Ack, WireAction, wire
from .progress import Progress, SeatKinds, legal_now
from .sight import Sight, Work

_KIND: Final = attrgetter("kind")


class Accepted(Struct, frozen=True, gc=False):
    """An action and what it did: all that is needed to tell of it, however much happens afterwards."""

    seat: Seat
    seq: int | None
    action: Action
    before: Progress
    after: Progress


class Teller:
    """Tells of accepted actions, each receiver as they may see them; it remembers what each was shown last."""

    def __init__(self, game: Game[Any, Any], seats: SeatKinds) -> None:
        self._game = game
        self._seats = seats
        self._sights: dict[Seat | None, tuple[Progress, Sight]] = {}
        self._told: Accepted | None = None
        self._work = Work()
        """What was worked out for one receiver of an action serves the others."""

    def ack(self, accepted: Accepted, receiver: Seat | None) -> Ack:
        """Return the acknowledgement that `receiver` gets; None is a watcher."""
        if accepted is not self._told:
            self._told, self._work = accepted, Work()
        after = accepted.after
        sight = self._sight(accepted.before, receiver)
        change = sight.turn_to(self._game.view(after.state, receiver), self._work)
        self._sights[receiver] = after, sight
        return Ack(
            rev=after.rev,
            client_id=seat_name(accepted.seat),
            seq=accepted.seq,
            action=wire(accepted.action),
            change=change,
            report=_report(self._game, accepted, receiver),
            help=after.help,
            view_hash=sight.hash(after.rev),
            legal=wired(legal_now(self._game, self._seats, after, receiver)),
            outcome=self._game.outcome(after.state),
        )

    def _sight(self, progress: Progress, receiver: Seat | None) -> Sight:
        last = self._sights.get(receiver)
        if last is None or last[0] is not progress:
            return Sight(self._game.view(progress.state, receiver))
        return last[1]


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


def wired(actions: Sequence[Action]) -> list[WireAction]:
    """Return `actions` as they are sent."""
    return list(map(WireAction, map(_KIND, actions), actions))
