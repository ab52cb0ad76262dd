"""The full-screen terminal, driven by Textual's pilot: keys, mouse, typed moves, and tables of a server."""

import asyncio
import re
from argparse import Namespace
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static
from textual.widgets._footer import FooterKey

from positions import kit_of
from saloon.cli import play, results, screen
from saloon.cli.commands import parser
from saloon.client import Client, Move
from saloon.client.playing import LocalPlaying, Playing, RemotePlaying
from saloon.core.errors import BadInput
from saloon.games import GAMES
from saloon.table import Statistics, Table
from saloon.terminal import TableApp
from saloon.terminal.app import TextScreen
from saloon.terminal.pictures import arranged, coloured
from samples import DUEL, FOURSOME, SOLITAIRE, easy

SMALL, LARGE = (80, 24), (160, 50)
PATIENCE = 60.0
SIGNS = {"slash": "/", "question_mark": "?"}


def here(game: str, seed: str = "7") -> Callable[[Any], Awaitable[Playing]]:
    async def opened(_: Any) -> Playing:
        return LocalPlaying.deal(game, easy(game), "random", seed, 1)

    return opened


def namespace(url: str, *, people: bool = False) -> Namespace:
    """Return the arguments of `saloon play GAME --server URL`."""
    return Namespace(
        server=url, token=None, name="Ada", table=None, watch=None, people=people, game=DUEL, bot="random", seed=None,
        preset=None, options=[],
    )  # fmt: skip


def on_screen(app: TableApp, work: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = SMALL) -> None:
    """Run the app without a terminal and let `work` use it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.playing is not None)
            await work(pilot)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    while not condition():
        await pilot.pause(0.02)


def text_of(app: TableApp, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).render())


def playing_of(app: TableApp) -> Any:
    assert app.playing is not None
    return app.playing


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", [game.name for game in GAMES if game.test_kit() is not None])
def test_every_game_shows_its_table_and_is_played_with_the_keys(game: str, size: tuple[int, int]) -> None:
    app = TableApp(here(game))

    async def work(pilot: Pilot[None]) -> None:
        playing = playing_of(app)
        moves = app.query_one("#moves", OptionList)
        await until(pilot, lambda: moves.option_count == len(playing.moves))
        shown = text_of(app, "picture")
        assert all(part in shown for part in playing.game.picture(playing.view).split("\n\n")[-1].split())
        before = playing.rev
        await pilot.press("down", "enter")
        await until(pilot, lambda: playing.rev > before)
        await until(pilot, lambda: f"action {playing.rev}" in text_of(app, "head"))

    on_screen(app, work, size)


def test_a_small_terminal_shows_every_key_and_all_of_a_match() -> None:
    """At 80×24 the last key is not cut off, and both players' scores are there as long as there is no message."""
    app = TableApp(here(DUEL))

    async def work(pilot: Pilot[None]) -> None:
        playing = playing_of(app)
        height = len(playing.game.picture(playing.view).splitlines())
        room = app.query_one("#table", ScrollableContainer)
        await until(pilot, lambda: room.size.height >= height)
        await until(pilot, lambda: any(key.description == "quit" and key.region.width for key in app.query(FooterKey)))
        assert max(key.region.right for key in app.query(FooterKey)) <= SMALL[0]
        await pilot.press("s")
        await until(pilot, lambda: app.query_one("#say", Static).region.height == 1)

    on_screen(app, work)


def test_hint_undo_solve_and_new_have_keys() -> None:
    app = TableApp(here(SOLITAIRE), here(SOLITAIRE, "8"))

    async def work(pilot: Pilot[None]) -> None:
        first = playing_of(app)
        start = text_of(app, "picture")
        await pilot.press("h")
        await until(pilot, lambda: text_of(app, "say").startswith("hint: "))
        await pilot.press("enter")  # the hint is marked in the list
        await until(pilot, lambda: text_of(app, "picture") != start)
        await pilot.press("u")
        await until(pilot, lambda: first.table.help.undos == 1)
        await pilot.press("f")
        await until(pilot, lambda: first.table.help.assisted and text_of(app, "say").startswith("hint: "))
        await pilot.press("s")
        await until(pilot, lambda: "winning line" in text_of(app, "say") or "cannot be won" in text_of(app, "say"))
        await pilot.press("n")
        await until(pilot, lambda: playing_of(app) is not first)
        assert playing_of(app).table.seed == "8"

    on_screen(app, work)


