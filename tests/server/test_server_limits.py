"""How much is too much: every bound is answered with a code, and nobody else notices."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from saloon.server.limits.token_buckets import TokenBucket, TokenBuckets
from saloon.server.settings import ServerLimits, Settings
from saloon.table.messages import LONGEST_MESSAGE
from samples import DUEL, SAVING, SOLITAIRE, TIMED, idle_move
from server.running import QUICK, Json, Player, Running, Seated, Socket, client, eventually, fetch

DRAW: Json = idle_move(SOLITAIRE)
RESIGN: Json = {"kind": "resign", "payload": {}}
STATE: Json = {"kind": "stateRequest", "payload": {}}

NARROW = ServerLimits(
    messages_per_second=10,
    requests_per_second=1e6,
    connections_per_second=1e6,
    sockets_per_address=8,
    tables_per_player=3,
    watchers_per_table=2,
)
STRICT = Settings(database="", countdown_scale=0, watch_delay_seconds=0, limits=NARROW)


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with narrow limits."""
    path = tmp_path_factory.mktemp("narrow") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=STRICT) as server:
        yield server


@pytest.fixture
def player(narrow: Running) -> Iterator[Player]:
    """Somebody who meets them."""
    with Player(narrow.url) as somebody:
        yield somebody


def test_too_many_messages_close_the_connection_with_a_code_and_only_that_one(player: Player) -> None:
    table = player.create(SOLITAIRE, seed="1")
    with table.socket() as quick, table.socket() as calm:
        quick.kind("snapshot")
        calm.kind("snapshot")
        for _ in range(40):
            quick.send(STATE)
        closed = quick.closed()
        assert (closed.code, closed.word["kind"], closed.word["code"]) == (4429, "closed", "RATE_LIMITED")
        answered = [message for message in quick.received if message["kind"] == "snapshot"]
        assert 20 <= len(answered) <= 25, "twice the rate in a burst"
        assert calm.ask(table.message(DRAW))["kind"] == "ack"


def test_a_message_has_a_longest_size(player: Player) -> None:
    table = player.create(SOLITAIRE, seed="1")
    table.act(DRAW)
    with table.socket() as socket:
        socket.kind("snapshot")
        refused = socket.ask({**STATE, "clientId": "x" * LONGEST_MESSAGE})
        assert (refused["kind"], refused["code"]) == ("reject", "MALFORMED_MESSAGE")
        assert (refused["expectedSeq"], refused["rev"]) == (1, 1)
        assert socket.ask(table.message(DRAW))["kind"] == "ack"
        socket.send("x" * 8 * LONGEST_MESSAGE)
        assert socket.closed().code == 1009
    assert table.view()["rev"] == 2


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/{table}/actions", "/api/tables/{table}/rematch"])
def test_a_body_has_a_largest_size(player: Player, path: str) -> None:
    table = player.create(SOLITAIRE, seed="1")
    body = b'{"game": "' + b"x" * NARROW.body_bytes + b'"}'
    assert player.refused("POST", path.replace("{table}", table.table_id), body) == (413, "TOO_LARGE")
    assert table.view()["rev"] == 0


def test_the_unfinished_tables_of_a_player_are_limited(player: Player) -> None:
    waiting = player.create(DUEL)
    over = player.create(SAVING)
    player.create(SOLITAIRE)
    assert player.refused("POST", "/api/tables", {"game": TIMED}) == (429, "TOO_MANY_TABLES")
    assert player.refused("POST", f"{over.path}/rematch", {}) == (429, "TOO_MANY_TABLES")
    player.ask("DELETE", waiting.path)
    player.create(TIMED)
    assert player.refused("POST", "/api/tables", {"game": TIMED}) == (429, "TOO_MANY_TABLES")
    over.act(RESIGN)
    player.create(TIMED)


def _opened_at_once(player: Player, wishes: int) -> list[int]:
    """Return the statuses of concurrent requests for a table."""
    with ThreadPoolExecutor(wishes) as asking:
        answers = list(asking.map(lambda _: player.request("POST", "/api/tables", {"game": TIMED}), range(wishes)))
    assert {answer.json().get("code") for answer in answers} == {None, "TOO_MANY_TABLES"}
    return [answer.status_code for answer in answers]


def test_nobody_gets_more_tables_by_asking_for_many_at_once(player: Player) -> None:
    assert sorted(_opened_at_once(player, 12)) == [201] * 3 + [429] * 9
    assert len(player.ask("GET", "/api/players/me/tables")) == 3


def test_nobody_gets_more_tables_by_asking_several_processes(postgres: Callable[[], str]) -> None:
    url, settings = postgres(), STRICT
    with ExitStack() as open_now:
        servers = [open_now.enter_context(Running(url, settings=settings)) for _ in range(2)]
        player = open_now.enter_context(Player(*(server.url for server in servers)))
        assert sorted(_opened_at_once(player, 12)) == [201] * 3 + [429] * 9
        assert len(player.ask("GET", "/api/players/me/tables")) == 3


def test_another_player_is_not_bound_by_it(player: Player, narrow: Running) -> None:
    for _ in range(3):
        player.create(TIMED)
    with Player(narrow.url) as other:
        other.create(TIMED)


