"""The MCP server: each tool is a call of `Tables`; a refusal becomes an error with its reason and code."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from saloon import __version__
from saloon.core.errors import SaloonError

from .tables import Tables

INSTRUCTIONS: Final = (
    "Play card games at a table. Call list_games, then read_rules, then open_table. Each answer shows your seat's view "
    "and your legal moves; make one with act, by its text or by # and its number. A refused move changes nothing, and "
    "the error says why. You see only what your seat sees."
)


def make_server(tables: Tables) -> MCPServer[Any]:
    """Return an MCP server for one session's tables."""

    @asynccontextmanager
    async def lifespan(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await tables.close()

    server: MCPServer[Any] = MCPServer(
        "saloon", instructions=INSTRUCTIONS, version=__version__, lifespan=lifespan, log_level="WARNING"
    )
    _add_game_tools(server, tables)
    _add_table_tools(server, tables)
    return server


async def _tool_answer(answer: Awaitable[str]) -> str:
    """Return the answer; turn a refusal into a tool error with its reason."""
    try:
        return await answer
    except SaloonError as refused:
        raise ToolError(f"refused: {refused}") from None
    except TimeoutError:
        raise ToolError("refused: nobody has joined yet; join the table again later [TIMEOUT]") from None


def _add_game_tools(server: MCPServer[Any], tables: Tables) -> None:
    @server.tool()
    async def list_games() -> str:
        """List the games, with the number of players, their bots and presets of options."""
        return tables.games()

    @server.tool()
    async def read_rules(game: str) -> str:
        """Read the rules of a game, how its moves are typed, and its options."""

        async def answer() -> str:
            return tables.rules(game)

        return await _tool_answer(answer())

    @server.tool()
    async def list_tables() -> str:
        """List the public tables of the server, to join one."""
        return await _tool_answer(tables.public())


def _add_table_tools(server: MCPServer[Any], tables: Tables) -> None:
    @server.tool()
    async def open_table(
        game: str, options: dict[str, str | int] | None = None, bots: str = "greedy", seed: str | None = None
    ) -> str:
        """Open a table and take its first seat. `bots` is the level of the other seats, `seed` a specific deal."""
        return await _tool_answer(tables.open(game, options or {}, bots, seed))

    @server.tool()
    async def join_table(table: str) -> str:
        """Take an open seat at a public table of the server."""
        return await _tool_answer(tables.join(table))

    @server.tool()
    async def look(table: str) -> str:
        """See your seat's view of a table, and your legal moves."""
        return await _tool_answer(tables.look(table))

    @server.tool()
    async def act(table: str, move: str) -> str:
        """Make a move: its text as the list of moves shows it, or # and its number in that list."""
        return await _tool_answer(tables.act(table, move))

    @server.tool()
    async def undo(table: str) -> str:
        """Undo your last step, where the game allows it."""
        return await _tool_answer(tables.undo(table))

    @server.tool()
    async def hint(table: str) -> str:
        """Ask for a good move by simple rules. The game then counts as assisted."""
        return await _tool_answer(tables.hint(table))

    @server.tool()
    async def wait(table: str) -> str:
        """Wait until you may move or the game is over, at most half a minute."""
        return await _tool_answer(tables.wait(table))
