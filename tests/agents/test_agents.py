"""A language model's session: a real MCP client talks to `saloon mcp` over standard input and output."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from client.pages import run_page
from saloon.client import SyncClient
from saloon.games import GAMES
from samples import DUEL, FOURSOME, SOLITAIRE, easy

PATIENCE = 60.0
Ask = Callable[..., Awaitable[str]]


def session(work: Callable[[Ask], Awaitable[None]], *words: str) -> None:
    """Run `saloon mcp` and let `work` call its tools; an error of a tool is returned as text that begins with it."""

    from mcp import Client, StdioServerParameters  # most workers never need it, and it takes a second

    async def run() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-W", "error", "-m", "saloon", "mcp", *words])
        async with Client(server) as client:

            async def ask(tool: str, **arguments: object) -> str:
                result = await client.call_tool(tool, arguments)
                text = "".join(part.text for part in result.content if part.type == "text")
                return f"error: {text}" if result.is_error else text

            await work(ask)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def table_of(text: str) -> str:
    found = re.match(r"table (\S+)", text)
    assert found, text
    return found[1]


def listed(text: str) -> list[str]:
    """Return the moves that a text lists, without those that end the game."""
    moves = text.partition("your moves: ")[2]
    return [move.partition(" ")[2] for move in moves.split(", ") if move and not move.endswith(("resign", "offer"))]


def test_games_and_rules_can_be_read() -> None:
    async def work(ask: Ask) -> None:
        games = await ask("list_games")
        assert all(f"{game.name} ({game.title})" in games for game in GAMES)
        for game in GAMES:
            rules = await ask("read_rules", game=game.name)
            assert game.typing_help[0] in rules
            page = Path(__file__).parents[2] / "docs" / "rules" / f"{game.name}.md"
            assert not page.exists() or page.read_text() in rules
        assert "there is no game" in await ask("read_rules", game="chess")
        assert "NO_SERVER" in await ask("list_tables")

    session(work)


def test_a_match_is_played_locally_and_refusals_say_why() -> None:
    async def work(ask: Ask) -> None:
        seen = await ask("open_table", game=FOURSOME, options=easy(FOURSOME), bots="random", seed="7")
        table, random = table_of(seen), Random(1)
        assert seen == await ask("look", table=table)
        for nonsense, why in (("#99", "not in the list"), ("castle", "is not a move"), ("play 2C", "is not a move")):
            refused = await ask("act", table=table, move=nonsense)
            assert refused.startswith("error: ")
            assert f"refused: {chr(39)}{nonsense}{chr(39)}" in refused
            assert why in refused
        while "The game is over" not in seen:
            seen = await ask("act", table=table, move=random.choice(listed(seen)))
        assert "MATCH_FINISHED" in await ask("act", table=table, move="bid 1")
        assert "NO_SUCH_TABLE" in await ask("look", table="nowhere")

    session(work)


def test_a_solitaire_has_hints_and_undo() -> None:
    async def work(ask: Ask) -> None:
        first = await ask("open_table", game=SOLITAIRE, seed="7")
        table = table_of(first)
        hint = (await ask("hint", table=table)).removeprefix("hint: ")
        assert hint in listed(first)
        second = await ask("act", table=table, move=hint)
        undone = await ask("undo", table=table)
        assert listed(first) == listed(undone) != listed(second)
        assert "refused" in await ask("act", table=table, move="recycle")

    session(work)


@pytest.mark.parametrize("game", [SOLITAIRE, FOURSOME, DUEL])
def test_a_session_plays_at_a_server_as_any_player_does(url: str, game: str) -> None:
    async def work(ask: Ask) -> None:
        seen = await ask("open_table", game=game, options=easy(game), bots="random")
        table = table_of(seen)
        for _ in range(3):
            seen = await ask("wait", table=table)
            assert listed(seen), seen
            acted = await ask("act", table=table, move=listed(seen)[0])
            if "TOO_EARLY" in acted:  # the countdown of a match
                await asyncio.sleep(1)
        assert "refused" in await ask("act", table=table, move="#400")
        with SyncClient(url) as watcher:
            if len(GAMES[game].seats) > 1:
                seats = watcher.run(watcher.client.watch(table))
                watcher.run(seats.started())
                assert any("Model" in str(seat) for seat in (seats.news.seats if seats.news else ()))
                watcher.run(seats.close())

    session(work, "--server", url, "--name", "Model")


def test_tables_of_others_can_be_joined(url: str) -> None:
    with SyncClient(url, name="Ada") as ada:
        opened = ada.open(DUEL, private=False)

        async def work(ask: Ask) -> None:
            assert opened.table_id in await ask("list_tables")
            seen = await ask("join_table", table=opened.table_id)
            assert "you are p2" in seen
            assert "resign" in await ask("wait", table=opened.table_id)

        session(work, "--server", url)


def test_the_page_about_language_models_runs() -> None:
    assert run_page("mcp.md") == 1
