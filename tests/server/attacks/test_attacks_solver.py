"""One address asks the solver as much as it can: others get their answers, and everybody the deal of the day."""

import select
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from saloon.solver import daily
from samples import SAVING, SOLITAIRE, TIMED
from server.attacks.cpu import children, cpu_seconds
from server.running import QUICK, Player, Running, Seated, eventually

COMPILING = 300.0
"""Seconds that an answer may take on a machine where nothing is compiled yet."""
PLAYERS = 6
QUESTIONS = 3
SLOW = {
    "game": SOLITAIRE,
    "seed": "5",
}
"""A deal for which the solver needs seconds: it cannot be won."""
QUICK_DEAL = {"game": TIMED, "seed": "1000"}


class Elsewhere(Player):
    """A player of another address."""

    def __init__(self, url: str, address: str = "127.0.0.2") -> None:
        super().__init__(url)
        self.http.close()
        self.http = httpx.Client(
            transport=httpx.HTTPTransport(local_address=address, verify=False, trust_env=False), timeout=COMPILING
        )


class Attack:
    """Many players of one address, each with as many questions as one may have, every one over its own connection."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self._open: list[socket.socket] = []

    def begin(self) -> None:
        """Ask everything at once; return when the solver takes no more of it."""
        for _ in range(PLAYERS):
            with Player(self._server.url) as player:
                tables = [Seated(player, player.ask("POST", "/api/tables", SLOW)) for _ in range(QUESTIONS)]
            for table in tables:
                self._ask(table)
        eventually(lambda: b"503" in self.answers(), COMPILING)

    def _ask(self, table: Seated) -> None:
        head = f"POST {table.path}/solve HTTP/1.1\r\nhost: saloon\r\nauthorization: Bearer {table.token}\r\n\r\n"
        self._open.append(socket.create_connection(("127.0.0.1", self._server.port)))
        self._open[-1].sendall(head.encode())

    def answers(self) -> list[bytes]:
        """Return the status of each question that is answered."""
        answered, _, _ = select.select(self._open, [], [], 0)
        return [one.recv(12, socket.MSG_PEEK)[9:] for one in answered]

    def unanswered(self) -> int:
        """Return how many questions wait."""
        return len(self._open) - len(self.answers())

    def hang_up(self) -> None:
        """Close all connections."""
        for one in self._open:
            one.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as running:
        with Player(running.url) as player:  # lets the solver's kernels be compiled
            player.http.timeout = COMPILING
            for deal in (QUICK_DEAL, {**SLOW, "seed": "1"}):
                table = Seated(player, player.ask("POST", "/api/tables", deal))
                player.ask("POST", f"{table.path}/winnable")
        yield running


def test_others_are_answered_and_the_deal_of_the_day_is_never_refused(server: Running) -> None:
    attack = Attack(server)
    with Elsewhere(server.url) as victim:
        table = Seated(victim, victim.ask("POST", "/api/tables", QUICK_DEAL))
        attack.begin()
        try:
            assert victim.ask("POST", f"{table.path}/winnable")["verdict"] == "unwinnable"
            still_open = attack.unanswered()
            for game in (TIMED, SOLITAIRE, SAVING):
                deal = victim.ask("GET", f"/api/daily/{game}")
                assert deal["seed"] == daily(game, deal["date"])
            assert still_open > PLAYERS, "the questions of one address came first"
            with Player(server.url) as newcomer:  # at the address of the attack
                newcomer.http.timeout = COMPILING
                assert newcomer.ask("GET", f"/api/daily/{SOLITAIRE}")
        finally:
            attack.hang_up()


def test_a_request_without_waiters_does_not_start(server: Running) -> None:
    (worker,) = children_that_solve(server)
    with Elsewhere(server.url) as player:
        table = Seated(player, player.ask("POST", "/api/tables", SLOW))
        before = cpu_seconds(worker)
        assert player.ask("POST", f"{table.path}/solve")["verdict"] == "unwinnable"
        cost = cpu_seconds(worker) - before
        attack = Attack(server)
        attack.begin()
        attack.hang_up()
        before = sum(map(cpu_seconds, children_that_solve(server)))
        answered = player.ask("POST", f"{table.path}/solve")
        assert answered["verdict"] == "unwinnable"
        time.sleep(cost)  # for what was asked before, if it is still there
        after = sum(map(cpu_seconds, children_that_solve(server)))
        assert after - before < 4 * cost, "the solver went on with the questions of those who had gone"


def test_a_daily_deal_is_found_once(server: Running) -> None:
    with Elsewhere(server.url) as player:
        first = player.ask("GET", f"/api/daily/{SOLITAIRE}")
        server.restart(kill=True)
        assert player.ask("GET", f"/api/daily/{SOLITAIRE}") == first
        assert children_that_solve(server) == [], "a process was started to find it again"


def children_that_solve(server: Running) -> list[int]:
    """Return the solver's processes, without the one that keeps track of shared resources."""
    return [pid for pid in children(server.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
