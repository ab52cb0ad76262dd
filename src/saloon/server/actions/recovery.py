"""Recovery when a batch cannot be written, another process was faster, or the rules failed."""

import logging
from collections.abc import Sequence
from itertools import takewhile

from saloon.server.tables.live_table import LiveTable
from saloon.store import Conflict
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.table.table import Decision

from .commands import Command, Decided, TableBatch

_logger = logging.getLogger(__name__)


async def recover(batch: TableBatch, error: Exception | None) -> TableBatch:
    """Return what may be published of a batch if its write or the rules failed.

    If another process was faster, the commands are queued again and nothing is published.
    """
    table = batch.table
    try:
        if error is not None and not await _is_written(batch, error):
            table.table.roll_back(batch.checkpoint)
            if await _others_were_faster(table):
                table.queue[:0] = batch.commands
                return TableBatch(table, batch.commands, batch.checkpoint, ())
            batch = TableBatch(table, batch.commands, batch.checkpoint, _without_acks(batch))
        if batch.is_broken:
            await table.replay()
    except Exception as fault:
        if error is not None:
            table.table.roll_back(batch.checkpoint)
        return refuse_all(table, batch.commands, fault)
    return batch


def refuse_all(table: LiveTable, commands: Sequence[Command], error: Exception) -> TableBatch:
    """Return a batch that refuses all commands, so that every sender gets an answer."""
    if isinstance(error, TableDamaged):
        table.damaged()
    elif not isinstance(error, StoreUnavailable):
        _logger.error(
            "table %s could not process its commands", table.table_id, exc_info=error, extra={"table": table.table_id}
        )
    return TableBatch(table, commands, table.table.progress, [_refused(table, one) for one in commands])


def _without_acks(batch: TableBatch) -> list[Decided]:
    """Return what may be published of a batch that may not be durable: the decisions before its first ack."""
    before = list(takewhile(lambda one: one.decision is None or one.decision.accepted is None, batch.decided))
    return [*before, *(_refused(batch.table, one.command) for one in batch.decided[len(before) :])]


def _refused(table: LiveTable, command: Command) -> Decided:
    reason = "the action may not have been saved; ask again"
    decision = Decision("reject", StoreUnavailable.default_code, reason)
    return Decided(command, decision, table.reply(decision, command.receiver))


async def _is_written(batch: TableBatch, error: Exception) -> bool:
    """Whether a failed write reached the log after all: only its confirmation may have been lost."""
    table = batch.table
    if isinstance(error, Conflict):
        table.metrics.count("saloon_lost_races_total")
        return False
    if not isinstance(error, StoreUnavailable):
        _logger.error(
            "an action could not be written at table %s",
            table.table_id,
            exc_info=error,
            extra={"table": table.table_id},
        )
    try:
        written = await table.stored_entries(batch.checkpoint.rev)
        if batch.addition is None or written[: len(batch.addition.entries)] != batch.addition.entries:
            return False
        if table.table.outcome is not None:
            await table.reread()
    except StoreUnavailable:
        return False
    return True


async def _others_were_faster(table: LiveTable) -> bool:
    """Read what other processes wrote; False if there is nothing, because then trying again would not help."""
    rev = table.table.rev
    try:
        await table.read_entries()
    except StoreUnavailable:
        return False
    return table.table.rev > rev
