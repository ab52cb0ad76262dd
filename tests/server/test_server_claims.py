"""Claims: a player may end a match against an opponent who has been away for a minute, and against nobody else.

The servers' clock is moved by writing a later time to the database, as another process would.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clauses import clause
from saloon.server.actions.pipeline import decode
from saloon.server.clock import ServerClock
from saloon.server.http.tokens import SeatClaim
from saloon.server.services import Services
from saloon.server.tables.claims import claim_kind
from saloon.server.tables.presence import Presence
from saloon.store.database import Statement, StoreUnavailable
from saloon.store.store import Seen
from samples import DUEL, SOLITAIRE, TIMED
from server.attacks.rows import change, rows
from server.running import QUICK, Backend, Json, Player, Running, Seated, Socket, draw_on, eventually
from server.scene import Scene, scene
from server.talking import propose

BRISK = msgspec.structs.replace(QUICK, lobby_seconds=0.6, beat_seconds=0.1, lone_beat_seconds=0.1)
"""Who is connected is written down every 0.2 seconds."""
MINUTE = 60_000


@pytest.fixture(scope="module")
def pair(postgres: Callable[[], str]) -> Iterator[Backend]:
    """Two processes on one database."""
    url = postgres()
    with Running(url, settings=BRISK) as one, Running(url, settings=BRISK) as two:
        yield Backend(one, two)


class Match:
    """A match between two people, each connected to a different process."""

    def __init__(self, backend: Backend, stack: ExitStack, **wish: Any) -> None:
        self.url = backend.database
        self.players = [stack.enter_context(Player(server.url)) for server in (backend.servers * 2)[:2]]
        self.host = self.players[0].create(DUEL, **wish)
        self.guest = self.players[1].join(self.host.table_id)
        self.stack = stack

    def connect(self, seated: Seated) -> Socket:
        """Open a socket that stays open until the end of the test."""
        socket = self.stack.enter_context(seated.socket())
        socket.kind("snapshot")
        return socket

    def forward(self, milliseconds: int) -> None:
        """Let the server clock go forward, and wait until both processes know and have noted who is connected."""
        change(self.url, f"UPDATE server_clock SET at = at + {milliseconds}")
        later = self.clock()
        eventually(lambda: self.clock() > later + 500, 20)

    def clock(self) -> int:
        return int(rows(self.url, "SELECT max(at) FROM server_clock")[0][0])

    def seen(self, seat: Seated) -> int:
        """Return when a player was last seen."""
        where = f"table_id = '{seat.table_id}' AND seat = {seat.seat}"
        return int(rows(self.url, f"SELECT seen_at FROM presence WHERE {where}")[0][0])

    def last_sign(self, player: int) -> int:
        """Return when a player was last seen anywhere."""
        where = f"player_id = '{self.players[player].player_id}'"
        return int(rows(self.url, f"SELECT seen_at FROM players WHERE {where}")[0][0])


@pytest.fixture
def match(pair: Backend) -> Iterator[Match]:
    with ExitStack() as stack:
        yield Match(pair, stack)


def said(socket: Socket, kind: str) -> Json:
    """Return the answer to a message about claims, or the ack of the timeout that a claim leads to."""
    socket.send({"kind": kind, "payload": {}})
    return socket.until(lambda one: one["kind"] == "claimStatus" or one.get("clientId") == "server")


def code(socket: Socket) -> str | None:
    """Return why a claim would be refused; None if it would not."""
    found: str | None = said(socket, "claimRequest")["code"]
    return found


@clause("HN-1108", "HN-1109")
def test_a_player_claims_the_match_when_the_opponent_has_been_away_for_a_minute(match: Match) -> None:
    host, guest = match.connect(match.host), match.connect(match.guest)
    draw_on((match.host, match.guest), 21)
    guest.close()
    eventually(lambda: said(host, "claimRequest")["wait"] < MINUTE)
    match.forward(MINUTE - 10_000)
    status = said(host, "claimRequest")
    assert (status["code"], status["away"]) == ("NOT_ABSENT", True)
    assert 0 < status["wait"] <= 10_000
    assert said(host, "claim")["code"] == "NOT_ABSENT"
    match.forward(10_000)
    assert said(host, "claimRequest") == {
        "kind": "claimStatus",
        "code": None,
        "reason": "your opponent is away; you may claim the match",
        "away": True,
        "wait": 0,
    }
    ack = said(host, "claim")
    assert ack["action"] == {"kind": "timeout", "payload": {"player": "p2"}}
    assert (ack["outcome"]["winners"], ack["outcome"]["reason"]) == (["p1"], "inactivity")
    for kind in ("claim", "claimRequest"):
        assert said(host, kind)["code"] == "MATCH_FINISHED"
    view = match.guest.view()
    assert (view["view"]["winner"], view["view"]["endedBy"]) == ("p1", "p2")


@clause("HN-1109")
def test_no_claim_against_a_player_connected_to_another_process(match: Match) -> None:
    host, _ = match.connect(match.host), match.connect(match.guest)
    for _ in range(3):
        match.forward(2 * MINUTE)
        before = match.clock()
        eventually(lambda: match.seen(match.guest) >= before)  # noqa: B023 - it is asked before the next round
        answer = said(host, "claim")
        assert (answer["code"], answer["away"]) == ("NOT_ABSENT", False)
    assert match.host.view()["outcome"] is None


@clause("HN-1109")
def test_a_request_is_a_sign_of_life(match: Match) -> None:
    host = match.connect(match.host)
    match.forward(2 * MINUTE)
    assert code(host) is None
    match.guest.view()
    answer = said(host, "claim")
    assert (answer["code"], answer["away"]) == ("NOT_ABSENT", False)
    match.forward(2 * MINUTE)
    match.players[1].ask("GET", "/api/players/me/tables")
    assert code(host) == "NOT_ABSENT"


def _looks_at_the_lobby_with_a_seat_token(player: Player, seat: Seated) -> None:
    player.ask("GET", "/api/tables", token=seat.token)


def _tries_what_is_refused(player: Player, seat: Seated) -> None:
    assert player.refused("GET", "/api/tables/nowhere", token=seat.token)[1] == "NO_SUCH_TABLE"


REQUESTS: dict[str, Callable[[Player, Seated], object]] = {
    "who they are": lambda player, _: player.ask("GET", "/api/players/me"),
    "their statistics": lambda player, _: player.ask("GET", "/api/players/me/stats"),
    "the lobby": lambda player, _: player.ask("GET", "/api/tables"),
    "the lobby, with a seat's token": _looks_at_the_lobby_with_a_seat_token,
    "the games": lambda player, _: player.ask("GET", "/api/games"),
    "a table that does not exist": _tries_what_is_refused,
}


@clause("HN-1109")
@pytest.mark.parametrize("request_of", REQUESTS.values(), ids=REQUESTS.keys())
def test_a_request_that_names_no_table_of_theirs_is_a_sign_of_life(
    match: Match, request_of: Callable[[Player, Seated], object]
) -> None:
    """The host claims in one process; the guest asks for something else, by way of the other."""
    host = match.connect(match.host)
    match.forward(2 * MINUTE)
    assert code(host) is None
    request_of(match.players[1], match.guest)
    eventually(lambda: code(host) == "NOT_ABSENT")
    answer = said(host, "claim")
    assert (answer["code"], answer["away"]) == ("NOT_ABSENT", False)
    match.forward(2 * MINUTE)
    assert code(host) is None


@clause("HN-1109")
@pytest.mark.parametrize("process", [0, 1])
@pytest.mark.parametrize("watching", [False, True], ids=["playing", "watching"])
def test_no_claim_against_a_player_with_a_socket_at_another_table(
    pair: Backend, match: Match, process: int, watching: bool
) -> None:
    """They play or watch there, connected to the claimant's process or to the other."""
    guest = match.stack.enter_context(Player(pair.servers[process].url, token=match.players[1].token))
    with (
        guest.socket(match.players[0].create(SOLITAIRE, private=False).table_id)
        if watching
        else guest.create(TIMED).socket()
    ) as other:
        other.kind("snapshot")
        host = match.connect(match.host)
        for _ in range(2):
            match.forward(2 * MINUTE)
            before = match.clock()
            eventually(lambda: match.last_sign(1) >= before)  # noqa: B023 - it is asked before the next round
            answer = said(host, "claim")
            assert (answer["code"], answer["away"]) == ("NOT_ABSENT", False)
    match.forward(MINUTE - 10_000)
    assert code(host) == "NOT_ABSENT", "a minute has not passed since they hung up"
    match.forward(20_000)
    assert said(host, "claim")["action"] == {"kind": "timeout", "payload": {"player": "p2"}}