def test_moves_are_clicked_and_typed_and_refusals_are_shown() -> None:
    app = TableApp(here(SOLITAIRE))

    async def work(pilot: Pilot[None]) -> None:
        playing = playing_of(app)
        await until(pilot, lambda: app.query_one("#moves", OptionList).option_count > 0)
        await pilot.click("#moves", offset=(3, 0))
        await until(pilot, lambda: playing.rev == 1)
        for typed, told in (
            ("#77", "not in the list"),
            ("recycle", "stock is not empty"),
            ("nonsense", "is not a move"),
        ):
            await pilot.press("escape", "slash")
            app.query_one(Input).value = typed
            await pilot.press("enter")
            await until(pilot, lambda told=told: told in text_of(app, "say"))  # type: ignore[misc]
            assert playing.rev == 1
            app.query_one(Input).clear()
        await pilot.press("escape", "slash", *"draw", "enter", "escape", "question_mark")
        await until(pilot, lambda: playing.rev == 2 and "column" in text_of(app, "say"))

    on_screen(app, work)


def test_a_match_is_played_to_its_end() -> None:
    app = TableApp(here(FOURSOME))

    async def work(pilot: Pilot[None]) -> None:
        playing = playing_of(app)
        while playing.outcome is None:
            before = playing.rev
            await until(pilot, lambda: app.query_one("#moves", OptionList).option_count > 0)
            await pilot.press("enter")
            await until(pilot, lambda before=before: playing.rev > before)  # type: ignore[misc]
        await until(pilot, lambda: "The game is over" in text_of(app, "say"))
        assert app.query_one("#moves", OptionList).option_count == 0

    on_screen(app, work)


def test_a_table_of_a_server_is_played_and_watched(url: str) -> None:
    seat = screen.ServerSeat(namespace(url))
    app = TableApp(seat.open, close=seat.close)

    async def work(pilot: Pilot[None]) -> None:
        playing = playing_of(app)
        assert isinstance(playing, RemotePlaying)
        async with Client(url) as other, await other.watch(playing.table.table_id) as watched:
            await watched.started()
            seen = RemotePlaying(watched)
            assert (seen.seat, list(seen.moves)) == (None, [])
            resign = next(move for move in playing.moves if move.kind == "resign")
            await until(pilot, lambda: app.query_one("#moves", OptionList).option_count == len(playing.moves))
            while playing.outcome is None:  # the countdown refuses at first
                await pilot.press("slash", *playing.game.notation(resign), "enter", "escape")
                await pilot.pause(0.3)
            await until(pilot, lambda: "The game is over (resign)" in text_of(app, "say"))
            await seen.changed(10**6)
            assert seen.outcome == playing.outcome

    on_screen(app, work)


def test_emotes_and_faults_of_bots_are_shown(url: str) -> None:
    said: list[str] = []

    async def run() -> None:
        seat = screen.ServerSeat(namespace(url, people=True))

        async def opened(_: Any) -> Playing:
            return await seat.open(said.append)

        app = TableApp(opened, close=seat.close)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: bool(said))
            async with Client(url, bot=True) as other, await other.join(said[0].rpartition("/")[2]) as table:
                await table.started()
                await until(pilot, lambda: app.playing is not None)
                await table.send_emote("wellPlayed")
                await until(pilot, lambda: text_of(app, "say") == "p2: Well played!")
                await table.report_fault("crashed")
                await until(pilot, lambda: text_of(app, "say").startswith("the bot at p2 crashed; a simpler bot"))

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_table_that_waits_for_people_says_where_it_is(url: str) -> None:
    said: list[str] = []

    async def run() -> None:
        seat = screen.ServerSeat(namespace(url, people=True))
        opening = asyncio.create_task(seat.open(said.append))
        while not said:
            await asyncio.sleep(0.02)
        async with Client(url) as other, await other.join(said[0].rpartition("/")[2]):
            playing = await opening
            assert playing.seat == 0
            await playing.close()
        await seat.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_an_unreachable_server_is_reported() -> None:
    async def unreachable(_: Any) -> Playing:
        raise BadInput("nobody answers", "NO_ANSWER")

    app = TableApp(unreachable)

    async def run() -> None:
        async with app.run_test() as pilot:
            await until(pilot, lambda: "nobody answers" in text_of(app, "say"))

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_tall_picture_is_arranged_side_by_side_where_there_is_room() -> None:
    tall = "ab\nab\nab\n\nc\nc\nc"
    assert arranged(tall, 80, 24) == tall
    assert arranged(tall, 5, 4) == tall
    assert arranged(tall, 80, 4).splitlines() == ["ab    c"] * 3


