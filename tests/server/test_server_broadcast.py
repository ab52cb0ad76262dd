"""Broadcast: every subscriber of a table is sent what happens there, each as it may see it."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.scene import Ear, Scene, scene
from server.talking import ask, post


async def played(table: Scene, seat: int, seq: int) -> None:
    """Let a seat draw a card."""
    assert (await table.ask(seat, table.draw(seat, seq, table.live.table.rev)))["kind"] == "ack"


def test_every_subscriber_is_sent_every_accepted_action_as_it_may_see_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            await played(table, 0, 0)
            await played(table, 1, 0)
            sent = [ear.take() for ear in table.ears]
            for inbox in sent:
                told = [(one["kind"], one["rev"], one["clientId"], one["seq"]) for one in inbox]
                assert told == [("ack", 1, "p1", 0), ("ack", 2, "p2", 0)]
            assert len({str(inbox[0]["change"]) for inbox in sent}) > 1

    asyncio.run(run())


def test_nobody_is_sent_a_refusal_or_anothers_snapshot(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            assert (await ask(table.live, 1, table.draw(0, 0)))["kind"] == "reject"
            assert (await ask(table.live, 1, table.draw(1, 5)))["kind"] == "snapshot"
            assert (await ask(table.live, 1, b'{"kind":"stateRequest","payload":{}}'))["kind"] == "snapshot"
            assert [ear.take() for ear in table.ears] == [[], [], []]

    asyncio.run(run())


def test_a_subscriber_that_disconnects_is_sent_no_more_and_may_do_so_twice(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            await played(table, 0, 0)
            table.live.disconnect(table.ears[1])
            table.live.disconnect(table.ears[1])
            await played(table, 0, 1)
            assert [len(ear.take()) for ear in table.ears] == [2, 1, 2]

    asyncio.run(run())


def test_a_failing_subscriber_affects_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        def fail(_: bytes) -> None:
            raise RuntimeError("this connection fails")

        async with scene(tmp_path) as table:
            table.ears[0].send = fail  # type: ignore[assignment, method-assign]
            await played(table, 0, 0)
            await played(table, 0, 1)
            assert [one["rev"] for one in table.ears[1].take()] == [1, 2]

    asyncio.run(run())
    assert caplog.messages == ["a connection failed"] * 2
    assert all(one.levelno == logging.ERROR and one.exc_info for one in caplog.records)


def test_everyone_gets_the_last_good_state_despite_a_failing_subscriber(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        def fail(_: bytes) -> None:
            raise RuntimeError("gone")

        async with scene(tmp_path) as table:
            game = table.live.table
            game._progress = msgspec.structs.replace(game._progress, state=None)
            table.ears[0].send = fail  # type: ignore[assignment, method-assign]
            assert (await table.ask(0, table.draw(0, 0)))["reason"] == "AIRBAG"
            assert [[one["reason"] for one in ear.take()] for ear in table.ears[1:]] == [["AIRBAG"], ["AIRBAG"]]

    asyncio.run(run())
    assert "a connection failed" in caplog.messages


def test_subscribers_may_come_and_go_while_they_are_sent_to(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            first, second, watcher = table.ears

            def leave(message: bytes) -> None:
                Ear.send(first, message)
                table.live.disconnect(first)
                table.live.subscribers.append(Ear(None))

            first.send = leave  # type: ignore[method-assign]
            await played(table, 0, 0)
            await played(table, 0, 1)
            assert [[one["rev"] for one in ear.take()] for ear in (first, second, watcher)] == [[1], [1, 2], [1, 2]]
            latecomer: Any = table.live.subscribers[-1]
            assert [one["rev"] for one in latecomer.take()] == [2]

    asyncio.run(run())


def test_a_subscriber_that_acts_while_it_is_sent_to_mixes_nothing_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            bot, watcher = table.ears[1], table.ears[2]

            def answer(message: bytes) -> None:
                Ear.send(bot, message)
                if bot.heard[-1]["clientId"] == "p1":
                    post(table.live, 1, table.draw(1, 0, 1), bot)

            bot.send = answer  # type: ignore[method-assign]
            reply = await ask(table.live, 0, table.draw(0, 0))
            assert (reply["rev"], reply["clientId"]) == (1, "p1")
            await table.settled()
            assert [(one["rev"], one["clientId"]) for one in watcher.take()] == [(1, "p1"), (2, "p2")]

    asyncio.run(run())