@clause("HN-1109")
def test_the_claimant_must_have_been_connected_all_the_time(match: Match) -> None:
    host = match.connect(match.host)
    match.forward(2 * MINUTE)
    assert code(host) is None
    host.close()
    host = match.connect(match.host)
    answer = said(host, "claim")
    assert answer["code"] == "NOT_CONNECTED_LONG_ENOUGH"
    assert MINUTE - 15_000 < answer["wait"] <= MINUTE
    match.forward(MINUTE)
    assert said(host, "claim")["action"]["kind"] == "timeout"


@clause("HN-1109")
def test_if_both_are_away_the_first_to_return_waits_a_minute(match: Match) -> None:
    match.forward(10 * MINUTE)
    host = match.connect(match.host)
    assert code(host) == "NOT_CONNECTED_LONG_ENOUGH"
    guest = match.connect(match.guest)
    assert code(guest) == "NOT_ABSENT"
    assert code(host) == "NOT_ABSENT"


@clause("HN-1109")
def test_both_may_claim_and_only_one_claim_counts(match: Match) -> None:
    """Two sockets of one player claim at the same time."""
    first, second = match.connect(match.host), match.connect(match.host)
    match.forward(2 * MINUTE)
    for socket in (first, second):
        socket.send({"kind": "claim", "payload": {}})
    acks = [socket.until(lambda one: one.get("clientId") == "server") for socket in (first, second)]
    assert acks[0] == acks[1]
    assert first.silent() or first.received[-1]["code"] == "MATCH_FINISHED"
    kinds = [step["action"]["kind"] for step in msgspec.json.decode(match.players[0].log(match.host.table_id))["steps"]]
    assert kinds.count("timeout") == 1


