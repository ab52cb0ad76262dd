"""Writing down a table: its log, and the header from which the game can be dealt again."""

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from saloon.core.game import SERVER, seat_name

from .log import End, Header, Log, Start, Step, version_for
from .messages import wire
from .progress import Progress

if TYPE_CHECKING:
    from .table import Table


def header_of(table: "Table") -> Header:
    """Return the header of a table's log."""
    game = table.game
    start = UNSET if table.start is None else _written_start(table, table.start)
    mode = game.header_options.get("mode")
    return Header(
        game=UNSET if game.owns_nameless_logs else game.name,
        seed=table.seed,
        protocol_version=version_for(start, [entry.action for entry in table.entries]),
        rules_version=game.rules_version,
        mode=UNSET if mode is None else getattr(table.options, mode),
        options=table.committed,
        commitment=table.commitment,
        nonce=table.nonce,
        seats=table.seats if "bot" in table.seats else UNSET,  # type: ignore[arg-type]
        start=start,
    )


def _written_start(table: "Table", start: Progress) -> Start:
    position = msgspec.to_builtins(table.game.canonical(start.state))
    return Start(position, start.help, table.played_before or UNSET)


def log_of(table: "Table") -> Log:
    """Return the log of a table, every step with the state hash after it."""
    fold = table.begun_again(table.nonce)
    steps: list[Any] = []
    for i, entry in enumerate(table.entries):
        base_rev, seq = fold.rev, UNSET if entry.seat == SERVER else fold.expected_seq(entry.seat)
        help_before = fold.help
        fold.act(entry.seat, entry.action, at=entry.at)
        step = Step(
            i=i,
            client_id=seat_name(entry.seat),
            seq=seq,
            base_rev=base_rev,
            action=msgspec.to_builtins(wire(table.game.logged(entry.action))),
            expected_result="ack",
            expected_state_hash_after=fold.state_hash(),
            expected_help_after=UNSET if fold.help == help_before else fold.help,
            at=UNSET if entry.at is None else entry.at,
        )
        steps.append(step)
    return Log(header_of(table), steps, End(fold.rev, fold.state_hash()))
