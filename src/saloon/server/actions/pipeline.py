"""The one path of every action, whether it comes over REST, a socket, from a bot or from a clock.

    decode      a message becomes an `Intent`                          decode
    authorise   may its sender act at this table now?                  authorise
    decide      sequence numbers, rules and invariants, in memory      decide → Table.decide
    persist     write what many tables accepted in one commit          ActionPipeline._persist
    publish     the sender gets a reply, everyone at the table an ack  publish

Nothing is published before it is durable. `CommitLoop` says when a batch starts and which tables are in it; `recovery`
says what happens if a batch cannot be written. The steps exchange typed values; bytes exist only at the edges.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import monotonic, time_ns

import msgspec

from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action
from saloon.server.clock import ServerClock, wall_clock
from saloon.server.cluster.replication import read_others
from saloon.server.operations import logs
from saloon.server.operations.metrics import Metrics
from saloon.server.operations.traces import Traces
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.persistence import finish_of, stored_entry
from saloon.store import Store
from saloon.store.store import Addition
from saloon.table.messages import Intent, Reply, read_intent
from saloon.table.table import Decision

from . import recovery
from .broadcast import Acks, Delivery, encode, send_all
from .commands import Command, Decided, Malformed, TableBatch
from .group_commit import CommitLoop

_logger = logging.getLogger(__name__)

# --- decode and authorise ----------------------------------------------------------------------------------------


def decode(message: bytes) -> Intent | Malformed:
    """Return the intent in a client's message, or why it is malformed."""
    try:
        return read_intent(message)
    except Rejected as rejected:
        return Malformed(rejected.reason)


def server_action(action: Action) -> Intent:
    """Return a server action as an intent."""
    return Intent(action.kind, msgspec.to_builtins(action))


def authorise(table: LiveTable, command: Command) -> None:
    """Raise Rejected unless the sender of a command may act at the table now."""
    if command.subscriber is not None and command.subscriber.receiver != command.seat:
        raise Rejected("NOT_YOUR_SEAT", "the seat has changed hands; you are watching")
    if table.stored.status == "waiting":
        raise Rejected("MATCH_NOT_ACTIVE", "the table waits for players")
    if table.stored.ended is not None:
        raise Rejected("MATCH_NOT_ACTIVE", f"an operator ended this game: {table.stored.ended}")


def check_countdown(table: LiveTable, command: Command, intent: Intent) -> None:
    """Raise Rejected if a player or a bot acts, or a player is helped, before the countdown is over.

    Requests for the state are answered, and a client that is out of step learns that first.
    """
    if not table.time.is_counting_down or command.seat is None:
        return
    is_clock = command.seat == SERVER and command.helped is None
    if not is_clock and table.table.is_due(command.seat, intent):
        raise Rejected("TOO_EARLY", "the countdown is not over yet")


# --- decide ------------------------------------------------------------------------------------------------------


def decide_all(table: LiveTable, commands: Sequence[Command], now: int) -> TableBatch:
    """Decide the commands of a table in order, at a time of the server clock. The caller holds the table's lock.

    Until the batch is written the table in memory is ahead of the store, and nobody may see it.
    """
    table.time.advance(now)
    checkpoint = table.table.progress
    decided: list[Decided] = []
    is_broken = False
    try:
        for command in commands:
            is_outdated = callable(command.intent) and table.table.rev > checkpoint.rev
            one = Decided(command, None) if is_outdated else decide(table, command)
            decided.append(one)
            if one.decision is not None and one.decision.code == "AIRBAG":  # the table cannot be trusted after that
                is_broken = True
                table.queue[:0], commands = commands[len(decided) :], commands[: len(decided)]
                break
        return TableBatch(table, commands, checkpoint, decided, _addition(table, decided), is_broken)
    except Exception as error:
        table.table.roll_back(checkpoint)
        return recovery.refuse_all(table, commands, error)


