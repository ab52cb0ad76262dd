"""A table in play: messages come in, are judged, made durable, and only then answered and told to everyone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import takewhile
from math import inf
from time import time_ns
from typing import Final

import msgspec

from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, Seat
from saloon.store import Conflict, Store, StoredTable
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.store.store import Addition, Finish, StoredEntry
from saloon.table import Intent, Table
from saloon.table.answers import Accepted
from saloon.table.clerk import Answer, Question, Written
from saloon.table.helpers import GivenHelp
from saloon.table.messages import Reject, SnapshotReason, read_intent
from saloon.table.progress import Progress
from saloon.table.table import Verdict

from .action_limit import ActionLimit
from .clock import ServerClock
from .folding import dealt, finish_of, stored_entry, taken
from .letters import Acks, Group, Judged, Letter, Outbox, Proposal, Request, deliver
from .metrics import Metrics
from .missed import Missed
from .news import News, NewsFor

_logger = logging.getLogger(__name__)

_SOON: Final = 0.002
"""Seconds between two looks at whether everything is answered."""
REQUEST_SECONDS: Final = 30.0
"""Seconds for which somebody who sent a request counts as connected, though they have no socket."""
_ENCODER: Final = msgspec.json.Encoder()
_NOTHING: Final = Verdict("nothing")
"""What comes of a proposal that is not due."""


def now() -> int:
    """Return the milliseconds since 1970."""
    return time_ns() // 1_000_000


class Desk:
    """One table in one process. Several processes may have the same table; the store puts their actions in order.

    What is said at it waits until it is called: `rounds.py` settles what waits at many tables together.
    """

    def __init__(
        self,
        stored: StoredTable,
        table: Table,
        store: Store,
        metrics: Metrics,
        clock: ServerClock,
        call: "Callable[[Desk], None]",
    ) -> None:
        self.stored = stored
        self.told = stored.standing
        """The standing that those who are connected know of; a process may read a newer one before it is told."""
        self.table = table
        self.limit = ActionLimit(table.game, table.options)
        """How many actions each seat may take."""
        self.outboxes: list[Outbox] = []
        self.used = asyncio.get_running_loop().time()
        self.at = 0
        self.changed: Callable[[], None] = lambda: None
        """Called after every change, for bots and clocks."""
        self.published: Callable[[], None] = lambda: None
        """Called when this process has written something, for the others to read it."""
        self.noted: Callable[[Accepted, int], None] = lambda _, __: None
        """Called with each accepted action and its time, also while an old log is folded."""
        self.ended: Callable[[], None] = lambda: None
        """Called when the game ends, whichever process took the last action."""
        self.damaged: Callable[[TableDamaged], None] = lambda _: None
        """Called when the stored log or row does not fit what is in memory."""
        self.lock = asyncio.Lock()
        """Held by whoever changes the table, or needs it as it is on the disk."""
        self.is_busy = False
        """Whether something that was said is not answered yet."""
        self._call = call
        self._clock = clock
        self._requested = -inf
        """When one of those who sit here last sent a request, by the event loop's clock."""
        self._store = store
        self._metrics = metrics
        self._inbox: list[Request] = []
        self._missed = Missed(table)

    # --- asking ---------------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether play has begun and is not over."""
        return self.stored.status == "active"

    @property
    def elapsed(self) -> int:
        """Milliseconds of the server clock since play began."""
        begun = self.stored.begun
        return 0 if begun is None else max(0, self._clock.now() - begun)

    @property
    def attended_until(self) -> float:
        """Until when, by the event loop's clock, a person who sits here counts as connected to this process."""
        if any(outbox.receiver is not None for outbox in self.outboxes):
            return inf
        return self._requested + REQUEST_SECONDS

    def note_request(self) -> None:
        """Know that one of those who sit here has sent a request: they count as connected for a while."""
        now = asyncio.get_running_loop().time()
        was_attended = now < self.attended_until
        self._requested = now
        if not was_attended:
            self.changed()

    async def submit(self, seat: Seat, message: bytes | Intent) -> bytes:
        """Answer one message of a seat."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.post(Request(seat, message, None, answer))
        return await answer

    def post(self, request: Request) -> None:
        """Take one message; its answer goes to where it came from, in order with everything else."""
        self._inbox.append(request)
        if not self.is_busy:
            self.is_busy = True
            self._call(self)

    async def settled(self) -> None:
        """Wait until everything that has come in is answered."""
        while self.is_busy:
            await asyncio.sleep(_SOON)

    def send_in(self, seat: Seat, action: Action) -> "asyncio.Task[bytes]":
        """Enter an action of a bot or of the server."""
        payload = msgspec.to_builtins(action)
        if seat == SERVER:
            intent = Intent(action.kind, payload)
        else:
            intent = Intent(action.kind, payload, self.table.expected_seq(seat), self.table.rev)
        return asyncio.create_task(self.submit(seat, intent))

    async def enter_help(self, help_: GivenHelp) -> bytes:
        """Enter help as the server's action; return the answer as the seat that is helped gets it."""
        intent = Intent(help_.kind, msgspec.to_builtins(help_))
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.post(Request(SERVER, intent, None, answer, self.table.seat_numbers[help_.player]))
        return await answer

    async def propose(self, action: Proposal) -> bytes:
        """Enter what `action` returns, as the server's. It is asked under the lock, after catching up, and may pass."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.post(Request(SERVER, action, None, answer))
        return await answer

    async def stands(self) -> Progress:
        """Return where the table stands, of what is durable."""
        async with self.lock:
            return self.table.mark()

    async def snapshot(self, seat: Seat | None, reason: SnapshotReason = "STATE_REQUEST") -> bytes:
        """Return the whole of what a receiver may know, of what is durable."""
        async with self.lock:
            await self.look()
            return self._snapshot(seat, reason)

    def _snapshot(self, seat: Seat | None, reason: SnapshotReason) -> bytes:
        self._metrics.count("saloon_snapshots_total", reason)
        return _ENCODER.encode(self.table.snapshot(seat, reason))

    async def connect(self, outbox: Outbox, rev: int | None, news: News) -> None:
        """Let a connection in: it gets what it missed since `rev`, or a snapshot if that is shorter or safer."""
        async with self.lock:
            await self.look()
            outbox.send(_ENCODER.encode(news))
            if self.stored.status != "waiting":
                for message in self._lacking(outbox.receiver, rev):
                    outbox.send(message)
            outbox.since = self._clock.now()
            self.outboxes.append(outbox)
        self.changed()

    def _lacking(self, receiver: Seat | None, rev: int | None) -> list[bytes]:
        snapshot = self._snapshot(receiver, "CONNECT")
        if receiver is None and any(seat.generation for seat in self.stored.seats):
            rev = None  # a watcher who has left a seat here may name the revision of what they saw from there
        acks = None if rev is None else self._missed.since(rev, receiver)
        return [snapshot] if acks is None or sum(map(len, acks)) >= len(snapshot) else acks

    def disconnect(self, outbox: Outbox) -> None:
        """Let a connection go."""
        if outbox in self.outboxes:
            self.outboxes.remove(outbox)
        self.used = asyncio.get_running_loop().time()
        self.changed()

    # --- working --------------------------------------------------------------------------------------------

    def question(self, time: int) -> Question | None:
        """Return what the clerk is asked about the first message that waits, if there is a clerk and it may be asked.

        From now until `judge` nothing else may happen at the table.
        """
        started, table, inbox = self.stored.begun, self.table, self._inbox
        if started is None:  # it waits for players
            return None
        if time - started > self.at:
            self.at = time - started
        if table.clerk is None or not inbox:
            return None
        first = inbox[0]
        message, seat, origin = first.message, first.seat, first.origin
        if type(message) is not bytes or seat is None or (origin is not None and origin.receiver != seat):
            return None
        if table.rev >= self.limit.per_seat and self.limit.is_reached(table, seat):
            return None
        return table.question(seat, message, at=self.at)

    def judge(self, question: Question | None = None, answer: Answer = None) -> Group:
        """Judge what waits, in its order; the first message is taken as the clerk did, if it has an answer to that.

        Nobody may hear of it before it is durable; until then the lock is held.
        """
        mark, waiting, self._inbox = self.table.mark(), self._inbox, []
        is_broken = False
        judged: list[Judged] = []
        entries: list[StoredEntry] = []
        try:
            for request in waiting:
                if question is not None and answer is not None:
                    one, answer = Judged(request, self.table.take(question, answer)), None
                elif entries and callable(request.message):  # what was due before these actions may be so no more
                    one = Judged(request, _NOTHING)
                else:
                    one = self._judged(request)
                judged.append(one)
                if one.verdict.accepted is not None:
                    entries.append(stored_entry(one.verdict.accepted))
                elif one.verdict.code == "AIRBAG":  # after that the table is not to be trusted
                    is_broken = True
                    waiting, self._inbox = waiting[: len(judged)], waiting[len(judged) :]
                    break
            finish = finish_of(self.stored, self.table, now()) if entries else None
            addition = Addition(self.stored.table_id, entries, finish) if entries else None
        except Exception as error:
            self.table.back_to(mark)
            return self.given_up(error, waiting)
        return Group(waiting, mark, judged, addition, is_broken)

    async def mended(self, group: Group, error: Exception | None) -> Group:
        """Return what is to be told of a group whose write failed or that broke the rules."""
        try:
            if error is not None and not await self._is_written(group, error):
                self.table.back_to(group.mark)
                if await self._others_were_faster():
                    self._inbox[:0] = group.waiting  # to be judged again
                    return Group(group.waiting, group.mark, ())
                group = Group(group.waiting, group.mark, self._unkept(group.judged))
            if group.is_broken:
                await self._refold()
        except Exception as fault:
            if error is not None:
                self.table.back_to(group.mark)
            return self.given_up(fault, group.waiting)
        return group

    def given_up(self, error: Exception, waiting: Sequence[Request] | None = None) -> Group:
        """Nobody waits for ever: whatever went wrong, everyone is told that nothing was done."""
        if waiting is None:
            waiting, self._inbox = self._inbox, []
        if isinstance(error, TableDamaged):
            self.damaged(error)
        elif not isinstance(error, StoreUnavailable):
            _logger.error("table %s could not settle its messages", self.stored.table_id, exc_info=error)
        return Group(waiting, self.table.mark(), [self._refused(request) for request in waiting])

    def tell(self, group: Group) -> list[Letter]:
        """Write the answers to a group that is durable, and what the others are told of it."""
        letters: list[Letter] = []
        kept = group.addition
        if kept is not None and kept.finish is not None:
            self._end(kept.finish)
        for one in group.judged:
            if one.verdict.accepted is None:
                self._answer(one, letters)
            else:
                self._acknowledge(one, one.verdict.accepted, letters)
        if kept is not None:
            self.published()
        return letters

    def rest(self, time: float) -> None:
        """Have a group settled: see what is due now, and ask to be called again if more was said meanwhile."""
        self.used = time
        self.is_busy = bool(self._inbox)
        if self.is_busy:
            self._call(self)
        self.changed()

    async def _is_written(self, group: Group, error: Exception) -> bool:
        """Whether a write that failed has reached the log all the same: its confirmation may have been lost."""
        if isinstance(error, Conflict):
            self._metrics.count("saloon_lost_races_total")
            return False
        if not isinstance(error, StoreUnavailable):
            _logger.error("an action could not be written at table %s", self.stored.table_id, exc_info=error)
        try:
            written = await self._store.entries(self.stored.table_id, group.mark.rev)
            if group.addition is None or written[: len(group.addition.entries)] != group.addition.entries:
                return False
            if self.table.outcome is not None:
                await self._renew()
        except StoreUnavailable:
            return False
        return True

    def _judged(self, request: Request) -> Judged:
        try:
            verdict = self._judge(request)
            if verdict.accepted is not None or verdict.code == "AIRBAG" or verdict is _NOTHING:
                return Judged(request, verdict)
            if verdict.result == "reject":
                return Judged(request, verdict, self._reject(request.receiver, verdict))
            reason: SnapshotReason = verdict.code  # type: ignore[assignment]
            return Judged(request, verdict, self._snapshot(request.receiver, reason))
        except Exception:
            _logger.exception("a message could not be judged at table %s", self.stored.table_id)
            return Judged(request, Verdict("snapshot", "AIRBAG"))

    def _judge(self, request: Request) -> Verdict:
        if request.origin is not None and request.origin.receiver != request.seat:
            return Verdict("reject", "NOT_YOUR_SEAT", "the seat has changed hands; you are watching")
        if self.stored.status == "waiting":
            return Verdict("reject", "MATCH_NOT_ACTIVE", "the table waits for players")
        message = request.message
        if callable(message):
            due = message()
            if due is None:
                return _NOTHING
            message = Intent(due.kind, msgspec.to_builtins(due))
        try:
            intent = read_intent(message) if isinstance(message, bytes) else message
        except Rejected as rejected:
            return Verdict("reject", rejected.code, rejected.reason)
        refusal = self.limit.refusal(self.table, request.seat, intent)
        return self.table.judge(request.seat, intent, at=self.at) if refusal is None else refusal

    async def _refold(self) -> None:
        """Deal anew and take the log again: the state in memory was broken."""
        table = dealt(self.stored)
        for entry in await self._store.entries(self.stored.table_id):
            taken(table, entry)
        has_clerk, self.table = self.table.clerk is not None, table
        if has_clerk:
            self.employ_clerk()
        self._missed = Missed(table)

    async def _others_were_faster(self) -> bool:
        """Read what was written elsewhere; False if there is nothing, so that trying again would not help."""
        rev = self.table.rev
        try:
            await self._catch_up()
        except StoreUnavailable:
            return False
        return self.table.rev > rev

    def _unkept(self, judged: Sequence[Judged]) -> list[Judged]:
        """Nothing is told that may not be durable, nor what was judged after it; who asks again sees whether it is."""
        sure = list(takewhile(lambda one: one.verdict.accepted is None, judged))
        return [*sure, *(self._refused(one.request) for one in judged[len(sure) :])]

    def _refused(self, request: Request) -> Judged:
        reason = "the action could not be kept for certain; ask again"
        verdict = Verdict("reject", StoreUnavailable.default_code, reason)
        return Judged(request, verdict, self._reject(request.receiver, verdict))

    def _end(self, finish: Finish) -> None:
        changes = {"status": "finished", "finished_at": finish.at, "outcome": finish.outcome}
        self.stored = msgspec.structs.replace(self.stored, **changes)
        self.ended()

    def _acknowledge(self, judged: Judged, accepted: Accepted, letters: list[Letter]) -> None:
        self.noted(accepted, self.at)
        acks = self._tell(accepted, letters, judged.verdict.written)
        request = judged.request
        origin, answer = request.origin, request.answer
        if origin is not None and origin not in self.outboxes:
            letters.append((origin, acks[origin.receiver]))
        if answer is not None and not answer.done():
            answer.set_result(acks[request.receiver])

    def _answer(self, judged: Judged, letters: list[Letter]) -> None:
        request, verdict, answer = judged.request, judged.verdict, judged.answer
        if verdict.result == "reject":
            self._metrics.count("saloon_rejects_total", verdict.code)
        if verdict.code == "AIRBAG":
            answer = self._snapshot(request.receiver, "AIRBAG")
            self._open_airbag(request, letters)
        if request.origin is not None:
            letters.append((request.origin, answer))
        if request.answer is not None and not request.answer.done():
            request.answer.set_result(answer)

    def _open_airbag(self, request: Request, letters: list[Letter]) -> None:
        """The rules failed: everyone else gets the last good state too."""
        self._metrics.count("saloon_airbags_total")
        others = [outbox for outbox in self.outboxes if outbox is not request.origin]
        letters += [(outbox, self._snapshot(outbox.receiver, "AIRBAG")) for outbox in others]

    def _reject(self, seat: Seat | None, verdict: Verdict) -> bytes:
        rejected = Reject(verdict.code, verdict.reason, self.table.expected_seq(seat), self.table.rev)
        return _ENCODER.encode(rejected)

    def _tell(self, accepted: Accepted, letters: list[Letter], written: Written | None = None) -> Acks:
        """Write an acknowledgement to everyone who is connected, each as they may see it."""
        self._missed.remember(accepted.after)
        acks = Acks(self.table, accepted, written)
        letters += [(outbox, acks[outbox.receiver]) for outbox in self.outboxes]
        return acks

    # --- what others wrote ----------------------------------------------------------------------------------

    async def sync(self) -> None:
        """Learn what other processes did, the table's standing too."""
        async with self.lock:
            await self.look()
        self.changed()

    async def look(self) -> None:
        """Look at what others wrote: a process that shares its database does so before it answers."""
        if not self._store.database.shared:
            return
        try:
            await self._renew()
            await self._catch_up()
        except TableDamaged as damage:
            self.damaged(damage)
            raise StoreUnavailable("the table has to be loaded again; try again") from None

    async def _renew(self) -> None:
        stored = await self._store.table(self.stored.table_id)
        if stored is not None:
            self._unseat(stored)
            self.stored = stored

    async def _catch_up(self) -> None:
        self._follow(await self._store.entries(self.stored.table_id, self.table.rev))
        if self.table.outcome is not None and self.stored.status != "finished":
            await self._renew()

    def _follow(self, entries: Iterable[StoredEntry]) -> None:
        letters: list[Letter] = []
        try:
            for entry in entries:
                accepted = taken(self.table, entry)
                self.at = max(self.at, entry.at or 0)
                self.noted(accepted, self.at)
                self._tell(accepted, letters)
        finally:
            deliver(letters)
        if letters and self.table.outcome is not None:
            self.ended()

    def fold(self, entries: Iterable[StoredEntry]) -> None:
        """Take a log from the store, telling nobody: how a table comes back to memory."""
        for entry in entries:
            accepted = taken(self.table, entry)
            self.at = max(self.at, entry.at or 0)
            self.noted(accepted, self.at)
            self._missed.remember(accepted.after)

    def employ_clerk(self) -> None:
        """Let a clerk do the plain work where nobody but people play, if the game has one."""
        clerk = None if "bot" in self.table.seats else self.table.game.clerk()
        if clerk is not None:
            clerk.get_ready()
        self.table.clerk = clerk

    def announce(self, news: NewsFor) -> None:
        """Tell everyone who is connected of the table's life: who sits down, that play begins, a rematch."""
        receivers = {outbox.receiver for outbox in self.outboxes}
        messages = {receiver: _ENCODER.encode(news(receiver)) for receiver in receivers}
        for outbox in self.outboxes:
            outbox.send(messages[outbox.receiver])

    async def begin(self, standing: Callable[[], Awaitable[tuple[StoredTable, NewsFor]]]) -> StoredTable:
        """Read and take over the table's new standing; whoever is connected sees the deal when play begins."""
        async with self.lock:
            stored, news = await standing()
            begins = self.told[0] and stored.status == "active"
            self._unseat(stored)
            self.stored, self.told = stored, stored.standing
            self.announce(news)
            if begins:
                for outbox in self.outboxes:
                    outbox.send(self._snapshot(outbox.receiver, "CONNECT"))
        self.changed()
        return stored

    def _unseat(self, stored: StoredTable) -> None:
        """Who has left a seat goes on as a watcher, with a watcher's view: the cards there are somebody else's now."""
        for outbox in self.outboxes:
            seat = outbox.receiver
            if seat is not None and stored.seats[seat].generation != self.stored.seats[seat].generation:
                outbox.receiver = None
                if stored.status != "waiting":
                    outbox.send(self._snapshot(None, "CONNECT"))