def test_watchers_are_limited_and_players_can_still_connect(player: Player, narrow: Running) -> None:
    table = player.create(SOLITAIRE, seed="1", private=False)
    with Player(narrow.url) as other, ExitStack() as sockets:
        for _ in range(2):
            watching = sockets.enter_context(other.socket(table.table_id))
            watching.kind("snapshot")
        for _ in range(3):
            with other.socket(table.table_id) as third:
                closed = third.closed()
            assert (closed.code, closed.word["code"]) == (4400, "TOO_MANY_CONNECTIONS")
        with table.socket() as own:
            assert own.kind("snapshot")["rev"] == 0
        watching.close()

        def comes_in() -> bool:
            with other.socket(table.table_id) as again:
                return bool(again.receive()["kind"] == "table")

        assert eventually(comes_in)


def test_connections_are_limited_by_address(player: Player) -> None:
    table = player.create(SOLITAIRE, seed="1")

    def fits() -> bool:
        """Whether all eight are free: connections of earlier tests may still be on their way out."""
        with ExitStack() as sockets:
            here = [sockets.enter_context(table.socket()) for _ in range(8)]
            if any(socket.receive()["kind"] != "table" for socket in here):
                return False
            with table.socket() as ninth:
                closed = ninth.closed()
            assert (closed.code, closed.word["code"]) == (4400, "TOO_MANY_CONNECTIONS")
            return True

    assert eventually(fits)
    assert eventually(fits), "those that left are not counted"


def test_requests_are_limited_by_address(tmp_path: Path) -> None:
    limits = ServerLimits(requests_per_second=5, connections_per_second=1e6)
    with Running(
        f"sqlite:///{tmp_path / 'saloon.db'}", settings=Settings(database="", countdown_scale=0, limits=limits)
    ) as server:
        with client() as http:
            begun = time.monotonic()
            answers = [http.get(f"{server.url}/api/games") for _ in range(150)]
            seconds = time.monotonic() - begun
            refused = [answer for answer in answers if answer.status_code == 429]
            assert {answer.json()["code"] for answer in refused} == {"RATE_LIMITED"}
            assert {answer.status_code for answer in answers} == {200, 429}
            assert len(answers) - len(refused) <= 10 + 5 * seconds + 1
            assert eventually(lambda: http.get(f"{server.url}/api/games").status_code == 200)
        metrics = eventually(lambda: _text(f"{server.url}/metrics"))
        assert "saloon_actions_total 0" in metrics


def _text(url: str) -> str | None:
    answer = fetch(url)
    return answer.text if answer.is_success else None


def test_a_bucket_lets_its_rate_through_and_twice_as_much_after_a_rest() -> None:
    bucket = TokenBucket(10, 0.0)
    assert [bucket.take(0.0) for _ in range(21)] == [True] * 20 + [False]
    assert [bucket.take(0.1), bucket.take(0.1)] == [True, False]
    assert [bucket.take(100.0) for _ in range(21)] == [True] * 20 + [False]


def test_more_than_a_burst_passes_once_a_burst_is_free_and_is_paid_back() -> None:
    bucket = TokenBucket(10, 0.0)
    assert not TokenBucket(10, 0.0).take(0.0, 100)
    assert bucket.borrow(0.0, 100)
    assert not bucket.borrow(7.9, 1)
    assert bucket.borrow(8.2, 1)
    assert not bucket.borrow(8.2, 100), "a burst is not free"
    assert bucket.borrow(10.4, 100)


def test_buckets_know_names_apart_and_forget_the_oldest() -> None:
    now = [0.0]
    buckets = TokenBuckets(1, lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    for number in range(10_000):
        assert buckets.take(f"other {number}")
    assert buckets.take("a"), "forgotten, so as good as new"


# --- workers ----------------------------------------------------------------------------------------------------


def test_several_workers_on_sqlite_are_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "saloon.db"
    command = [sys.executable, "-m", "saloon", "serve", "--port", "0", "--workers", "2", "--database"]
    refused = subprocess.run([*command, f"sqlite:///{path}"], capture_output=True, text=True, timeout=20, check=False)
    assert refused.returncode not in (0, 1)
    assert "several workers need PostgreSQL" in refused.stderr
    assert "[BAD_WORKERS]" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert refused.stdout == ""
    assert not path.exists()


def test_two_workers_on_postgresql_and_valkey_are_one_server(postgres: Callable[[], str], valkey: str) -> None:
    with Running(postgres(), redis=valkey, workers=2, settings=QUICK) as server:
        with Player(server.url) as one, Player(server.url) as two, ExitStack() as sockets:
            first = one.create(DUEL)
            second = two.join(first.table_id)
            here: list[Socket] = [sockets.enter_context(first.socket()) for _ in range(6)]
            for socket in here:
                assert socket.kind("snapshot")["rev"] == 0
            drawing = _draws(first), _draws(second)
            for number in range(10):
                seat: Seated = (first, second)[number % 2]
                seat.act(drawing[number % 2])
            for socket in here:
                assert [socket.rev(rev)["rev"] for rev in range(1, 11)] == list(range(1, 11))
        assert "Traceback" not in server.errors()
        assert server.stop() in (0, -15)


def _draws(seat: Seated) -> Json:
    return idle_move(DUEL, seat.seat)


def test_clients_that_come_and_go_are_no_news_for_the_operator(tmp_path: Path) -> None:
    with Running(
        f"sqlite:///{tmp_path / 'saloon.db'}",
        settings=STRICT,
    ) as server:
        with Player(server.url) as player, player.create(SOLITAIRE, seed="1").socket() as socket:
            socket.kind("snapshot")
            socket.send(b"\xff")
        assert server.errors() == ""
