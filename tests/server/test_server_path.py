"""Every action takes the path that docs/architecture.md draws, whatever it comes from."""

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pkgutil import resolve_name
from types import CodeType, FrameType
from typing import Any

import msgspec
import pytest

from saloon.server.settings import Settings
from saloon.server.tables.new_table import NewSeat, NewTable
from samples import DUEL
from server import scene
from server.scene import Ear, Scene
from server.talking import propose
from server.wire import running

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text()
DRAWN = re.findall(r"^\|[^|]*\| `(saloon\.[\w.]+)` \|", PAGE, re.MULTILINE)
"""The functions of the path, in the order of the page."""
DECODE = "saloon.server.actions.pipeline.decode"


def code_of(name: str) -> CodeType:
    """Return the code of a function of the page."""
    function: Any = resolve_name(name)
    code: CodeType = function.__code__
    return code


@contextmanager
def followed() -> Iterator[list[str]]:
    """Note the functions of the page in the order in which they are first called."""
    names = {code_of(name): name for name in DRAWN}
    called: list[str] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        name = names.get(frame.f_code)
        if event == "call" and name is not None and name not in called:
            called.append(name)

    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)


def test_the_page_draws_the_path() -> None:
    assert DRAWN[0] == DECODE
    assert DRAWN[-1] == "saloon.server.actions.broadcast.send_all"
    assert len(DRAWN) == 10


@pytest.mark.parametrize("over", ["rest", "socket"])
def test_a_message_takes_the_path(over: str, tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token = await wire.player()
            opened = (await wire.ask("POST", "/api/tables", token, json={"game": DUEL})).json()
            await wire.ask("POST", f"/api/tables/{opened['tableId']}/join", await wire.player())
            live = await wire.live(opened["tableId"])
            message = {"seq": 0, "baseRev": 0, "kind": "resign", "payload": {}}
            async with wire.socket(opened["tableId"], token) as socket:
                await socket.rest()
                with followed() as called:
                    if over == "rest":
                        path = f"/api/tables/{opened['tableId']}/actions"
                        assert (await wire.ask("POST", path, token, json=message)).json()["kind"] == "ack"
                    else:
                        socket.send(message)
                        assert (await socket.json())["kind"] == "ack"
            assert live.table.rev == 1
            return called

    assert asyncio.run(run()) == DRAWN


def test_an_action_of_the_server_takes_the_path(tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with scene.scene(tmp_path) as table:
            with followed() as called:
                timeout = await propose(table.live, lambda: table.live.table.game.claim_against(1))
            assert timeout["kind"] == "ack"
            return called

    assert asyncio.run(run()) == [name for name in DRAWN if name != DECODE]


def test_a_bots_move_takes_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "SETTINGS", Settings(database="", countdown_scale=0, bot_pace=0.001))

    async def run() -> list[str]:
        async with scene.scene(tmp_path) as table:
            live = await _against_a_bot(table)
            with followed() as called:
                await live.connect(Ear(0), None, await table.services.news.of(live.stored))
                async with asyncio.timeout(10):
                    while live.table.rev == 0 or live.is_busy:
                        await asyncio.sleep(0.001)
            return called

    assert asyncio.run(run()) == [name for name in DRAWN if name != DECODE]


async def _against_a_bot(table: Scene) -> Any:
    seats = (NewSeat("human"), NewSeat("bot", "greedy"))
    seated = await table.services.seating.create("three", NewTable(DUEL, seats=seats))
    live = await table.services.tables.get(seated.table_id)
    assert msgspec.structs.asdict(live.stored)["status"] == "active"
    return live
