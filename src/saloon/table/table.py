"""The table: a game in progress, which decides every message with an ack, a reject or a snapshot."""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from secrets import token_hex
from typing import Any, Literal, Self

import msgspec
from msgspec import UNSET, Struct

from saloon.core.canonical import commitment, view_hash
from saloon.core.errors import BadInput, InvariantBreach, Rejected, SaloonError, quoted
from saloon.core.game import SERVER, Action, Outcome, Seat, Stuck, seat_name, supported_options
from saloon.core.registry import AnyGame
from saloon.core.seeds import check_seed
from saloon.core.solver import Limits, Verdict
from saloon.games import GAMES

from .acks import Accepted, AckBuilder, stuck_now, suggestion_for
from .envelope import out_of_step
from .fair_hints import Advice, advise, check_fair_hints
from .helpers import (
    FAIR_HINT,
    NO_HELP,
    AssistFor,
    GivenHelp,
    Help,
    HintFor,
    Pause,
    Redo,
    Resume,
    Undo,
    helper_kinds,
    server_helper_kinds,
)
from .log import Header, Log, write_log
from .messages import Intent, Reject, Reply, Snapshot, SnapshotReason, ViewHash, read_intent
from .progress import Progress, SeatKinds, advance, check_seats, legal_now
from .snapshots import snapshot_of
from .writing import header_of, log_of

_logger = logging.getLogger(__name__)


class Entry(Struct, frozen=True, gc=False):
    """One accepted action, as the log keeps it."""

    seat: Seat
    action: Action
    at: int | None


class Decision(Struct, frozen=True, gc=False):
    """The table's decision on an intent. `code` is that of the reject, or the reason of the snapshot."""

    result: Literal["ack", "reject", "snapshot", "viewHash"]
    code: str = ""
    reason: str = ""
    accepted: Accepted | None = None