def refusal(socket: Socket) -> str:
    found: str = said(socket, "claim")["code"]
    return found


@clause("HN-1109")
def test_without_claims_the_reason_is_given(pair: Backend) -> None:
    with ExitStack() as stack:
        match = Match(pair, stack)
        watcher = stack.enter_context(pair.player().socket(match.host.table_id))
        watcher.kind("snapshot")
        assert refusal(watcher) == "NOT_YOUR_SEAT"
        waiting = match.players[0].create(DUEL)
        socket = stack.enter_context(waiting.socket())
        socket.kind("table")
        assert refusal(socket) == "MATCH_NOT_ACTIVE"
        bots = match.players[0].create(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
        assert refusal(match.connect(bots)) == "CLAIM_NEEDS_PEOPLE"
        other = match.players[0].create(SOLITAIRE)
        assert refusal(match.connect(other)) == "CLAIM_UNKNOWN"
        match.guest.player.ask("POST", f"{match.guest.path}/leave", token=match.guest.token)
        assert refusal(match.connect(match.host)) in ("CLAIM_NEEDS_PEOPLE", "MATCH_FINISHED")
    pair.dismiss()


@clause("HN-1109")
def test_a_match_of_the_old_rules_cannot_be_claimed(pair: Backend) -> None:
    """A table that was dealt before an upgrade names its version; here the row is written so."""
    with ExitStack() as stack:
        match = Match(pair, stack)
        change(pair.database, f"UPDATE tables SET rules_version = '1.0.0' WHERE table_id = '{match.host.table_id}'")
        pair.restart()
        host = match.connect(match.host)
        assert match.host.view()["rulesVersion"] == "1.0.0"
        match.forward(2 * MINUTE)
        answer = said(host, "claim")
        assert (answer["code"], answer["wait"]) == ("CLAIM_UNKNOWN", None)
        assert "1.0.0" in answer["reason"]


@clause("HN-1109")
def test_downtime_counts_for_nobody(tmp_path: Path) -> None:
    """With SQLite, one process: after a restart the minute begins again, however long the server was away."""
    with ExitStack() as stack:
        server = stack.enter_context(Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=BRISK))
        match = Match(Backend(server), stack)
        host = match.connect(match.host)
        match.forward(MINUTE - 20_000)
        assert said(host, "claimRequest")["wait"] <= 20_000
        server.stop()
        server.start()
        host = match.connect(match.host)
        assert said(host, "claimRequest")["wait"] > MINUTE - 15_000
        match.forward(MINUTE)
        assert said(host, "claim")["outcome"]["reason"] == "inactivity"
        news = match.players[0].ask("GET", f"{match.host.path}/news", token=match.host.token)
        assert news["rating"]["code"] == "MATCH_TOO_SHORT"


