"""`saloon play` in full screen: at a local table, or at one of a server."""

import argparse
import sys
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from saloon.core.errors import BadInput
from saloon.games import GAMES

from .arguments import read_given
from .results import server_statistics

if TYPE_CHECKING:
    from saloon.client import Client, ClientTable, Player
    from saloon.client.playing import Playing

    from .play import Terminal

Say = Callable[[str], None]
"""Shows a message on the screen."""


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for tables of a server."""
    group = parser.add_argument_group(
        "at a server", "Open a table at a server, join one or watch one; needs saloon[terminal]."
    )
    group.add_argument("--server", metavar="URL", help="the address of the server, such as http://127.0.0.1:8000")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--table", metavar="ID", help="join this table")
    where.add_argument("--watch", metavar="ID", help="watch this table")
    where.add_argument("--people", action="store_true", help="open a public table and wait for people instead of bots")
    group.add_argument("--name", help="the name that others see")
    group.add_argument("--token", help="your token, printed after a game, to play as the same player again")


def wants_screen(args: argparse.Namespace) -> bool:
    """Return whether to play on the whole screen: in a terminal, unless `--plain` asks for the prompt."""
    if args.server is None and (args.table or args.watch or args.people):
        raise BadInput("--table, --watch and --people are for the tables of a --server", "BAD_OPTION")
    if args.server is not None:
        if args.plain or not _has_terminal():
            raise BadInput("a table of a server needs a terminal, and no --plain", "NO_TERMINAL")
        return True
    if args.plain or not _has_terminal():
        return False
    if find_spec("textual") is None or find_spec("httpx") is None:
        print("the plain prompt; for the whole screen: pip install 'saloon[terminal]'", file=sys.stderr)
        return False
    return True


def _has_terminal() -> bool:
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))  # Textual draws on the last one


def play_on_screen(args: argparse.Namespace, terminal: "type[Terminal]") -> None:
    """Play until the player quits; a local game that is left is saved."""
    if args.server is None:
        _play_here(args, terminal)
        return
    from saloon.terminal import TableApp

    joins = args.table or args.watch
    seat = ServerSeat(args)
    TableApp(seat.open, None if joins else seat.open, close=seat.close, statistics=seat.statistics).run()
    if seat.player is not None and not args.token:
        print(f"to play as {seat.player.name} again, with the same statistics: --token {seat.player.token}")


def _play_here(args: argparse.Namespace, terminal: "type[Terminal]") -> None:
    from saloon.client.playing import LocalPlaying
    from saloon.terminal import TableApp

    seated = terminal(args)

    async def here(_: Say) -> "Playing":
        return LocalPlaying(seated.table, args.bot, seated.now)

    async def again(say: Say) -> "Playing":
        seated.deal_new()
        return await here(say)

    async def statistics() -> str:
        return seated.statistics()

    TableApp(here, again, statistics=statistics).run()
    seated.keep()


class ServerSeat:
    """Opens tables of a server, all as the same player."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._client: Client | None = None
        self.player: Player | None = None
        """Who plays; None until the server has said so."""

    async def open(self, say: Say) -> "Playing":
        """Open, join or watch a table, as the arguments ask."""
        from saloon.client import Client
        from saloon.client.playing import RemotePlaying

        args = self._args
        if self._client is None:
            self._client = await Client(args.server, token=args.token, name=args.name).__aenter__()
            self.player = self._client.player
        table = await _table_of(args, self._client)
        if args.people:
            say(f"waiting for others at {args.server}/table/{table.table_id}")
        await table.started()
        return RemotePlaying(table)

    async def statistics(self) -> str:
        """Return the player's statistics and records in the game."""
        if self._client is None:
            raise BadInput("the server has not been reached yet", "NO_SERVER")
        game = GAMES[self._args.game]
        found, records = await self._client.statistics(), await self._client.records(game.name)
        return server_statistics(game, self._client.player.name, found.get(game.name), records)

    async def close(self) -> None:
        """Close the connection; seats stay taken."""
        if self._client is not None:
            await self._client.__aexit__(None, None, None)


def _table_of(args: argparse.Namespace, client: "Client") -> "Awaitable[ClientTable]":
    if args.table:
        return client.join(args.table)
    if args.watch:
        return client.watch(args.watch)
    others = len(GAMES[args.game].seats) - 1
    seats = None if args.people else [None, *[args.bot] * others]
    private = False if args.people else None
    return client.open(args.game, options=read_given(args), seats=seats, seed=args.seed, private=private)
