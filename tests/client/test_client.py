"""The client against a server that really runs."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from client.pages import run_page
from saloon.client import Client, ClientTable, ConnectionLost, Move, Rejected, RequestRefused, SyncClient, messages
from saloon.client.messages import read_message
from saloon.server.http.routes.players import Me
from saloon.server.http.routes.system import GameCard
from saloon.server.http.schemas import Closed
from saloon.server.tables.bot_faults import BotFailed
from saloon.server.tables.claims import ClaimStatus
from saloon.server.tables.emotes import EmoteRefused, EmoteSent
from saloon.server.tables.news import News
from saloon.server.tables.play_clock import PlayTime
from saloon.server.tables.seating import Seated
from saloon.table import replay
from saloon.table.log import read_log
from saloon.table.messages import Ack, Reject, Snapshot, ViewHash
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE, idle_move
from server.running import QUICK, Running

PATIENCE = 30.0


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine; give up on one that hangs."""
    asyncio.run(asyncio.wait_for(work, PATIENCE))


def going_on(table: ClientTable) -> list[Move]:
    """Return the moves that do not end the game."""
    return [move for move in table.moves if move.kind not in ("resign", "offerEnd")]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (messages.Ack, Ack),
        (messages.Reject, Reject),
        (messages.Snapshot, Snapshot),
        (messages.ViewHash, ViewHash),
        (messages.News, News),
        (messages.Clock, PlayTime),
        (messages.ClaimStatus, ClaimStatus),
        (messages.EmoteSent, EmoteSent),
        (messages.EmoteRefused, EmoteRefused),
        (messages.BotFailed, BotFailed),
        (messages.Closed, Closed),
        (messages.Player, Me),
        (messages.Seated, Seated),
        (messages.GameInfo, GameCard),
    ],
)
def test_the_client_knows_every_field_that_the_server_sends(
    ours: type[msgspec.Struct], theirs: type[msgspec.Struct]
) -> None:
    assert ours.__struct_encode_fields__ == theirs.__struct_encode_fields__
    assert ours.__struct_config__.tag == theirs.__struct_config__.tag


def test_messages_of_a_newer_server_are_understood_or_ignored() -> None:
    assert read_message('{"kind": "tomorrow", "rev": 1}') is None
    assert read_message('{"kind": "clock", "played": 5, "runs": true, "new": 1}') == messages.Clock(5, True)
    with pytest.raises(msgspec.ValidationError):
        read_message('{"kind": "clock", "played": "five", "runs": true}')


def test_the_page_about_the_client_runs(url: str) -> None:
    assert run_page("sdk.md", url=url) == 4


def test_a_player_signs_in_again_with_the_token(url: str) -> None:
    async def work() -> None:
        async with Client(url, name="Ada") as first:
            token = first.player.token
        async with Client(url, token=token) as again:
            assert (again.player.player_id, again.player.name) == (first.player.player_id, "Ada")
            table = await again.open(SOLITAIRE)
            assert [one.table_id for one in await again.my_tables()] == [table.table_id]
            await table.close()
            assert await again.statistics() == {}

    run(work())


def test_a_match_between_two_people_and_a_watcher(url: str) -> None:
    """Everyone follows every action, and all views are checked by their hashes."""

    async def work() -> None:
        random = Random(7)
        async with Client(url) as ada, Client(url) as ben, Client(url) as eve:
            one = await ada.open(DUEL)
            assert one.table_id in {news.table_id for news in await eve.tables(DUEL)}
            two = await ben.join(one.table_id)
            three = await eve.watch(one.table_id)
            assert (one.seat, two.seat, three.seat) == ("p1", "p2", None)
            for table in (one, two, three):
                await table.started()
            for turn in range(60):
                table = (one, two)[turn % 2]
                if going_on(table):
                    await table.act(random.choice(going_on(table)))
            with pytest.raises(Rejected, match="OWNERSHIP_VIOLATION"):
                await one.act(idle_move(DUEL, 1))
            with pytest.raises(Rejected, match="NOT_YOUR_SEAT"):
                await three.act(Move("resign"))
            await two.act(Move("resign"))
            outcomes = [await table.over() for table in (one, two, three)]
            assert {outcome.winners for outcome in outcomes} == {("p1",)}
            assert [table.resyncs for table in (one, two, three)] == [0, 0, 0]
            assert one.rev == two.rev == three.rev
            again = await asyncio.gather(one.rematch(), two.rematch())
            assert again[0].table_id == again[1].table_id
            for table in (one, two, three, *again):
                await table.close()

    run(work())


def test_players_send_each_other_emotes(url: str) -> None:
    async def work() -> None:
        async with Client(url) as ada, Client(url) as ben, Client(url) as eve:
            one = await ada.open(DUEL)
            two, three = await ben.join(one.table_id), await eve.watch(one.table_id)
            for table in (one, two, three):
                await table.started()
            events = two.events()
            await one.send_emote("goodLuck")
            async for event in events:
                if isinstance(event, messages.EmoteSent):
                    assert event == messages.EmoteSent("p1", "goodLuck")
                    break
            with pytest.raises(Rejected, match="UNKNOWN_EMOTE"):
                await two.send_emote("boo")  # type: ignore[arg-type]
            with pytest.raises(Rejected, match="NOT_YOUR_SEAT"):
                await three.send_emote("hello")
            assert await one.act(going_on(one)[0]) is not None, "the numbers of actions go on"
            for table in (one, two, three):
                await table.close()

    run(work())
    with SyncClient(url) as client:
        alone = client.open(SOLITAIRE)
        alone.started()
        with pytest.raises(Rejected, match="NO_OPPONENTS"):
            alone.send_emote("thanks")