# --- one process, step by step ----------------------------------------------------------------------------------


def test_an_action_of_the_opponent_goes_before_a_claim_that_is_decided(tmp_path: Path) -> None:
    async def run() -> tuple[Json, Any]:
        async with scene(tmp_path) as table:
            return await _claim_meanwhile(table)

    answer, outcome = asyncio.run(run())
    assert answer["kind"] == "ack"
    assert outcome is None


async def _claim_meanwhile(table: Scene) -> tuple[Json, Any]:
    """Let the opponent act by a request while the database is asked when they were last seen."""
    backend, live, (claimant, opponent, _) = table.services, table.live, table.ears
    live.disconnect(opponent)
    claimant.since = backend.clock.now() - 2 * MINUTE
    await backend.store.see([Seen(live.stored.table_id, 1, "two")], backend.clock.now() - 2 * MINUTE)
    await backend.store.database.write(
        Statement("UPDATE players SET seen_at = ?", [(backend.clock.now() - 2 * MINUTE,)])
    )
    live.stored = msgspec.structs.replace(live.stored, clock_start=backend.clock.now() - 3 * MINUTE)
    decided = backend.claims._timeout(live, claimant, live.table.rev)
    assert (await backend.claims._status(live, claimant)).code is None
    answer = await table.ask(1, table.draw(1, 0))
    assert await propose(live, decided) is None
    return answer, live.table.outcome


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (b'{"kind":"claim","payload":{}}', "claim"),
        (b'{"payload": {}, "kind": "claimRequest"}', "claimRequest"),
        (b'{"kind":"claims","payload":{}}', None),
        (b'{"kind":"claim","payload":{"seat":1}}', None),
        (b'{"kind":"hint","payload":{"x":"claim"}}', None),
        (b'{"kind":"claim"', None),
        (b'{"kind":"hint","payload":{}}', None),
    ],
)
def test_claims_are_distinguished_from_all_other_messages(message: bytes, kind: str | None) -> None:
    assert claim_kind(decode(message)) == kind


async def written_presence(backend: Services) -> dict[int, int]:
    """Return when the players of the only table were last seen there, by seat."""
    return dict(await backend.store.database.read("SELECT seat, seen_at FROM presence"))


async def written_players(backend: Services) -> dict[str, int]:
    """Return when players were last seen anywhere; those whom nobody has seen are left out."""
    return dict(await backend.store.database.read("SELECT player_id, seen_at FROM players WHERE seen_at > 0"))


