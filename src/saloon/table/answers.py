"""What is told of an accepted action? The same news for everyone, each as they may see it."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from saloon.core.game import Action, Game, Seat, Stuck, seat_name

from .helpers import Hint, HintFor
from .messages import Ack, WireAction, wire, wire_outcome
from .progress import Progress, SeatKinds, legal_now
from .sight import Sight, Work

_KIND: Final = attrgetter("kind")


class Accepted(Struct, frozen=True, gc=False):
    """An action and what it did: all that is needed to tell of it, however much happens afterwards."""

    seat: Seat
    seq: int | None
    action: Action
    at: int | None
    before: Progress
    after: Progress


class Teller:
    """Tells of accepted actions, each receiver as they may see them; it remembers what each was shown last."""

    def __init__(self, game: Game[Any, Any], seats: SeatKinds) -> None:
        self._game = game
        self._seats = seats
        self._sights: dict[Seat | None, tuple[Progress, Sight]] = {}
        self._told: Accepted | None = None
        self._news: Ack
        self._work: Work
        """What was worked out for one receiver of an action serves the others."""

    def ack(self, accepted: Accepted, receiver: Seat | None) -> Ack:
        """Return the acknowledgement that `receiver` gets; None is a watcher."""
        if accepted is not self._told:
            self._told, self._news, self._work = accepted, _news(self._game, accepted), Work()
        after = accepted.after
        sight = self._sight(accepted.before, receiver)
        view = self._game.view(after.state, receiver)
        change = sight.turn_to(view, self._work)
        self._sights[receiver] = after, sight
        legal = legal_now(self._game, self._seats, after, receiver)
        ack = replace(
            self._news,
            change=change,
            view_hash=sight.hash(after.rev),
            legal=wired(legal),
            stuck=stuck_now(self._game, after, receiver, view, legal),
        )
        if receiver is None or not _is_hint_for(receiver, accepted):
            return ack
        hint = suggestion_for(self._game, after, receiver)
        return ack if hint is None else replace(ack, report={"hint": wire(hint)})

    def _sight(self, progress: Progress, receiver: Seat | None) -> Sight:
        last = self._sights.get(receiver)
        if last is None or last[0] is not progress:
            return Sight(self._game.view(progress.state, receiver))
        return last[1]


def _news(game: Game[Any, Any], accepted: Accepted) -> Ack:
    """Return the part of an acknowledgement that is the same for everyone."""
    seat, action, after = accepted.seat, accepted.action, accepted.after
    return Ack(
        rev=after.rev,
        client_id=seat_name(seat),
        seq=accepted.seq,
        action=wire(action),
        change=[],
        report=dict(game.report(accepted.before.state, seat, action)) if action.kind in game.actions else {},
        help=after.help,
        view_hash="",
        legal=[],
        outcome=wire_outcome(game.outcome(after.state)),
    )


def _is_hint_for(seat: Seat, accepted: Accepted) -> bool:
    """Return whether a hint was given to `seat`. Nobody else is told it: it is made from what only that seat sees."""
    action = accepted.action
    if isinstance(action, HintFor):
        return action.player == seat_name(seat)
    return isinstance(action, Hint) and accepted.seat == seat


def suggestion_for(game: Game[Any, Any], progress: Progress, seat: Seat) -> Action | None:
    """Return a good move for `seat`, made from its view."""
    return game.hint(game.view(progress.state, seat), game.legal(progress.state, seat))


def stuck_now(
    game: Game[Any, Any], progress: Progress, seat: Seat | None, view: Any, legal: Sequence[Action]
) -> Stuck | UnsetType:
    """Return why a player is told that the game leads nowhere, of all that `legal` lists; unset if it does not."""
    if seat is None or len(game.seats) > 1 or progress.help.paused or game.outcome(progress.state) is not None:
        return UNSET
    return game.stuck(view, [action for action in legal if action.kind in game.actions]) or UNSET


def wired(actions: Sequence[Action]) -> list[WireAction]:
    """Return `actions` as they are sent."""
    return list(map(WireAction, map(_KIND, actions), actions))