class Table:
    """A game in progress.

    >>> game, *others = GAMES
    >>> table = Table.deal(game.name, seed="7")
    >>> table.act(0, table.legal(0)[0])
    >>> table.rev
    1
    """

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
        self.start = start
        """The position that the table began with; None if it was dealt."""
        self.played_before = played
        """Milliseconds played before the game came to this table, without pauses."""
        self._progress = start or Progress(game.deal(seed, options))
        game.check(self.state)
        self._seqs = dict.fromkeys(game.seats, 0)
        self.seat_numbers: dict[str, Seat] = {seat_name(seat): seat for seat in (*game.seats, SERVER)}
        self._given = dict.fromkeys(game.seats, 0)
        self._kinds = {**game.actions, **helper_kinds(game)}
        self._server_kinds = {**game.server_actions, **server_helper_kinds(game)}
        self.ack_builder = AckBuilder(game, self.seats)
        self._advice: Advice | None = None

    @classmethod
    def deal(
        cls,
        game: str | AnyGame,
        *,
        seed: str | None = None,
        now: int | None = None,
        options: Mapping[str, Any] | Struct | None = None,
        nonce: str | None = None,
        seats: SeatKinds | None = None,
        match_id: str | None = None,
        rules: str | None = None,
    ) -> Self:
        """Deal a game, from a fresh seed unless one is given. `seats` says which are human and which are bots.

        Without a seed Cards is dealt from the time `now`, in milliseconds since 1970; other games need none. A seed may
        also be a deal number of another program, such as `pysol:123`, where the game knows some.
        `rules` is the rules version; by default the newest that supports the options.
        """
        if isinstance(game, str):
            rulebook, chosen = GAMES.choose(game, options or {}, rules)
        else:
            rulebook, chosen = game, supported_options(game, options or {})
        seed = rulebook.check_seed(rulebook.fresh_seed(now) if seed is None else seed)
        elsewhere = rulebook.dealt_elsewhere(seed, chosen)
        return cls(
            rulebook,
            seed,
            chosen,
            nonce=check_seed(nonce, "nonce") if nonce else token_hex(16),
            seats=check_seats(rulebook, seats),
            match_id=match_id,
            start=None if elsewhere is None else Progress(elsewhere),
        )

    @classmethod
    def set_up(
        cls, game: AnyGame, state: Any, *, helped: Help = NO_HELP, nonce: str | None = None, played: int = 0
    ) -> Self:
        """Begin with a position that was not dealt here, for example one saved by another program.

        `played` is the time played before, in milliseconds.
        """
        start = Progress(state, help=helped)
        return cls(game, state.seed, state.options, nonce=nonce or token_hex(16), start=start, played=played)

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

    # --- acting ---------------------------------------------------------------------------------------------

    def act(self, seat: Seat, action: Action, *, at: int | None = None) -> None:
        """Take one action, or raise Rejected and change nothing. `at` is milliseconds since the deal."""
        if self._kinds_of(self._seated(seat)).get(action.kind) is not type(action):
            raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for {seat_name(seat)} here")
        self._accept(seat, action, at)

    def _accept(self, seat: Seat, action: Action, at: int | None) -> Accepted:
        if at is not None and (type(at) is not int or at < 0):
            raise BadInput(f"the time {quoted(at)} is not a number of milliseconds since the deal", "BAD_TIME")
        seq = None if seat == SERVER else self._seqs[seat]
        accepted = Accepted(seat, seq, action, at, self._progress, self._judged(seat, action))
        self._note(accepted)
        return accepted

    def _note(self, accepted: Accepted) -> None:
        """Update the table after an accepted action."""
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
        return self.begun_again(self.nonce).progress

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

    def undo(self, seat: Seat = 0, *, at: int | None = None) -> None:
        """Undo the last step."""
        self.act(seat, Undo(), at=at)

    def redo(self, seat: Seat = 0, *, at: int | None = None) -> None:
        """Redo the step that was undone last."""
        self.act(seat, Redo(), at=at)

    def pause(self, seat: Seat = 0, *, at: int | None = None) -> None:
        """Stop the timer until `resume`."""
        self.act(seat, Pause(), at=at)

    def resume(self, seat: Seat = 0, *, at: int | None = None) -> None:
        """Go on after a pause."""
        self.act(seat, Resume(), at=at)

    def hint(self, seat: Seat = 0, *, at: int | None = None) -> Action | None:
        """Return a good move for `seat`, judged from what it sees, and log that the server gave a hint."""
        self.act(SERVER, HintFor(seat_name(self._seated(seat))), at=at)
        return self.suggestion(seat)

    def fair_hint(self, seat: Seat = 0, *, at: int | None = None) -> Action | None:
        """Return the move of a strong bot that sees what `seat` was sent, and log that the server helped.

        None means that the bot sees nothing left that could help.
        """
        check_fair_hints(self.game)
        solver = self.game.solver()
        if solver is not None:
            solver.load()
        self.act(SERVER, AssistFor(FAIR_HINT, seat_name(self._seated(seat))), at=at)
        self._advice = advise(self, seat, self._advice)
        return self._advice.action

    def views(self, seat: Seat) -> Iterator[Any]:
        """Yield what `seat` was sent since the deal: a view after the deal and after each action."""
        beginning = self.beginning
        yield self.game.view(beginning.state, seat)
        for accepted in self.accepted_since(beginning):
            yield self.game.view(accepted.after.state, seat)

    def suggestion(self, seat: Seat) -> Action | None:
        """Return what a hint would say, without logging one."""
        return suggestion_for(self.game, self._progress, self._seated(seat))

    def stuck(self, seat: Seat) -> Stuck | None:
        """Return why a solitaire is stuck, if it is."""
        found = stuck_now(self.game, self._progress, self._seated(seat), self.view(seat), self.legal(seat))
        return None if found is UNSET else found

    def solve(self, seat: Seat = 0, *, limits: Limits | None = None, at: int | None = None) -> Verdict:
        """Return whether and how the game can be won from here; log that the server helped `seat`."""
        solver = self.game.solver()
        if solver is None:
            raise BadInput(f"{self.game.title} has no solver", "NO_SOLVER")
        solver.load()
        self.act(SERVER, AssistFor("solve", seat_name(self._seated(seat))), at=at)
        return solver.line(self.game, self.state, limits)

    def retry(self) -> "Table":
        """Return a new table with the same deal; refused between people, who get a new deal every time."""
        if self.seats.count("human") > 1:
            raise Rejected("NOT_BETWEEN_PEOPLE", "a rematch between people is a new deal")
        return self.begun_again(token_hex(16), self.match_id)

    def begun_again(self, nonce: str, match_id: str | None = None) -> "Table":
        """Return a table with the same deal on which nothing has been played."""
        return Table(
            self.game,
            self.seed,
            self.options,
            nonce=nonce,
            seats=self.seats,
            match_id=match_id,
            start=self.start,
            played=self.played_before,
        )

    def decide(self, seat: Seat | None, intent: Intent, *, at: int | None = None) -> Decision:
        """Apply the intent if it is acceptable, and return the decision.

        A watcher has no seat, and may only ask for the state.

        The envelope and its sequence number are checked first, so that a repeated message is always
        recognised; then the action itself, in the order of the contract.
        """
        try:
            needed = self._out_of_step(seat, intent)
            if needed == "viewHash":
                return Decision("viewHash")
            if needed is not None:
                return Decision("snapshot", needed)
            assert seat is not None
            kinds = self._kinds_of(seat)
            accepted = self._accept(seat, self.game.read_action(self.options, kinds, intent.kind, intent.payload), at)
        except Rejected as rejected:
            return Decision("reject", rejected.code, rejected.reason)
        except InvariantBreach as breach:
            return Decision("snapshot", "AIRBAG", breach.reason)
        return Decision("ack", "", "", accepted)

    def is_due(self, seat: Seat, intent: Intent) -> bool:
        """Whether a message is meant for this table and has the expected numbers, so that its action decides."""
        try:
            return self._out_of_step(seat, intent) is None
        except Rejected:
            return False

    def submit(self, seat: Seat, message: Intent | bytes | str | Mapping[str, Any], *, at: int | None = None) -> Reply:
        """Answer one message of `seat` with an ack, a reject, or a snapshot if the client's view is out of date."""
        self._seated(seat)
        try:
            intent = message if isinstance(message, Intent) else read_intent(message)
        except Rejected as rejected:
            return self.reply(Decision("reject", rejected.code, rejected.reason), seat)
        return self.reply(self.decide(seat, intent, at=at), seat)

    def reply(self, decision: Decision, seat: Seat | None, progress: Progress | None = None) -> Reply:
        """Return the answer to a message of `seat`, redacted to what that seat may see, now or at a `progress`."""
        progress = progress or self._progress
        if decision.accepted is not None:
            return self.ack_builder.ack(decision.accepted, self._viewer(seat))
        if decision.result == "reject":
            return Reject(decision.code, decision.reason, self.expected_seq(seat), progress.rev)
        if decision.result == "viewHash":
            view = self.game.view(progress.state, self._viewer(seat))
            return ViewHash(progress.rev, view_hash(progress.rev, view))
        return self.snapshot(seat, decision.code, progress)  # type: ignore[arg-type]

    def _kinds_of(self, seat: Seat) -> Mapping[str, type[Action]]:
        return self._server_kinds if seat == SERVER else self._kinds

    def _judged(self, seat: Seat, action: Action) -> Progress:
        """Return the progress after `action`; a failure of the rules becomes an AIRBAG."""
        try:
            after = advance(self.game, self.seats, self._progress, seat, action)
            self.game.check_change(self.state, after.state)
        except InvariantBreach as breach:
            self._airbag(breach)
            raise
        except SaloonError:
            raise
        except Exception as error:
            fault = InvariantBreach(f"the rules failed on {action.kind!r}: {type(error).__name__}")
            self._airbag(fault)
            raise fault from error
        return after

    def _airbag(self, breach: InvariantBreach) -> None:
        self.incidents.append(breach.reason)
        _logger.error("AIRBAG at rev %d of %s: %s", self.rev, self.match_id or self.game.name, breach.reason)

    def _out_of_step(self, seat: Seat | None, intent: Intent) -> SnapshotReason | Literal["viewHash"] | None:
        return out_of_step(intent, seat, self.expected_seq(seat), self._progress.rev, self.match_id)

    # --- replies --------------------------------------------------------------------------------------------

    def snapshot(self, seat: Seat | None, reason: SnapshotReason, progress: Progress | None = None) -> Snapshot:
        """Return everything that `seat` may know, now or at an earlier `progress`.

        A solitaire's player may know its seed.
        """
        return snapshot_of(self, self._viewer(seat), reason, progress or self._progress)

    # --- logs and saves -------------------------------------------------------------------------------------

    def header(self) -> Header:
        """Return the header of the log. It reveals the seed, so between people it is published only after the end."""
        return header_of(self)

    def log(self) -> Log:
        """Return the log, every step with the state hash after it."""
        return log_of(self)

    def save(self) -> bytes:
        """Return the save: the log and its header, as JSON."""
        return write_log(self.log())

    @staticmethod
    def load(save: bytes | str) -> "Table":
        """Return the table of a save, or raise BadLog with a reason."""
        from .replay import load

        return load(save)
