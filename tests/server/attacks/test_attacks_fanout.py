"""What comes over the channel between processes wakes them and nothing more."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from redis import Redis

from saloon.server.cluster.fanout import channel_of
from saloon.table import replay
from samples import DUEL, SOLITAIRE, idle_move
from server.attacks.rows import rows
from server.running import QUICK, Backend, Json, Player, Running, moves


@contextmanager
def two_processes(url: str, redis: str) -> Iterator[Backend]:
    with Running(url, redis=redis, settings=QUICK) as one, Running(url, redis=redis, settings=QUICK) as two:
        backend = Backend(one, two)
        yield backend
        backend.dismiss()


def forgeries(table_id: str, action: Json) -> list[bytes]:
    """Messages of somebody on the channel: an action nobody took, in the form of 0.1 and in other forms."""
    entry = {
        "rev": 1, "seat": 0, "kind": action["kind"], "payload": msgspec.json.encode(action["payload"]).decode(),
        "at": 5,
    }  # fmt: skip
    bodies: list[Any] = [
        {"process": "forged", "table_id": table_id, "entries": [entry]},
        {"process": "forged", "table_id": table_id, "entries": [{**entry, "rev": 7}]},
        {"process": "forged", "table_id": table_id, "entries": []},
        {"process": "forged", "table_id": table_id, "standing": False, "entries": [entry]},
        {"process": "forged", "table_id": table_id, "standing": True},
        {"type": "entries", "process": "forged", "rev": 7},
        {"type": "entries", "process": "forged", "rev": 7, "entries": [entry]},
        {"type": "standing", "process": "forged"},
        {"type": "holds", "process": "forged", "holds": True, "attended": True, "asks": True},
        {"process": "forged"},
        ["x"],
    ]
    return [*map(msgspec.msgpack.encode, bodies), b"", b"\xff\xff", b"{}"]


def test_a_forged_message_is_sent_to_nobody_and_leaves_no_trace(postgres: Callable[[], str], valkey: str) -> None:
    with two_processes(postgres(), valkey) as backend, Redis.from_url(valkey) as forger:
        host = backend.player().create(DUEL)
        guest = backend.player().join(host.table_id)
        with host.socket() as one, guest.socket() as two:
            snapshot = one.kind("snapshot")
            two.kind("snapshot")
            action = moves(snapshot["legal"])[0]
            for message in forgeries(host.table_id, action):
                assert forger.publish(channel_of(host.table_id), message) == 2, "both processes hear it"
            assert one.silent(1), "nothing was written, so nothing has happened"
            assert two.silent(0.1)
            one.send({"seq": 0, "baseRev": 0, **action})
            assert one.rev(1)["action"] == action
            assert two.rev(1)["action"] == action, "the channel still wakes the other process"
            one.send({"seq": 1, "baseRev": 1, "kind": "resign", "payload": {}})
            two.rev(2)
        backend.restart()
        assert replay(backend.player().log(host.table_id)).status == "SUCCESS"


@pytest.mark.parametrize("kind", ["entries", "standing", "holds"])
def test_a_flood_of_forged_messages_delays_nobody(kind: str, postgres: Callable[[], str], valkey: str) -> None:
    with two_processes(postgres(), valkey) as backend, Redis.from_url(valkey) as forger:
        host = backend.player().create(SOLITAIRE, seed="1")
        message = msgspec.msgpack.encode({"type": kind, "process": "forged", "rev": 7, "holds": True, "asks": True})
        with host.socket() as socket:
            socket.kind("snapshot")
            with forger.pipeline() as pipeline:
                for _ in range(20_000):
                    pipeline.publish(channel_of(host.table_id), message)
                pipeline.execute()
            socket.send({"seq": 0, "baseRev": 0, **idle_move(SOLITAIRE)})
            assert socket.rev(1)


@pytest.mark.parametrize("kill", [False, True])
def test_presence_is_known_in_every_process_and_after_a_restart(
    kill: bool, postgres: Callable[[], str], valkey: str
) -> None:
    """Claims against absent players need it: when each was last seen, by socket or request, wherever that was."""
    url = postgres()
    with two_processes(url, valkey) as backend:
        host = backend.player().create(DUEL)
        guest = backend.player().join(host.table_id)

        def seen() -> dict[int, int]:
            return dict(rows(url, f"SELECT seat, seen_at FROM presence WHERE table_id = '{host.table_id}'"))

        first = seen()
        assert set(first) == {0, 1}
        with host.socket() as socket:
            socket.kind("snapshot")
            time.sleep(1)
        time.sleep(0.3)
        assert seen()[0] >= first[0] + 900, "written down when the socket closes"
        assert seen()[1] == first[1]
        backend.restart(kill=kill)
        assert seen()[1] == first[1], "a restart makes nobody present"
        guest.view()
        assert seen()[1] > first[1]


def test_the_database_keeps_no_network_address(postgres: Callable[[], str]) -> None:
    url = postgres()
    with Running(url, settings=QUICK) as server, Player(server.url) as player:
        table = player.create(SOLITAIRE, seed="1")
        table.view()
        ((address,),) = rows(url, "SELECT address FROM presence")
        assert address
        assert "127" not in address