def test_the_last_of_many_requests_is_written_down_exactly_even_after_a_failure(tmp_path: Path) -> None:
    """Requests in quick succession are written once; the next renewal writes when the last of them came."""

    async def run() -> None:
        async with scene(tmp_path) as table:
            backend, seen = table.services, Seen(table.live.stored.table_id, 1, "two")
            seconds = 0.0
            clock = ServerClock(backend.store, lambda: seconds)
            backend.tables.live.clear()  # nobody is connected
            presence = Presence(backend.store, clock, backend.tables, 60)

            async def written() -> int:
                return (await written_presence(backend))[1]

            await presence.note([seen])
            seconds = 7.0
            await presence.note([seen])
            seconds = 9.0
            assert await written() == 0
            table.database.next_writes = [StoreUnavailable("the disk is full")]
            assert not await presence._renew()
            assert await written() == 0
            assert await presence._renew()
            assert await written() == 7_000
            await backend.store.see([seen], 8_000)
            await backend.store.see_until({seen: 7_500})
            assert await written() == 8_000, "another process has seen them later"
            await backend.store.see_until({Seen(seen.table_id, 1, "somebody else"): 9_000})
            assert await written() == 8_000

    asyncio.run(run())


def test_who_is_connected_is_written_down_at_every_renewal(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            backend = table.services
            seconds = 0.0
            presence = Presence(backend.store, ServerClock(backend.store, lambda: seconds), backend.tables, 60)
            for seconds in (1.0, 1.5, 3.0):
                assert await presence._renew()
                assert await written_presence(backend) == dict.fromkeys((0, 1), int(1000 * seconds))

    asyncio.run(run())


def test_signs_of_life_are_written_in_batches_exactly_and_even_after_a_failure(tmp_path: Path) -> None:
    """The first sign of a player is written at once, later ones with the next renewal, and none is lost or refused."""

    async def run() -> None:
        async with scene(tmp_path) as table:
            backend = table.services
            seconds = 0.0
            backend.tables.live.clear()  # nobody is connected
            presence = Presence(backend.store, ServerClock(backend.store, lambda: seconds), backend.tables, 60)
            seconds = 1.0

            async def settled() -> None:
                assert presence._writing is not None
                await presence._writing

            writes = table.database.writes
            for player in ("one", "two", "two"):
                presence.saw(player)
            await settled()
            assert table.database.writes == writes + 1
            assert await written_players(backend) == {"one": 1_000, "two": 1_000}
            seconds = 8.0
            presence.saw("two")
            assert await written_players(backend) == {"one": 1_000, "two": 1_000}
            table.database.next_writes = [StoreUnavailable("the disk is full")]
            assert not await presence._renew()
            seconds = 9.0
            assert await presence._renew()
            assert await written_players(backend) == {"one": 1_000, "two": 8_000}
            table.database.next_writes = [StoreUnavailable("the disk is full")]
            presence.saw("three")
            await settled()
            assert "three" not in await written_players(backend)
            seconds = 10.0
            assert await presence._renew()
            assert (await written_players(backend))["three"] == 9_000

    asyncio.run(run())


def test_everybody_with_a_socket_is_renewed_watchers_too_and_after_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            backend, live = table.services, table.live
            table.ears[2].player_id = "three"
            seconds = 0.0
            presence = Presence(backend.store, ServerClock(backend.store, lambda: seconds), backend.tables, 60)
            seconds = 1.0
            assert await presence._renew()
            assert await written_players(backend) == dict.fromkeys(("one", "two", "three"), 1_000)
            live.stored = msgspec.structs.replace(live.stored, status="finished")
            seconds = 2.0
            assert await presence._renew()
            assert await written_players(backend) == dict.fromkeys(("one", "two", "three"), 2_000)

    asyncio.run(run())


def test_a_seat_token_shows_its_holder_only_while_they_hold_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            backend, name = table.services, table.live.stored.table_id
            seen: list[str] = []
            monkeypatch.setattr(backend.presence, "_saw_player", seen.append)
            for _ in range(2):
                backend.presence.saw(SeatClaim(name, 1, 0))
                backend.presence.saw(SeatClaim(name, 1, 7))
                backend.presence.saw(SeatClaim("nowhere", 1, 0))
                await asyncio.gather(*backend.presence._tasks._running)
                backend.tables.drop(name)  # the second time it is looked up
            assert seen == ["two", "two"]

    asyncio.run(run())