def test_help_at_a_solitaire(url: str) -> None:
    async def work() -> None:
        async with Client(url) as client, await client.open(SOLITAIRE, seed="7") as table:
            await table.started()
            hint = await table.hint()
            assert hint in table.legal
            await table.until(lambda: table.help.hints == 1)
            first = table.view
            await table.act(idle_move(SOLITAIRE))
            await table.undo()
            await table.redo()
            await table.undo()
            assert table.view == {**first, **{key: table.view[key] for key in ("moves",) if key in first}}
            await table.pause()
            with pytest.raises(Rejected, match="MATCH_NOT_ACTIVE"):
                await table.act(idle_move(SOLITAIRE))
            await table.resume()
            await table.set_away(True)

    run(work())


def test_a_save_file_continues_on_another_server(url: str) -> None:
    async def work() -> None:
        async with Client(url) as client, await client.open(SAVING) as table:
            await table.started()
            await table.act(table.moves[0])
            async with await client.load(await table.save(), SAVING) as loaded:
                await loaded.started()
                assert loaded.table_id != table.table_id

    run(work())


def test_refusals_have_a_code_and_a_sentence(url: str) -> None:
    async def work() -> None:
        async with Client(url) as client:
            with pytest.raises(RequestRefused, match="there is no table 'none'") as refused:
                await client.watch("none")
            assert (refused.value.code, refused.value.status) == ("NO_SUCH_TABLE", 404)
            with pytest.raises(RequestRefused, match="UNKNOWN_GAME"):
                await client.open("bridge")
            table = ClientTable(client, "none")
            with pytest.raises(RequestRefused, match="NO_SUCH_TABLE"):
                await table.started()
            await table.close()
        with pytest.raises(RequestRefused, match="BAD_TOKEN"):
            await Client(url, token="p.nobody.nothing").__aenter__()
        with pytest.raises(ConnectionLost, match="cannot be reached"):
            await Client("http://127.0.0.1:1").__aenter__()

    run(work())


def test_an_action_whose_sender_gave_up_waiting_does_not_disturb_the_next(url: str) -> None:
    async def work() -> None:
        async with Client(url) as client, await client.open(SOLITAIRE) as table:
            await table.started()
            for _ in range(5):
                given_up = asyncio.create_task(table.act(idle_move(SOLITAIRE)))
                await asyncio.sleep(0)
                given_up.cancel()
            await table.act(Move("undo"))
            assert table.resyncs == 0

    run(work())


def test_a_wrong_view_is_noticed_and_replaced(url: str) -> None:
    async def work() -> None:
        async with Client(url) as client, await client.open(SOLITAIRE) as table:
            await table.started()
            state = table._socket.state
            true = state.view
            state.view = {**true, "stock": 99}
            await table._socket._socket.close()  # type: ignore[union-attr]
            await table.until(lambda: table.resyncs == 1 and table.view == true)

    run(work())


def test_the_synchronous_client_follows_and_waits(url: str) -> None:
    with SyncClient(url, name="Cleo") as client:
        assert client.player.name == "Cleo"
        assert FOURSOME in {game.name for game in client.games()}
        table = client.open(FOURSOME, seats=[None, "random", "random", "random"], options={"limit": 1})
        while table.my_turn():
            table.act(table.moves[0])
        assert table.outcome is not None
        assert replay(table.replay()).status == "SUCCESS"
        assert client.watch(table.table_id).table_id == table.table_id


def test_a_server_that_is_killed_in_the_middle_loses_and_repeats_nothing(tmp_path: Path) -> None:
    """Two clients play on while the server dies and returns; the log holds exactly what they did, in their order."""

    async def play(table: ClientTable, random: Random, made: list[Any], stop: asyncio.Event) -> None:
        await table.started()
        while not stop.is_set():
            move = random.choice(going_on(table))
            try:
                await table.act(move)
            except Rejected:
                continue  # the other player was faster
            made.append(msgspec.to_builtins(move))

    async def work(server: Running) -> None:
        made: tuple[list[Any], list[Any]] = ([], [])
        async with Client(server.url) as ada, Client(server.url) as ben:
            one = await ada.open(DUEL)
            two = await ben.join(one.table_id)
            stop = asyncio.Event()
            seats = enumerate((one, two))
            tasks = [asyncio.create_task(play(table, Random(n), made[n], stop)) for n, table in seats]
            for _ in range(3):
                before = one.rev
                for table in (one, two):  # both are back before the next crash
                    await table.until(lambda table=table, rev=before: table.rev > rev + 15)  # type: ignore[misc]
                await asyncio.to_thread(server.restart, kill=True)
            before = one.rev
            await one.until(lambda: one.rev > before + 15)
            stop.set()
            await asyncio.gather(*tasks)
            assert min(one.reconnects, two.reconnects) >= 3
            assert (one.resyncs, two.resyncs) == (0, 0)
            if one.outcome is None:
                await one.act(Move("resign"))
                made[0].append({"kind": "resign", "payload": {}})
            log = await one.replay()
            await asyncio.gather(one.close(), two.close())
        assert replay(log).status == "SUCCESS"
        for seat in (0, 1):
            assert [step.action for step in read_log(log).steps if step.client_id == f"p{seat + 1}"] == made[seat]

    with Running(f"sqlite:///{tmp_path}/saloon.db", settings=QUICK) as server:
        asyncio.run(asyncio.wait_for(work(server), 2 * PATIENCE))
