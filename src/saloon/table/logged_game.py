"""A game with its log: the deal, the accepted actions, and the state that follows from them.

Nothing here decides whether an action is acceptable; that is what `Table` adds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from saloon.core.canonical import commitment
from saloon.core.errors import BadInput, quoted
from saloon.core.game import SERVER, Action, Outcome, Seat, seat_name
from saloon.core.registry import AnyGame

from .acks import Accepted, AckBuilder
from .helpers import GivenHelp, Help, helper_kinds, server_helper_kinds
from .progress import Progress, SeatKinds, advance, legal_now


class Entry(Struct, frozen=True, gc=False):
    """One accepted action, as the log keeps it."""

    seat: Seat
    action: Action
    at: int | None


class LoggedGame:
    """A game in progress as far as it has come: what may be seen and done now, and what was accepted so far."""

    def __init__(
        self,
        game: AnyGame,
        seed: str,
        options: Struct,
        *,
        nonce: str,
        seats: SeatKinds | None = None,
        match_id: str | None = None,
        committed: Mapping[str, Any] | None = None,
        start: Progress | None = None,
        played: int = 0,
    ) -> None:
        """Deal, or begin with `start`. Use `Table.deal`, which checks its arguments; this constructor does not.

        `committed` are the options in a log's header, if it names fewer than there are.
        """
        self.game = game
        self.seed = seed
        self.options = options
        self.nonce = nonce
        self.seats: SeatKinds = seats or ("human",) * len(game.seats)
        self.match_id = match_id
        self.committed = msgspec.to_builtins(options) if committed is None else dict(committed)
        """The options that the commitment binds."""
        self.commitment = commitment(game.name, nonce, self.committed, seed)
        self.entries: list[Entry] = []
        self.incidents: list[str] = []
        """What the rules failed on."""
        self.start = start
        """The position that the table began with; None if it was dealt."""
        self.played_before = played
        """Milliseconds played before the game came to this table, without pauses."""
        self._progress = self.beginning
        game.check(self.state)
        self._seqs = dict.fromkeys(game.seats, 0)
        """The sequence number that the next message of each seat must have."""
        self.seat_numbers: dict[str, Seat] = {seat_name(seat): seat for seat in (*game.seats, SERVER)}
        self._given = dict.fromkeys(game.seats, 0)
        """How often the server helped each seat."""
        self._kinds = {**game.actions, **helper_kinds(game)}
        self._server_kinds = {**game.server_actions, **server_helper_kinds(game)}
        self.ack_builder = AckBuilder(game, self.seats)

    # --- what is on the table -------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The game's state."""
        return self._progress.state

    @property
    def rev(self) -> int:
        """How many actions were accepted."""
        return self._progress.rev

    @property
    def help(self) -> Help:
        """The help given so far, and whether the game is paused."""
        return self._progress.help

    @property
    def begun_paused(self) -> bool:
        """Whether the table began with a position that was saved during a pause."""
        return self.start is not None and self.start.help.paused

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.outcome(self._progress.state)

    def view(self, seat: Seat | None) -> Any:
        """Return what `seat` may see; None is a watcher."""
        return self.game.view(self.state, self._viewer(seat))

    def _viewer(self, seat: Seat | None) -> Seat | None:
        """Return the viewer for `seat`: the server sees no more than a watcher."""
        return None if seat is None or self._seated(seat) == SERVER else seat

    def _seated(self, seat: Seat) -> Seat:
        if seat != SERVER and seat not in self._seqs:
            raise BadInput(f"{self.game.name} has no seat {quoted(seat)}", "NO_SUCH_SEAT")
        return seat

    def moves(self, seat: Seat) -> Sequence[Action]:
        """Return the game's own legal actions of `seat`."""
        return [] if self.help.paused else self.game.legal(self.state, self._seated(seat))

    def legal(self, seat: Seat | None) -> list[Action]:
        """Return what `seat` may do now, helpers last; a watcher may do nothing."""
        return list(legal_now(self.game, self.seats, self._progress, None if seat is None else self._seated(seat)))

    def state_hash(self) -> str:
        """Return the hash of the full state. It is for logs, never for players, who could test guesses against it."""
        return self._progress.hash(self.game)

    def expected_seq(self, seat: Seat | None) -> int:
        """Return the sequence number that the next message of `seat` must have."""
        return self._seqs.get(-1 if seat is None else seat, 0)

    def actions_used(self, seat: Seat) -> int:
        """Return how many log entries count for `seat`: its own actions and the help that the server gave it."""
        return self._seqs[seat] + self._given[seat]

    # --- the log --------------------------------------------------------------------------------------------

    def _note(self, accepted: Accepted) -> None:
        """Add an accepted action."""
        seat, seq = accepted.seat, accepted.seq
        self._progress = accepted.after
        self.entries.append(Entry(seat, accepted.action, accepted.at))
        if seq is not None:
            self._seqs[seat] = seq + 1
        elif isinstance(accepted.action, GivenHelp):
            self._given[self.seat_numbers[accepted.action.player]] += 1

    @property
    def progress(self) -> Progress:
        """The game's progress: a checkpoint to roll back to if what follows cannot be stored."""
        return self._progress

    @property
    def beginning(self) -> Progress:
        """The progress before the first action."""
        return self.start or Progress(self.game.deal(self.seed, self.options))

    def roll_back(self, checkpoint: Progress) -> None:
        """Forget every action since `checkpoint`. None of them may have been published."""
        for entry in self.entries[checkpoint.rev :]:
            if entry.seat != SERVER:
                self._seqs[entry.seat] -= 1
            elif isinstance(entry.action, GivenHelp):
                self._given[self.seat_numbers[entry.action.player]] -= 1
        del self.entries[checkpoint.rev :]
        self._progress = checkpoint

    def accepted_since(self, checkpoint: Progress) -> Iterator[Accepted]:
        """Replay what was accepted since `checkpoint`, for a client that missed it."""
        before, entries = checkpoint, self.entries[checkpoint.rev :]
        seqs = Counter(self._seqs) - Counter(entry.seat for entry in entries)
        for entry in entries:
            seq = None if entry.seat == SERVER else seqs[entry.seat]
            after = advance(self.game, self.seats, before, entry.seat, entry.action)
            yield Accepted(entry.seat, seq, entry.action, entry.at, before, after)
            seqs[entry.seat] += 1
            before = after

    def views(self, seat: Seat) -> Iterator[Any]:
        """Yield what `seat` was sent since the deal: a view after the deal and after each action."""
        beginning = self.beginning
        yield self.game.view(beginning.state, seat)
        for accepted in self.accepted_since(beginning):
            yield self.game.view(accepted.after.state, seat)
