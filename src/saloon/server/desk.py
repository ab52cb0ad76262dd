"""A table in play: messages come in, are judged, made durable, and only then answered and told to everyone."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from time import time_ns
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, Seat
from saloon.store import Conflict, Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.store import Finish, Result, StoredEntry
from saloon.table import Intent, Table, record
from saloon.table.answers import Accepted
from saloon.table.messages import Reject, SnapshotReason, read_intent
from saloon.table.table import Mark, Verdict

from .folding import dealt, stored_entry, taken
from .metrics import Metrics

_logger = logging.getLogger(__name__)

REMEMBERED: Final = 64
"""Actions that a client may have missed and still be told one by one."""

_ENCODER: Final = msgspec.json.Encoder()


class Outbox(Protocol):
    """A connection as a table sees it."""

    receiver: Seat | None

    def send(self, message: bytes) -> None:
        """Take a message without making anyone wait."""
        ...


class Request(Struct, frozen=True, eq=False):
    """A message that waits for its answer, and where the answer goes."""

    seat: Seat
    message: bytes | Intent
    origin: Outbox | None = None
    answer: "asyncio.Future[bytes] | None" = None


class Judged(Struct, frozen=True):
    """A request and what came of it; what is no ack was written down at once, as the table stood then."""

    request: Request
    verdict: Verdict
    answer: bytes = b""


class News(Struct, frozen=True, rename="camel", tag_field="kind", tag="table"):
    """Who sits at the table and whether play has begun: told to everyone who is connected when it changes."""

    table_id: str
    game: str
    status: str
    seats: tuple[dict[str, bool | str | None], ...]
    rematch: str | None = None


def now() -> int:
    """Return the milliseconds since 1970."""
    return time_ns() // 1_000_000


class Desk:
    """One table in one process. Several processes may have the same table; the store puts their actions in order."""

    def __init__(self, stored: StoredTable, table: Table, store: Store, metrics: Metrics) -> None:
        self.stored = stored
        self.told = stored.standing
        """The standing that those who are connected know of; a process may read a newer one before it is told."""
        self.table = table
        self.outboxes: list[Outbox] = []
        self.used = asyncio.get_running_loop().time()
        self.at = 0
        self.changed: Callable[[], None] = lambda: None
        """Called after every change, for bots and clocks."""
        self.published: Callable[[Sequence[StoredEntry]], None] | None = None
        """Called with what this process has written, if there are other processes."""
        self.noted: Callable[[Accepted, int], None] = lambda _, __: None
        """Called with each accepted action and its time, also while an old log is folded."""
        self._store = store
        self._metrics = metrics
        self._inbox: list[Request] = []
        self._worker: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._recent: deque[Accepted] = deque(maxlen=REMEMBERED)

    # --- asking ---------------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether play has begun and is not over."""
        return self.stored.status == "active"

    async def submit(self, seat: Seat, message: bytes | Intent) -> bytes:
        """Answer one message of a seat."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._post(Request(seat, message, None, answer))
        return await answer

    def post(self, seat: Seat, message: bytes, origin: Outbox) -> None:
        """Take one message of a connection; its answer goes there, in order with everything else."""
        self._post(Request(seat, message, origin))

    def _post(self, request: Request) -> None:
        self._inbox.append(request)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())

    async def settled(self) -> None:
        """Wait until everything that has come in is answered."""
        if self._worker is not None:
            await asyncio.wait({self._worker})

    def send_in(self, seat: Seat, action: Action) -> "asyncio.Task[bytes]":
        """Enter an action of a bot or of the server."""
        payload = msgspec.to_builtins(action)
        if seat == SERVER:
            intent = Intent(action.kind, payload)
        else:
            intent = Intent(action.kind, payload, self.table.expected_seq(seat), self.table.rev)
        return asyncio.create_task(self.submit(seat, intent))

    async def snapshot(self, seat: Seat | None, reason: SnapshotReason = "STATE_REQUEST") -> bytes:
        """Return the whole of what a receiver may know, of what is durable."""
        async with self._lock:
            await self._sync()
            return self._snapshot(seat, reason)

    def _snapshot(self, seat: Seat | None, reason: SnapshotReason) -> bytes:
        self._metrics.count("saloon_snapshots_total", reason)
        return _ENCODER.encode(self.table.snapshot(seat, reason))

    async def connect(self, outbox: Outbox, rev: int | None, news: News) -> None:
        """Let a connection in: it gets what it missed since `rev`, or a snapshot if that is shorter or safer."""
        async with self._lock:
            await self._sync()
            outbox.send(_ENCODER.encode(news))
            if self.stored.status != "waiting":
                for message in self._missed(outbox.receiver, rev):
                    outbox.send(message)
            self.outboxes.append(outbox)

    def _missed(self, receiver: Seat | None, rev: int | None) -> list[bytes]:
        snapshot = self._snapshot(receiver, "CONNECT")
        if rev is None or not 0 <= rev <= self.table.rev:
            return [snapshot]
        lacking = [one for one in self._recent if one.after.rev > rev]
        if len(lacking) != self.table.rev - rev:
            return [snapshot]
        acks = [_ENCODER.encode(self.table.teller.ack(one, receiver)) for one in lacking]
        return acks if sum(map(len, acks)) < len(snapshot) else [snapshot]

    def disconnect(self, outbox: Outbox) -> None:
        """Let a connection go."""
        if outbox in self.outboxes:
            self.outboxes.remove(outbox)
        self.used = asyncio.get_running_loop().time()

    # --- working --------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        """Settle what waits, in groups: whatever comes in while the disk is busy is the next group."""
        try:
            while self._inbox:
                waiting, self._inbox = self._inbox, []
                async with self._lock:
                    try:
                        await self._settle(waiting)
                    except Exception as error:
                        self._give_up(waiting, error)
                self.used = asyncio.get_running_loop().time()
                self.changed()
        finally:
            self._worker = None

    async def _settle(self, waiting: Sequence[Request]) -> None:
        """Judge messages in their order; what is accepted is durable before anyone hears of it."""
        await self._sync()
        while True:
            mark = self.table.mark()
            judged = self._judge_all(waiting)
            if await self._is_kept(judged, mark):
                break
            self.table.back_to(mark)
            if not await self._others_were_faster():
                judged = [self._unkept(one) for one in judged]
                break
        if judged[-1].verdict.code == "AIRBAG":
            await self._refold()
        for one in judged:
            self._answer(one)
        accepted = [one.verdict.accepted for one in judged if one.verdict.accepted is not None]
        if accepted:
            self._metrics.count("saloon_actions_total", times=len(accepted))
            if self.published is not None:
                self.published(self._entries(accepted))
        self._inbox = [*waiting[len(judged) :], *self._inbox]

    def _give_up(self, waiting: Sequence[Request], error: Exception) -> None:
        """Nobody waits for ever: whatever went wrong, everyone is told that nothing was done."""
        if not isinstance(error, StoreUnavailable):
            _logger.error("table %s could not settle its messages", self.stored.table_id, exc_info=error)
        for request in waiting:
            self._answer(self._refused(request))

    def _judge_all(self, waiting: Sequence[Request]) -> list[Judged]:
        """Judge until the rules fail, if they do: after that the table is not to be trusted."""
        judged: list[Judged] = []
        for request in waiting:
            try:
                judged.append(self._judged(request))
            except Exception:
                _logger.exception("a message could not be judged at table %s", self.stored.table_id)
                judged.append(Judged(request, Verdict("snapshot", "AIRBAG")))
            if judged[-1].verdict.code == "AIRBAG":
                break
        return judged

    async def _is_kept(self, judged: Sequence[Judged], mark: Mark) -> bool:
        """Write what was accepted; whether it is durable, also if the database did not live to say so."""
        accepted = [one.verdict.accepted for one in judged if one.verdict.accepted is not None]
        if not accepted:
            return True
        try:
            await self._keep(accepted)
        except Conflict:
            self._metrics.count("saloon_lost_races_total")
            return False
        except Exception as error:
            if not isinstance(error, StoreUnavailable):
                _logger.exception("an action could not be written at table %s", self.stored.table_id)
            return await self._is_written(accepted, mark)
        return True

    async def _is_written(self, accepted: Sequence[Accepted], mark: Mark) -> bool:
        """Whether a write that failed has reached the log all the same: its confirmation may have been lost."""
        try:
            written = await self._store.entries(self.stored.table_id, mark.progress.rev)
            if written[: len(accepted)] != self._entries(accepted):
                return False
            if self.table.outcome is not None:
                await self._renew()
        except StoreUnavailable:
            return False
        return True

    def _judged(self, request: Request) -> Judged:
        verdict = self._judge(request)
        if verdict.accepted is not None:
            return Judged(request, verdict)
        if verdict.result == "reject":
            return Judged(request, verdict, self._reject(request.seat, verdict))
        if verdict.code == "AIRBAG":
            return Judged(request, verdict)
        return Judged(request, verdict, self._snapshot(_viewer(request.seat), verdict.code))  # type: ignore[arg-type]

    def _judge(self, request: Request) -> Verdict:
        if request.origin is not None and request.origin.receiver != request.seat:
            return Verdict("reject", "NOT_YOUR_SEAT", "the seat has changed hands; you are watching")
        if self.stored.status == "waiting":
            return Verdict("reject", "MATCH_NOT_ACTIVE", "the table waits for players")
        try:
            intent = read_intent(request.message) if isinstance(request.message, bytes) else request.message
        except Rejected as rejected:
            return Verdict("reject", rejected.code, rejected.reason)
        return self.table.judge(request.seat, intent, at=self._time())

    def _time(self) -> int:
        self.at = max(self.at, now() - (self.stored.started_at or 0))
        return self.at

    async def _refold(self) -> None:
        """Deal anew and take the log again: the state in memory was broken."""
        table = dealt(self.stored)
        for entry in await self._store.entries(self.stored.table_id):
            taken(table, entry)
        self.table = table
        self._recent.clear()

    async def _others_were_faster(self) -> bool:
        """Read what was written elsewhere; False if there is nothing, so that trying again would not help."""
        rev = self.table.rev
        try:
            await self._catch_up()
        except StoreUnavailable:
            return False
        return self.table.rev > rev

    def _unkept(self, judged: Judged) -> Judged:
        """Nothing is told that may not be durable; whether it is, the client sees when it asks again."""
        return judged if judged.verdict.accepted is None else self._refused(judged.request)

    def _refused(self, request: Request) -> Judged:
        reason = "the action could not be kept for certain; ask again"
        verdict = Verdict("reject", StoreUnavailable.default_code, reason)
        return Judged(request, verdict, self._reject(request.seat, verdict))

    async def _keep(self, accepted: Sequence[Accepted]) -> None:
        """Write accepted actions, and with the one that ends the game its results."""
        finish = None
        outcome = self.table.outcome
        if outcome is not None:
            results = [
                Result(one.seat, one.player_id, self.stored.game, record(self.table, one.seat))
                for one in self.stored.seats
                if one.player_id is not None
            ]
            finish = Finish(now(), outcome, tuple(results))
        await self._store.append(self.stored.table_id, self._entries(accepted), finish)
        if finish is not None:
            self.stored = msgspec.structs.replace(
                self.stored, status="finished", finished_at=finish.at, outcome=finish.outcome
            )

    def _entries(self, accepted: Sequence[Accepted]) -> list[StoredEntry]:
        return [stored_entry(one, self.table.entries[one.after.rev - 1].at) for one in accepted]

    def _answer(self, judged: Judged) -> None:
        request, verdict, answer = judged.request, judged.verdict, judged.answer
        if verdict.accepted is not None:
            self.noted(verdict.accepted, self.at)
            answer = self._tell(verdict.accepted, request)
        else:
            if verdict.result == "reject":
                self._metrics.count("saloon_rejects_total", verdict.code)
            if verdict.code == "AIRBAG":
                answer = self._snapshot(_viewer(request.seat), "AIRBAG")
                self._open_airbag(request)
            if request.origin is not None:
                request.origin.send(answer)
        if request.answer is not None and not request.answer.done():
            request.answer.set_result(answer)

    def _open_airbag(self, request: Request) -> None:
        """The rules failed: everyone else gets the last good state too."""
        self._metrics.count("saloon_airbags_total")
        for outbox in self.outboxes:
            if outbox is not request.origin:
                outbox.send(self._snapshot(outbox.receiver, "AIRBAG"))

    def _reject(self, seat: Seat, verdict: Verdict) -> bytes:
        rejected = Reject(verdict.code, verdict.reason, self.table.expected_seq(seat), self.table.rev)
        return _ENCODER.encode(rejected)

    def _tell(self, accepted: Accepted, request: Request | None) -> bytes:
        """Send an acknowledgement to everyone, each as they may see it; return the sender's."""
        self._recent.append(accepted)
        made: dict[Seat | None, bytes] = {}

        def ack(receiver: Seat | None) -> bytes:
            if receiver not in made:
                made[receiver] = _ENCODER.encode(self.table.teller.ack(accepted, receiver))
            return made[receiver]

        for outbox in self.outboxes:
            outbox.send(ack(outbox.receiver))
        if request is None:
            return b""
        if request.origin is not None and request.origin not in self.outboxes:
            request.origin.send(ack(request.origin.receiver))
        return ack(_viewer(request.seat))

    # --- what others wrote ----------------------------------------------------------------------------------

    async def receive(self, entries: Sequence[StoredEntry]) -> None:
        """Take over what another process has written."""
        async with self._lock:
            if entries and entries[0].rev == self.table.rev + 1:
                self._follow(entries)
            elif entries and entries[-1].rev > self.table.rev:
                await self._catch_up()
        self.changed()

    async def sync(self) -> None:
        """Learn what other processes did, the table's standing too."""
        async with self._lock:
            await self._sync()
        self.changed()

    async def _sync(self) -> None:
        """Before it answers, a process that shares its database looks at what the others wrote."""
        if not self._store.database.shared:
            return
        await self._renew()
        await self._catch_up()

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
        for entry in entries:
            accepted = taken(self.table, entry)
            self.at = max(self.at, entry.at or 0)
            self.noted(accepted, self.at)
            self._tell(accepted, None)

    def fold(self, entries: Iterable[StoredEntry]) -> None:
        """Take a log from the store, telling nobody: how a table comes back to memory."""
        for entry in entries:
            accepted = taken(self.table, entry)
            self.at = max(self.at, entry.at or 0)
            self.noted(accepted, self.at)
            self._recent.append(accepted)

    def announce(self, news: News) -> None:
        """Tell everyone who is connected of the table's life: who sits down, that play begins, a rematch."""
        message = _ENCODER.encode(news)
        for outbox in self.outboxes:
            outbox.send(message)

    async def begin(self, stored: StoredTable, news: News) -> None:
        """Take over the table's new standing; whoever is connected sees the deal when play begins."""
        async with self._lock:
            begins = self.told[0] and stored.status == "active"
            self._unseat(stored)
            self.stored, self.told = stored, stored.standing
            self.announce(news)
            if begins:
                for outbox in self.outboxes:
                    outbox.send(self._snapshot(outbox.receiver, "CONNECT"))
        self.changed()

    def _unseat(self, stored: StoredTable) -> None:
        """Who has left a seat goes on as a watcher, with a watcher's view: the cards there are somebody else's now."""
        for outbox in self.outboxes:
            seat = outbox.receiver
            if seat is not None and stored.seats[seat].generation != self.stored.seats[seat].generation:
                outbox.receiver = None
                if stored.status != "waiting":
                    outbox.send(self._snapshot(None, "CONNECT"))


def _viewer(seat: Seat) -> Seat | None:
    return None if seat == SERVER else seat
