"""Verification of logs: replay every step and stop at the first difference."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.errors import BadInput, BadLog, Rejected, SaloonError, quoted
from saloon.core.game import SERVER, Seat
from saloon.core.registry import AnyGame

from .log import Header, Log, Start, Step, game_of, read_log
from .messages import Intent, read_intent
from .progress import Progress, check_seats
from .table import Decision, Table


class Report(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The result of a replay. A log that is refused as a whole has no failure step."""

    status: str
    final_rev: int
    final_state_hash: str | None
    failure_step: int | UnsetType = UNSET
    failure_reason: str | UnsetType = UNSET


class Difference(Exception):
    """A step whose result differs from the log."""

    def __init__(self, reason: str, step: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.step = step


def replay(log: Log | bytes | str) -> Report:
    """Run `log` from its deal and compare every step."""
    try:
        log = log if isinstance(log, Log) else read_log(log)
        table = table_of(log.header)
    except SaloonError as error:
        return Report("FAIL", 0, None, failure_reason=str(error))
    try:
        run(table, log)
    except Difference as difference:
        return Report("FAIL", table.rev, table.state_hash(), difference.step, difference.reason)
    return Report("SUCCESS", table.rev, table.state_hash())


def load(save: bytes | str) -> Table:
    """Return the table of `save`; raise BadLog if it cannot be dealt or replayed."""
    log = read_log(save)
    table = table_of(log.header)
    try:
        run(table, log)
    except Difference as difference:
        raise BadLog(f"the save is damaged at step {difference.step}: {difference.reason}", "LOG_DAMAGED") from None
    return table


def run(table: Table, log: Log) -> None:
    """Run all steps of `log` at its freshly dealt table; raise the first Difference."""
    for i, raw in enumerate(log.steps):
        try:
            run_step(table, i, raw)
        except Difference as difference:
            raise Difference(difference.reason, i) from None
    if log.end is not UNSET and (log.end.rev, log.end.state_hash) != (table.rev, table.state_hash()):
        raise Difference(f"the log is cut off: it ends at rev {log.end.rev}, not {table.rev}", len(log.steps))


def table_of(header: Header) -> Table:
    """Deal the table of `header` and check its commitment."""
    game, options, seed = game_of(header)
    nonce = "" if header.nonce is UNSET else header.nonce
    try:
        seats = check_seats(game, None if header.seats is UNSET else header.seats)
    except BadInput as error:
        raise BadLog(error.reason, "LOG_DAMAGED") from None
    committed = None if header.options is UNSET else header.options
    start = None if header.start is UNSET else _start_of(game, header.start, options, seed)
    played = 0 if header.start is UNSET else header.start.played or 0
    table = Table(game, seed, options, nonce=nonce, seats=seats, committed=committed, start=start, played=played)
    if header.commitment not in (UNSET, table.commitment):
        raise BadLog("seed, nonce and options do not match the commitment", "COMMITMENT_BROKEN")
    return table


def _start_of(game: AnyGame, start: Start, options: Any, seed: str) -> Progress:
    """Return the start of a game that was not dealt; refuse a position with other options or another seed."""
    state = game.set_up(start.state)
    if (state.options, state.seed) != (options, seed):
        raise BadLog("the position and the header name different options or seeds", "LOG_DAMAGED")
    return Progress(state, help=start.help)


def run_step(table: Table, i: int, raw: Any) -> None:
    """Run one step of a log; raise Difference if it is damaged or has another result."""
    try:
        step = raw if isinstance(raw, Step) else msgspec.convert(raw, Step)
    except msgspec.ValidationError as error:
        raise Difference(f"the step is damaged: {error}") from None
    if step.i != i:
        raise Difference(f"the step is numbered {step.i}")
    decision = _judge(table, _seat(table, step), step)
    if decision.code == "AIRBAG":
        raise Difference(f"the rules failed: {decision.reason}")
    if decision.result != step.expected_result:
        got = " ".join(filter(None, (decision.result, decision.code, decision.reason)))
        raise Difference(f"expected {step.expected_result}, got {got}")
    if step.expected_reject_code and decision.code != step.expected_reject_code:
        raise Difference(f"expected {step.expected_reject_code}, got {decision.code or 'no reject'}")
    if step.expected_state_hash_after and (actual := table.state_hash()) != step.expected_state_hash_after:
        raise Difference(f"expected the state {step.expected_state_hash_after}, got {actual}")
    if step.expected_help_after and table.help != step.expected_help_after:
        raise Difference(f"expected the help {step.expected_help_after}, got {table.help}")


def _seat(table: Table, step: Step) -> Seat:
    seat = table.seat_numbers.get(step.client_id)
    if seat is not None:
        return seat
    raise Difference(f"this table has no client {quoted(step.client_id)}")


def _judge(table: Table, seat: Seat, step: Step) -> Decision:
    """Let the table decide the message of a step; a malformed one is refused as usual."""
    if seat == SERVER and step.seq not in (UNSET, None):
        raise Difference("a step of the server has no seq")
    try:
        intent = _intent(step)
    except Rejected as rejected:
        return Decision("reject", rejected.code, rejected.reason)
    return table.decide(seat, intent, at=None if step.at is UNSET else step.at)


def _intent(step: Step) -> Intent:
    """Return the message of a step; a well-formed one is not decoded twice."""
    action, seq, base_rev = step.action, step.seq, step.base_rev
    if isinstance(action, dict) and len(action) == 2 and type(seq) is type(base_rev) is int:
        kind, payload = action.get("kind"), action.get("payload")
        if isinstance(kind, str) and isinstance(payload, dict):
            return Intent(kind, payload, seq, base_rev)
    numbers = {"seq": seq, "baseRev": base_rev}
    sent = {name: number for name, number in numbers.items() if number is not UNSET and number is not None}
    return read_intent({**action, **sent} if isinstance(action, dict) else action)
