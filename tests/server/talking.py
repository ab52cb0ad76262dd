"""Commands for a live table in this process, as the socket, the REST interface, bots and the server send them."""

from typing import Any

import msgspec

from saloon.core.game import SERVER, Action, Seat
from saloon.server.actions.broadcast import Subscriber, encode
from saloon.server.actions.commands import Command, Proposal
from saloon.server.actions.pipeline import ActionPipeline, decode, server_action
from saloon.server.tables.live_table import LiveTable
from saloon.table import Intent
from saloon.table.helpers import GivenHelp
from saloon.table.messages import Reply


def pipeline_of(live: LiveTable) -> ActionPipeline:
    """Return the pipeline of a table's process."""
    return live.scheduler._pipeline


def plain(reply: Reply | None) -> Any:
    """Return a reply as a client reads it."""
    return msgspec.json.decode(encode(reply))


async def ask(live: LiveTable, seat: Seat, message: bytes | Intent) -> Any:
    """Send a message as the REST interface does; return the reply."""
    intent = decode(message) if isinstance(message, bytes) else message
    return plain(await pipeline_of(live).handle(live, Command(seat, intent)))


def post(live: LiveTable, seat: Seat | None, message: bytes, subscriber: Subscriber) -> None:
    """Send a message as a socket does; the reply goes to the subscriber."""
    pipeline_of(live).enqueue(live, Command(seat, decode(message), subscriber))


async def act(live: LiveTable, seat: Seat, action: Action) -> Any:
    """Act as a bot or as the server does; return the reply."""
    table = live.table
    payload = msgspec.to_builtins(action)
    numbers = () if seat == SERVER else (table.expected_seq(seat), table.rev)
    return await ask(live, seat, Intent(action.kind, payload, *numbers))


async def help_seat(live: LiveTable, given: GivenHelp) -> Any:
    """Have the server help a seat; return the reply that the seat gets."""
    helped = live.table.seat_numbers[given.player]
    return plain(await pipeline_of(live).handle(live, Command(SERVER, server_action(given), helped=helped)))


async def propose(live: LiveTable, proposal: Proposal) -> Any:
    """Have the server propose an action; return the reply, None if it was not due."""
    return plain(await pipeline_of(live).handle(live, Command(SERVER, proposal)))