def decide(table: LiveTable, command: Command) -> Decided:
    """Decide one command. A reply other than an ack is built at once, from the table's current state."""
    try:
        decision = _decide(table, command)
        if decision is None or decision.accepted is not None or decision.code == "AIRBAG":
            return Decided(command, decision)
        return Decided(command, decision, table.reply(decision, command.receiver))
    except Exception:
        _logger.exception("a command could not be decided at table %s", table.table_id, extra={"table": table.table_id})
        return Decided(command, Decision("snapshot", "AIRBAG"))


def _decide(table: LiveTable, command: Command) -> Decision | None:
    try:
        authorise(table, command)
        intent = _intent(command)
        if intent is None:
            return None
        check_countdown(table, command, intent)
        table.limit.check(table.table, command.seat, intent)
    except Rejected as rejected:
        return Decision("reject", rejected.code, rejected.reason)
    return table.table.decide(command.seat, intent, at=table.time.at)


def _intent(command: Command) -> Intent | None:
    """Return the intent of a command; None if it is a proposal that is not due."""
    if isinstance(command.intent, Intent):
        return command.intent
    if isinstance(command.intent, Malformed):
        raise Rejected("MALFORMED_MESSAGE", command.intent.reason)
    action = command.intent()
    return None if action is None else server_action(action)


def _addition(table: LiveTable, decided: Sequence[Decided]) -> Addition | None:
    """Return what a batch adds to the log, and the results if it ends the game."""
    accepted = [one.decision.accepted for one in decided if one.decision is not None]
    entries = [stored_entry(table.table.game, one) for one in accepted if one is not None]
    if not entries:
        return None
    return Addition(table.table_id, entries, finish_of(table.stored, table.table, wall_clock()))


# --- publish -----------------------------------------------------------------------------------------------------


def publish(batch: TableBatch) -> list[Delivery]:
    """Publish a durable batch: resolve awaited replies and return the messages to send."""
    table, deliveries = batch.table, list[Delivery]()
    if batch.addition is not None and batch.addition.finish is not None:
        table.finish(batch.addition.finish)
    for one in batch.decided:
        if one.decision is not None and one.decision.accepted is not None:
            _publish_ack(one.command, table.broadcast(one.decision.accepted, deliveries), table, deliveries)
        else:
            _publish_refusal(one, table, deliveries)
    if batch.addition is not None and batch.addition.finish is not None:
        deliveries += table.clock_deliveries()  # the same time as in the result
    if batch.addition is not None:
        table.announce_written()
    return deliveries


def _publish_ack(command: Command, acks: Acks, table: LiveTable, deliveries: list[Delivery]) -> None:
    """Send the ack to the sender, who may await a reply or may have disconnected."""
    origin = command.subscriber
    if origin is not None and origin not in table.subscribers:
        deliveries.append((origin, acks.encoded(origin.receiver)))
    _resolve(command, lambda: acks.ack(command.receiver))


def _publish_refusal(one: Decided, table: LiveTable, deliveries: list[Delivery]) -> None:
    """Send a reject or a snapshot to the sender only; after an AIRBAG everyone gets the last good state."""
    command, decision, reply = one.command, one.decision, one.reply
    if decision is not None and decision.code == "AIRBAG":
        reply = table.reply(decision, command.receiver)
        table.broadcast_airbag(command.subscriber, deliveries)
    elif decision is not None and decision.result == "reject":
        table.metrics.count("saloon_rejects_total", decision.code)
    if command.subscriber is not None and reply is not None:
        deliveries.append((command.subscriber, encode(reply)))
    _resolve(command, lambda: reply)


def _resolve(command: Command, reply: Callable[[], Reply | None]) -> None:
    if command.reply is not None and not command.reply.done():
        command.reply.set_result(reply())


# --- all steps ---------------------------------------------------------------------------------------------------


