"""Does a log give what it says? The runner stops at the first difference."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.canonical import commitment
from saloon.core.errors import BadInput, BadLog, SaloonError
from saloon.core.game import SERVER, Seat, seat_name

from .log import Header, Log, Step, game_of, read_log
from .messages import Intent
from .table import Table, Verdict, check_seats


class Report(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What a replay came to. A log that is refused as a whole has no failure step."""

    status: str
    final_rev: int
    final_state_hash: str | None
    failure_step: int | UnsetType = UNSET
    failure_reason: str | UnsetType = UNSET


class Difference(Exception):
    """A step that did not give what the log says."""


def replay(log: Log | bytes | str) -> Report:
    """Run `log` from its deal and compare every step."""
    try:
        log = log if isinstance(log, Log) else read_log(log)
        table = table_of(log.header)
    except SaloonError as error:
        return Report("FAIL", 0, None, failure_reason=str(error))
    for i, raw in enumerate(log.steps):
        try:
            run_step(table, i, raw)
        except Difference as difference:
            return Report("FAIL", table.rev, table.state_hash(), i, str(difference))
    return Report("SUCCESS", table.rev, table.state_hash())


def load(save: bytes | str) -> Table:
    """Return the table that `save` describes; raise BadLog if it cannot be dealt or does not reproduce."""
    log = read_log(save)
    table = table_of(log.header)
    for i, raw in enumerate(log.steps):
        try:
            run_step(table, i, raw)
        except Difference as difference:
            raise BadLog(f"the save is damaged at step {i}: {difference}", "LOG_DAMAGED") from None
    return table


def table_of(header: Header) -> Table:
    """Deal the table of `header` and hold it to its commitment."""
    game, options, seed = game_of(header)
    nonce = "" if header.nonce is UNSET else header.nonce
    try:
        seats = check_seats(game, None if header.seats is UNSET else header.seats)
    except BadInput as error:
        raise BadLog(error.reason, "LOG_DAMAGED") from None
    table = Table(game, seed, options, nonce=nonce, seats=seats)
    if header.commitment is not UNSET:
        committed = options if header.options is UNSET else header.options
        if header.commitment != commitment(game.name, nonce, committed, seed):
            raise BadLog("seed, nonce and options do not fit the commitment", "COMMITMENT_BROKEN")
    return table


def run_step(table: Table, i: int, raw: Any) -> None:
    """Take one step of a log; raise Difference if it is damaged or gives something else than it says."""
    try:
        step = raw if isinstance(raw, Step) else msgspec.convert(raw, Step)
    except msgspec.ValidationError as error:
        raise Difference(f"the step is damaged: {error}") from None
    if step.i != i:
        raise Difference(f"the step is numbered {step.i}")
    verdict = _judge(table, _seat(table, step), step)
    if verdict.code == "AIRBAG":
        raise Difference(f"the rules failed: {verdict.reason}")
    if verdict.result != step.expected_result:
        got = " ".join(filter(None, (verdict.result, verdict.code, verdict.reason)))
        raise Difference(f"expected {step.expected_result}, got {got}")
    if step.expected_reject_code is not UNSET and verdict.code != step.expected_reject_code:
        raise Difference(f"expected {step.expected_reject_code}, got {verdict.code or 'no reject'}")
    if step.expected_state_hash_after is not UNSET and (actual := table.state_hash()) != step.expected_state_hash_after:
        raise Difference(f"expected the state {step.expected_state_hash_after}, got {actual}")


def _seat(table: Table, step: Step) -> Seat:
    seats: dict[str, Seat] = {seat_name(seat): seat for seat in (*table.game.seats, SERVER)}
    if step.client_id in seats:
        return seats[step.client_id]
    raise Difference(f"nobody here is called {step.client_id!r}")


def _judge(table: Table, seat: Seat, step: Step) -> Verdict:
    kind, payload = step.action.kind, step.action.payload
    if not isinstance(kind, str) or not isinstance(payload, dict):
        return Verdict("reject", "MALFORMED_MESSAGE", "kind is text and payload an object")
    if seat == SERVER and step.seq not in (UNSET, None):
        raise Difference("a step of the server has no seq")
    intent = Intent(
        kind=kind,
        payload=payload,
        seq=UNSET if step.seq is None else step.seq,
        base_rev=UNSET if step.base_rev is None else step.base_rev,
    )
    return table.judge(seat, intent, at=None if step.at is UNSET else step.at)
