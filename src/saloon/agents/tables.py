"""The tables of a language model: here or on a server, each seen as text."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, Final

from saloon.bots.levels import levels
from saloon.client import Client
from saloon.client.playing import LocalPlaying, Playing, RemotePlaying, table_text
from saloon.core.errors import BadInput, quoted
from saloon.core.registry import Registry

from .rules import rules_text

PATIENCE: Final = 30.0
"""How many seconds `wait` waits for other players."""
MOST_TABLES: Final = 16
"""How many tables a session may have open; the oldest is closed when there are more."""


class Tables:
    """The open tables of one session. Every call returns text, or raises a SaloonError that says why not."""

    def __init__(
        self, games: Registry, clock: Callable[[], int], *, url: str | None = None, name: str, token: str | None = None
    ) -> None:
        """Play at the server `url` as a bot account called `name`, or without one in this process."""
        self._games, self._clock = games, clock
        self._url, self._name, self._token = url, name, token
        self._tables: dict[str, Playing] = {}
        self._stack = AsyncExitStack()
        self._client: Client | None = None
        self._opened = 0

    async def close(self) -> None:
        """Stop following all tables."""
        for playing in self._tables.values():
            await playing.close()
        await self._stack.aclose()

    # --- games ----------------------------------------------------------------------------------------------

    def games(self) -> str:
        """Return the games with their seats, bots and presets."""
        lines = []
        for game in self._games:
            seats = (
                "solitaire" if len(game.seats) == 1 else f"{len(game.seats)} players, bots: {', '.join(levels(game))}"
            )
            presets = "".join(f"; {name}: {dict(options)}" for name, options in game.presets.items())
            lines.append(f"{game.name} ({game.title}): {seats}{presets}")
        return "\n".join(lines)

    def rules(self, game: str) -> str:
        """Return the rules of a game."""
        return rules_text(self._games[game])

    # --- tables ---------------------------------------------------------------------------------------------

    async def public(self) -> str:
        """Return the tables of the server that wait for players or are in play."""
        listed = await (await self._connected()).tables()
        lines = [f"{news.table_id}: {news.game}, {news.status}" for news in listed if news.game]
        return "\n".join(lines) or "there are no public tables; open one"

    async def open(self, game: str, options: Mapping[str, Any], bots: str, seed: str | None) -> str:
        """Open a table and take its first seat; bots of a level take the others."""
        rulebook = self._games[game]
        if self._url is None:
            self._opened += 1
            playing: Playing = LocalPlaying.deal(game, dict(options), bots, seed, self._clock())
            return await self._seated(f"local-{self._opened}", playing)
        seats = [None, *[bots] * (len(rulebook.seats) - 1)]
        table = await (await self._connected()).open(game, options=options, seats=seats, seed=seed)
        await asyncio.wait_for(table.started(), PATIENCE)
        return await self._seated(table.table_id, RemotePlaying(table))

    async def join(self, table_id: str) -> str:
        """Take an open seat at a table of the server."""
        table = await (await self._connected()).join(table_id)
        await asyncio.wait_for(table.started(), PATIENCE)
        return await self._seated(table_id, RemotePlaying(table))

    async def look(self, table_id: str) -> str:
        """Return what the seat sees, and its moves."""
        return f"table {table_id}   {table_text(self._at(table_id))}"

    async def act(self, table_id: str, move: str) -> str:
        """Make a move and return what the seat sees then."""
        playing = self._at(table_id)
        await playing.act(playing.typed(move))
        return await self.look(table_id)

    async def undo(self, table_id: str) -> str:
        """Undo the last step."""
        await self._at(table_id).undo()
        return await self.look(table_id)

    async def hint(self, table_id: str) -> str:
        """Return a good move by simple rules; the game counts as assisted."""
        playing = self._at(table_id)
        hinted = await playing.hint()
        return "there is no hint" if hinted is None else f"hint: {playing.game.notation(hinted)}"

    async def wait(self, table_id: str) -> str:
        """Wait for other players, for a while, and return what the seat sees."""
        playing = self._at(table_id)
        try:
            async with asyncio.timeout(PATIENCE):
                while not playing.moves and playing.outcome is None:
                    await playing.changed(playing.rev)
        except TimeoutError:
            return f"nobody has acted for {PATIENCE:g} seconds\n\n{await self.look(table_id)}"
        return await self.look(table_id)

    async def _connected(self) -> Client:
        if self._url is None:
            raise BadInput("there is no server: start `saloon mcp` with --server URL", "NO_SERVER")
        if self._client is None:
            client = Client(self._url, token=self._token, name=self._name, bot=True)
            self._client = await self._stack.enter_async_context(client)
        return self._client

    async def _seated(self, table_id: str, playing: Playing) -> str:
        self._tables[table_id] = playing
        if len(self._tables) > MOST_TABLES:
            await self._tables.pop(next(iter(self._tables))).close()
        return await self.look(table_id)

    def _at(self, table_id: str) -> Playing:
        if table_id not in self._tables:
            known = ", ".join(self._tables) or "none; open one"
            raise BadInput(f"you have no table {quoted(table_id)} (your tables: {known})", "NO_SUCH_TABLE")
        return self._tables[table_id]