def test_red_cards_are_red() -> None:
    text = coloured(" A♥ 10♠  ▒▒")
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert "#c01c28" in styles[" A♥"]
    assert "black" in styles["10♠"]
    assert " ▒▒" in styles


def test_the_commands_of_the_page_are_understood() -> None:
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text()
    lines = re.findall(r"^saloon (play .*?)(?: +#.*)?$", page, re.MULTILINE)
    assert len(lines) >= 5
    for line in lines:
        assert parser().parse_args(line.split()).run is play.run
    for key in TableApp.BINDINGS:
        assert isinstance(key, Binding)
        assert not key.show or f"`{SIGNS.get(key.key, key.key)}`" in page


@pytest.mark.parametrize("words", [{"table": "x"}, {"server": "http://127.0.0.1:1"}])
def test_arguments_that_do_not_go_together_are_refused(words: dict[str, str]) -> None:
    given = {"server": None, "table": None, "watch": None, "people": False, "plain": False} | words
    with pytest.raises(BadInput):
        screen.wants_screen(Namespace(**given))


def test_a_move_that_is_typed_at_once_is_no_list_of_commands() -> None:
    """The keys after `/` are typed, however fast they come: `n` and `q` in a word deal no game and quit nothing."""
    app = TableApp(here(SOLITAIRE))

    async def work(pilot: Pilot[None]) -> None:
        before = playing_of(app)
        app.post_message(Key("slash", "/"))
        for letter in "nquts":
            app.post_message(Key(letter, letter))
        await until(pilot, lambda: app.query_one("#typed", Input).value == "nquts")
        assert app.playing is before

    on_screen(app, work)


def test_results_on_this_machine_are_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "data_directory", lambda: tmp_path)
    game = GAMES[SOLITAIRE]
    assert "no finished game yet" in results.local_statistics(game)
    won = 0
    for seed, options in kit_of(SOLITAIRE).quick_games:
        table = Table.deal(SOLITAIRE, seed=seed, options=options)
        at = 0
        while table.outcome is None and (move := table.suggestion(0)) is not None:
            at += 1000
            table.act(0, move, at=at)
        if table.outcome is not None:
            results.keep_result(table)
            won += 1
    assert won
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write('{"game": "cut o\n')
    text = results.local_statistics(game)
    assert re.search(rf"played +{won}\n", text)
    assert max(map(len, text.splitlines())) <= 72
    assert Statistics.of(results.kept_results(game)).won == won


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_statistics_lie_over_the_table(size: tuple[int, int]) -> None:
    async def statistics() -> str:
        return "your [games]\nplayed 3"

    app = TableApp(here(SOLITAIRE), statistics=statistics)

    async def work(pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, TextScreen) and bool(app.screen.query("#text")))
        assert "your [games]\nplayed 3" in str(app.screen.query_one("#text", Static).render())
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, TextScreen))
        assert app.is_running

    on_screen(app, work, size)


def test_statistics_of_a_server_are_those_of_the_player(url: str) -> None:
    async def work() -> str:
        seat = screen.ServerSeat(namespace(url))
        playing: Any = await seat.open(print)
        await playing.table.act(Move("resign"))
        await playing.table.over()
        await playing.close()
        try:
            return await seat.statistics()
        finally:
            await seat.close()

    text = asyncio.run(asyncio.wait_for(work(), PATIENCE))
    assert text.startswith(f"{GAMES[DUEL].title}: Ada")
    assert re.search(r"played +1\n(?s:.*)lost +1\n", text)


def test_the_head_may_be_due_while_the_app_closes() -> None:
    app = TableApp(here(SOLITAIRE))

    async def work(pilot: Pilot[None]) -> None:
        await app.query_one("#head").remove()
        app._show_head()

    on_screen(app, work)