class ActionPipeline:
    """Runs the commands of all tables of a process through the steps."""

    def __init__(self, store: Store, metrics: Metrics, clock: ServerClock, traces: Traces | None = None) -> None:
        self._traces = traces
        self._store = store
        self._metrics = metrics
        self._clock = clock
        self._oldest: float | None = None
        """When the first message of the next batch arrived."""
        self._commits: CommitLoop[LiveTable] = CommitLoop(self._run_batch)

    async def handle(self, table: LiveTable, command: Command) -> Reply | None:
        """Run one command through all steps and return its reply; None for a proposal that was not due."""
        reply: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self.enqueue(table, msgspec.structs.replace(command, reply=reply))
        return await reply

    async def read_others(self, table: LiveTable) -> None:
        """Read what other processes wrote at a table, in one batch with all other tables that have something to do."""
        await self.handle(table, Command(SERVER, lambda: None))

    def enqueue(self, table: LiveTable, command: Command) -> None:
        """Run one command through all steps; its reply goes to its socket, in order with everything else."""
        table.queue.append(command)
        if self._oldest is None:
            self._oldest = monotonic()
        if not table.is_busy:
            table.is_busy = True
            self._commits.add(table)

    async def _run_batch(self, tables: Sequence[LiveTable]) -> None:
        """Decide, persist and publish everything queued at `tables`."""
        for table in tables:
            await table.lock.acquire()
        try:
            queued = [table.take_queue() for table in tables]  # what arrives during the read is in the next batch
            oldest, self._oldest = self._oldest, None
            begun = monotonic()
            unread = await read_others(self._store, tables)
            batches = [self._decide(*one, unread.get(one[0].table_id)) for one in zip(tables, queued, strict=True)]
            decided = monotonic()
            errors = await self._persist(batches)
            persisted = monotonic()
            for number, (batch, error) in enumerate(zip(batches, errors, strict=True)):
                if error is not None or batch.is_broken:
                    batches[number] = await recovery.recover(batch, error)
            self._publish(batches)
            if oldest is not None:
                self._metrics.observe("saloon_action_seconds", monotonic() - oldest)
            if self._traces is not None:
                self._trace(batches, (begun if oldest is None else oldest, begun, decided, persisted))
        finally:
            self._release(tables)

    def _trace(self, batches: Sequence[TableBatch], steps: Sequence[float]) -> None:
        """Send the spans of a batch that was just published."""
        assert self._traces is not None
        now, end = monotonic(), time_ns()
        times = [end - int(1e9 * (now - step)) for step in steps]
        written = sum(len(one.addition.entries) for one in batches if one.addition is not None)
        self._traces.batch([*times, end], [one.table.table_id for one in batches], written)

    def _decide(self, table: LiveTable, commands: Sequence[Command], unread: Exception | None) -> TableBatch:
        """Decide the commands of a table, unless reading what other processes wrote there failed."""
        if unread is not None:
            return recovery.refuse_all(table, commands, unread)
        return decide_all(table, commands, self._clock.now())

    async def _persist(self, batches: Sequence[TableBatch]) -> Sequence[Exception | None]:
        """Write all batches in one commit; return the error of each that could not be written."""
        additions = [batch.addition for batch in batches if batch.addition is not None]
        if not additions:
            return [None] * len(batches)
        begun = monotonic()
        errors = await self._store.append_all(additions)
        self._metrics.observe("saloon_commit_seconds", monotonic() - begun)
        self._metrics.observe("saloon_batch_actions", sum(len(one.entries) for one in additions))
        return [None if batch.addition is None else errors.get(batch.addition.table_id) for batch in batches]

    def _publish(self, batches: Sequence[TableBatch]) -> None:
        """Build the messages of all tables, then send them."""
        deliveries: list[Delivery] = []
        written = 0
        for batch in batches:
            try:
                deliveries += publish(batch)
            except Exception as fault:
                deliveries += publish(recovery.refuse_all(batch.table, batch.commands, fault))
            if batch.addition is not None:
                written += len(batch.addition.entries)
        send_all(deliveries)
        self._metrics.count("saloon_actions_total", times=written)
        logs.note_batches(batches)

    def _release(self, tables: Sequence[LiveTable]) -> None:
        """Release the tables; commands queued meanwhile go into the next batch."""
        for table in tables:
            table.lock.release()
            table.is_busy = bool(table.queue)
            if table.is_busy:
                self._commits.add(table)
            try:
                table.schedule_next()
            except Exception:
                _logger.exception("the next action at table %s could not be scheduled", table.table_id)
