"""Conversion between tables and their stored form: the deal, the log and the results."""

from typing import Final

import msgspec

from saloon.core.errors import UnknownRules
from saloon.core.game import SERVER, supported_options
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.store import StoredTable
from saloon.store.database import TableDamaged
from saloon.store.store import Finish, Result, StoredEntry
from saloon.table import Intent, Table, record
from saloon.table.acks import Accepted
from saloon.table.log import Start
from saloon.table.progress import Progress
from saloon.table.rated import match_note

_ENCODE: Final = msgspec.json.Encoder().encode


def apply_entry(table: Table, entry: StoredEntry) -> Accepted:
    """Apply one stored action. It was accepted before, so a refusal means that the log is damaged."""
    if entry.rev != table.rev + 1:
        raise _damaged(table, entry, f"it follows rev {table.rev}")
    if entry.seat not in (*table.game.seats, SERVER):
        raise _damaged(table, entry, f"there is no seat {entry.seat}")
    try:
        payload = msgspec.json.decode(entry.payload)
    except (msgspec.DecodeError, ValueError) as error:
        raise _damaged(table, entry, str(error)) from None
    seq = msgspec.UNSET if entry.seat == SERVER else table.expected_seq(entry.seat)
    decision = table.decide(entry.seat, Intent(entry.kind, payload, seq, table.rev), at=entry.at)
    if decision.accepted is None:
        raise _damaged(table, entry, decision.code)
    return decision.accepted


def _damaged(table: Table, entry: StoredEntry, why: str) -> TableDamaged:
    """Return the error for a damaged log, without the rules' own message, which may name hidden cards."""
    return TableDamaged(table.match_id or "", f"the log is damaged at rev {entry.rev}: {why}", "LOG_DAMAGED")


def stored_entry(game: AnyGame, accepted: Accepted) -> StoredEntry:
    """Return an accepted action as the log keeps it."""
    action = game.logged(accepted.action)
    return StoredEntry(accepted.after.rev, accepted.seat, action.kind, _ENCODE(action).decode(), accepted.at)


def finish_of(stored: StoredTable, table: Table, at: int) -> Finish | None:
    """Return the results to write with the action that ends the game; None while it goes on."""
    outcome = table.outcome
    if outcome is None:
        return None
    note = match_note(table, seeded=stored.seeded, left="bot" in stored.dealt_to and was_left(stored))
    results = [
        Result(one.seat, one.player_id, stored.game, record(table, one.seat), note)
        for one in stored.seats
        if one.player_id is not None and stored.origin is None
    ]
    return Finish(at, outcome, tuple(results))


def was_left(stored: StoredTable) -> bool:
    """Return whether a bot plays for a player who left."""
    return any(
        dealt_to == "human" and seat.kind == "bot" for dealt_to, seat in zip(stored.dealt_to, stored.seats, strict=True)
    )


def game_of(stored: StoredTable) -> AnyGame:
    """Return the game of a table; refuse a table whose game or rules version is unknown here."""
    try:
        game = GAMES.version(stored.game, stored.rules_version)
    except UnknownRules as error:
        raise TableDamaged(stored.table_id, error.reason, error.code) from None
    if not len(stored.seats) == len(stored.dealt_to) == len(game.seats):
        reason = f"{game.name} has {len(game.seats)} seats; {len(stored.seats)} are stored"
        raise TableDamaged(stored.table_id, reason)
    return game


def deal_stored(stored: StoredTable) -> Table:
    """Return the table as dealt, with nothing played yet."""
    game = game_of(stored)
    options = supported_options(game, stored.options)
    start = start_of(stored)
    begun = None if start is None else Progress(game.set_up(start.state), help=start.help)
    return Table(
        game,
        stored.seed,
        options,
        nonce=stored.nonce,
        seats=stored.dealt_to,
        match_id=stored.table_id,
        start=begun,
        played=0 if start is None else start.played or 0,
    )


def start_of(stored: StoredTable) -> Start | None:
    """Return the position that a table starts from, if it was not dealt."""
    return None if stored.start is None else msgspec.convert(stored.start, Start)
