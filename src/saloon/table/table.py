"""The table: a game in progress, which decides every message with an ack, a reject or a snapshot."""

import logging
from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Literal, Self

from msgspec import UNSET, Struct

from saloon.core.canonical import view_hash
from saloon.core.errors import BadInput, InvariantBreach, Rejected, SaloonError, quoted
from saloon.core.game import SERVER, Action, Seat, Stuck, seat_name, supported_options
from saloon.core.registry import AnyGame
from saloon.core.seeds import check_seed
from saloon.core.solver import Limits, Verdict
from saloon.games import GAMES

from .acks import Accepted, stuck_now, suggestion_for
from .fair_hints import Advice, advise, check_fair_hints
from .helpers import (
    FAIR_HINT,
    NO_HELP,
    AssistFor,
    Help,
    HintFor,
    Pause,
    Redo,
    Resume,
    Undo,
)
from .log import Header, Log, write_log
from .logged_game import LoggedGame
from .messages import PROTOCOL_VERSION, Intent, Reject, Reply, Snapshot, SnapshotReason, ViewHash, read_intent
from .progress import Progress, SeatKinds, advance, check_seats
from .snapshots import snapshot_of
from .writing import header_of, log_of

_logger = logging.getLogger(__name__)


class Decision(Struct, frozen=True, gc=False):
    """The table's decision on an intent. `code` is that of the reject, or the reason of the snapshot."""

    result: Literal["ack", "reject", "snapshot", "viewHash"]
    code: str = ""
    reason: str = ""
    accepted: Accepted | None = None


class Table(LoggedGame):
    """A game in progress.

    >>> game, *others = GAMES
    >>> table = Table.deal(game.name, seed="7")
    >>> table.act(0, table.legal(0)[0])
    >>> table.rev
    1
    """

    _advice: Advice | None = None
    """The last fair hint."""

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

    # --- messages -------------------------------------------------------------------------------------------

    def decide(self, seat: Seat | None, intent: Intent, *, at: int | None = None) -> Decision:
        """Apply the intent if it is acceptable, and return the decision.

        A watcher has no seat, and may only ask for the state. Addresses and sequence numbers are checked first, so
        that a repeated message is always recognised; then the action itself, in the order of the contract.
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

    def _out_of_step(self, seat: Seat | None, intent: Intent) -> SnapshotReason | Literal["viewHash"] | None:
        """Return why the client needs its view or hash, if it does; refuse misdirected and repeated messages."""
        if not intent.match_id is intent.client_id is intent.protocol_version is UNSET:
            _check_addresses(intent, seat, self.match_id)
        if intent.kind == "stateRequest":
            return "STATE_REQUEST"
        if intent.kind == "hashRequest":
            return "viewHash"
        if seat is None:
            raise Rejected("NOT_YOUR_SEAT", "you are watching; take a seat to play")
        if seat == SERVER:
            return None
        seq, base_rev, expected = intent.seq, intent.base_rev, self.expected_seq(seat)
        if seq is UNSET or base_rev is UNSET:
            raise Rejected("MALFORMED_MESSAGE", "the message needs both seq and baseRev")
        if seq < expected:
            raise Rejected("DUPLICATE_SEQ", f"message {quoted(seq)} is not new; the next is {expected}")
        if seq > expected:
            return "SEQ_GAP"
        return "BASE_REV_MISMATCH" if base_rev > self._progress.rev else None

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
        """Return the actions that a seat, or the server, may take."""
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


def _check_addresses(intent: Intent, seat: Seat | None, match_id: str | None) -> None:
    """Refuse messages for another table, seat or protocol version."""
    agreeing = (
        ("matchId", intent.match_id, match_id),
        ("clientId", intent.client_id, None if seat is None else seat_name(seat)),
        ("protocolVersion", intent.protocol_version, PROTOCOL_VERSION),
    )
    for name, said, actual in agreeing:
        if said is not UNSET and actual is not None and said != actual:
            raise Rejected("MALFORMED_MESSAGE", _mismatch(name, said, actual))


def _mismatch(name: str, said: str, actual: str) -> str:
    if name == "protocolVersion":
        return f"this server speaks protocol {actual}, the client {quoted(said)}; update the client or reload the page"
    return f"{name} is {quoted(said)}, but this table expects {quoted(actual)}"
