"""Emotes: players at a table of people send each other fixed signs; nobody else does, and nothing is logged."""

from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from saloon.server.limits.token_buckets import TokenBucket
from saloon.server.tables.emotes import EMOTES
from samples import DUEL, FOURSOME, SOLITAIRE
from server.attacks.rows import rows
from server.running import QUICK, ROOMY, Backend, Json, Running, Socket


def emote(name: object = "hello") -> Json:
    """Return the message that sends an emote."""
    return {"kind": "emote", "payload": {"emote": name}}


def refusal(socket: Socket, message: Json) -> str:
    """Send a message whose emote is refused; return the code."""
    socket.send(message)
    return str(socket.kind("emoteRefused")["code"])


def test_players_get_an_emote_and_watchers_do_not(backend: Backend) -> None:
    host, guest, other = backend.player(), backend.player(), backend.player()
    table = host.create(DUEL)
    seat = guest.join(table.table_id)
    with ExitStack() as stack:
        first, second = stack.enter_context(table.socket()), stack.enter_context(seat.socket())
        watcher = stack.enter_context(other.socket(table.table_id))
        for socket in (first, second, watcher):
            socket.kind("snapshot")
        first.send(emote("goodLuck"))
        for socket in (first, second):
            assert socket.kind("emote") == {"kind": "emote", "seat": "p1", "emote": "goodLuck"}
        assert refusal(watcher, emote()) == "NOT_YOUR_SEAT"
        table.act(table.legal()[0])
        watcher.rev(1)
        assert "emote" not in {one["kind"] for one in watcher.received}
    assert table.view()["rev"] == 1, "an emote is not an action"
    assert [
        row[0] for row in rows(backend.database, f"SELECT rev FROM entries WHERE table_id = '{table.table_id}'")
    ] == [1]


def test_only_known_emotes_are_sent_and_a_solitaire_or_a_table_with_bots_has_none(backend: Backend) -> None:
    player = backend.player()
    duel = player.create(DUEL)
    with duel.socket() as socket:
        for wrong in ("boo", "", None, 3, ["hello"], {"emote": "hello"}):
            assert refusal(socket, emote(wrong)) == "UNKNOWN_EMOTE"
        assert refusal(socket, {"kind": "emote", "payload": {}}) == "UNKNOWN_EMOTE"
        assert refusal(socket, {"kind": "emote", "payload": {"emote": "hello", "text": "hi"}}) == "UNKNOWN_EMOTE"
    bots = [{"kind": "human"}, *[{"kind": "bot", "level": "greedy"}] * 3]
    for table in (player.create(SOLITAIRE), player.create(FOURSOME, seats=bots)):
        with table.socket() as socket:
            assert refusal(socket, emote()) == "NO_OPPONENTS"
        assert table.post(table.message(emote()))["code"] == "INVALID_ACTION_KIND", "emotes are for sockets"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> "Running":
    """Return the settings of a server that lets hardly any emote through: the next one would come after an hour."""
    limits = msgspec.structs.replace(ROOMY, emotes_per_second=1 / 3600, emotes_per_second_of_address=3 / 2)
    path: Path = tmp_path_factory.mktemp("strict") / "saloon.db"
    return Running(f"sqlite:///{path}", settings=msgspec.structs.replace(QUICK, limits=limits))


def test_a_seat_and_an_address_send_only_so_many(strict: Running) -> None:
    with strict, ExitStack() as stack:
        backend = Backend(strict)
        stack.callback(backend.dismiss)
        host = backend.player()
        table = host.create(FOURSOME)
        others = [backend.player(address=f"127.0.0.{2 + number}").join(table.table_id) for number in range(3)]
        sockets = [stack.enter_context(seat.socket()) for seat in (table, *others)]
        for socket in sockets:
            socket.send(emote())
            socket.kind("emote")
            assert refusal(socket, emote()) == "RATE_LIMITED"
        second = [stack.enter_context(host.create(DUEL, private=True).socket()) for _ in range(6)]
        for socket in second:
            socket.send(emote())
        answers = [socket.kind("emote", "emoteRefused")["kind"] for socket in second]
        assert answers[0] == "emote"
        assert "emoteRefused" in answers, "all tables of an address share a limit"


def test_a_bucket_lets_at_least_one_through() -> None:
    bucket = TokenBucket(0.1, 0.0)
    assert [bucket.take(0.0), bucket.take(5.0), bucket.take(11.0)] == [True, False, True]


def test_emotes_are_few_and_the_schema_lists_them(backend: Backend) -> None:
    components = backend.player().ask("GET", "/api/messages")["components"]["schemas"]
    assert components["EmoteSent"]["properties"]["emote"]["enum"] == sorted(EMOTES)
