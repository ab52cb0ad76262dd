"""Nothing hidden leaves: what a seat or a watcher gets is the same, byte for byte, whatever it cannot see."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from hidden import lookalikes
from positions import kit_of, option_sets
from saloon.core.game import Action, Seat
from saloon.games import GAMES
from saloon.server.clock import ServerClock
from saloon.server.clock import wall_clock as now
from saloon.server.http.tokens import SeatClaim, Signer
from saloon.server.tables.live_table import LiveTable
from saloon.store import Store, StoredSeat, StoredTable, open_database
from saloon.store.database import Statement
from saloon.table import Table
from saloon.table.progress import advance
from samples import BETWEEN_PEOPLE, DUEL, FOURSOME, SOLITAIRE
from server.talking import act
from server.wire import ClosedSocket, Json, Socket, Wire, running
from table.common import NAMES, Faulty, doubled, message, position_hash, some_action
from universe import every_action

Receiver = Seat | None

TABLE = "0123456789abcdef"
KEY = "the-key-that-signs"
SEED = 53535353
NONCE = "c0ffee" * 5


@pytest.fixture
def standing_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass, so that two servers tell the same time played."""
    monkeypatch.setattr(ServerClock, "now", lambda _: 0)


MEASURED = re.compile(r"^\w*(seconds|bytes|lag|process|python)\w*[ {]")
"""Figures of time and memory, which are never the same twice."""


def shown(answer: httpx.Response) -> str:
    """Return the headers and the content of an answer, without the id of the request and what the metrics measure."""
    has_figures = answer.request.url.path == "/metrics"
    left_out = ("x-request-id", "content-length") if has_figures else ("x-request-id",)
    headers = [one for one in answer.headers.items() if one[0] not in left_out]
    lines = [line for line in answer.text.splitlines() if not (has_figures and MEASURED.match(line))]
    return f"{headers} {lines}"


# --- two servers that differ in what is hidden ------------------------------------------------------------------


def player(seat: Seat) -> str:
    return f"player{seat}"


def player_token(seat: Seat) -> str:
    return Signer(KEY).player_token(player(seat))


def seat_token(seat: Seat) -> str:
    return Signer(KEY).seat_token(SeatClaim(TABLE, seat, 0))


async def set_up(database: str, name: str, options: Json, kinds: Sequence[str]) -> None:
    """Write one table whose ids, tokens, seed and nonce are the same wherever it is written."""
    store = Store(open_database(database))
    await store.database.open()
    await store.secret("signing", KEY)
    for seat, kind in enumerate(kinds):
        if kind == "human":
            await store.add_player(player(seat), f"Guest {seat}", 0)
            profile = "INSERT INTO profiles (public_id, player_id, is_open) VALUES (?, ?, ?)"
            await store.database.write(Statement(profile, [(f"{seat:016}", player(seat), True)]))
    seats = tuple(
        StoredSeat(seat, "human", None, player(seat)) if kind == "human" else StoredSeat(seat, "bot", "greedy")
        for seat, kind in enumerate(kinds)
    )
    game = GAMES[name]
    stored = StoredTable(
        table_id=TABLE,
        game=name,
        rules_version=game.rules_version,
        seed=kit_of(name).seed(SEED),
        nonce=NONCE,
        options=options,
        dealt_to=tuple(kinds),  # type: ignore[arg-type]
        host=player(0),
        created_at=1,
        seats=seats,
        status="active",
        started_at=now(),
    )
    await store.create_table(stored)
    await store.database.close()


@asynccontextmanager
async def twins(place: Path, name: str, kinds: Sequence[str], options: Json) -> AsyncIterator[tuple[Wire, Wire]]:
    """Run two servers with the same table."""
    urls = [f"sqlite:///{place / one}" for one in ("first.db", "second.db")]
    for url in urls:
        await set_up(url, name, options, kinds)
    async with running(urls[0]) as first, running(urls[1]) as second:
        yield first, second


def lookalike(table: Table, receiver: Receiver, seat: Seat, action: Action, random: Random) -> Any:
    """Return another state that looks the same to `receiver`, now and after `action`; None if chance found none.

    Who plays alone knows the seed, so it stays.
    """

    def step(state: Any) -> Any:
        return advance(table.game, table.seats, replace(table._progress, state=state), seat, action).state

    state = next(lookalikes(table.game.name, table.state, receiver, step, random, tries=40), None)
    return state if state is None or len(table.seats) > 1 else replace(state, seed=table.state.seed)


class Pair:
    """Two servers with the same table, everyone connected to both."""

    def __init__(self, wires: tuple[Wire, Wire], lives: tuple[LiveTable, LiveTable], random: Random) -> None:
        self.wires, self.lives, self.random = wires, lives, random
        self.sockets: dict[Receiver, tuple[Socket, Socket]] = {}
        self.table = lives[0].table

    def rearrange(self, receiver: Receiver, seat: Seat, action: Action) -> bool:
        """Give the second server other hidden cards; whether there is such an arrangement."""
        state = lookalike(self.table, receiver, seat, action, self.random)
        found = state is not None
        self.lives[1].table._progress = replace(self.table._progress, state=state if found else self.table.state)
        return found

    async def connect(self, stack: AsyncExitStack, receiver: Receiver) -> None:
        """Open a socket to both, and compare what it is greeted with."""
        token = None if receiver is None else seat_token(receiver)
        first, second = [await stack.enter_async_context(wire.socket(TABLE, token)) for wire in self.wires]
        for kind in ("table", "snapshot"):
            text = await first.text()
            assert f'"kind":"{kind}"' in text
            assert text == await second.text()
        self.sockets[receiver] = first, second

    async def same_answers(self, receiver: Receiver) -> None:
        """Ask all that can be asked over HTTP, and compare the answers with their headers."""
        token = None if receiver is None else player_token(receiver)
        here = f"/api/tables/{TABLE}"
        asked = [("GET", here), ("GET", f"{here}/legal"), ("GET", f"{here}/replay"), ("GET", "/api/tables")]
        asked += [("GET", "/metrics"), ("GET", "/api/players/me/stats"), ("GET", "/api/players/me/tables")]
        asked += [("DELETE", here), ("POST", f"{here}/rematch")]
        for method, path in asked:
            body = {"json": {"retry": True}} if path.endswith("rematch") and len(self.table.seats) > 1 else {}
            answers = [await wire.ask(method, path, token, **body) for wire in self.wires]
            assert shown(answers[0]) == shown(answers[1]), path
            assert answers[0].status_code == answers[1].status_code < 500, path

    async def same_refusals(self, seat: Seat) -> None:
        """Send what the rules refuse, and compare why."""
        name, state = self.table.game.name, self.table.state
        everything = [one for one in every_action(name, seat) if not kit_of(name).asks_for_hidden(state, one)]
        sent: list[Any] = [message(self.table, seat, one) for one in self.random.sample(everything, 12)]
        sent = [one for one in sent if self._is_refused(seat, one)]
        sent += [{"kind": "fly", "payload": {}, "seq": 0, "baseRev": 0}, "{", {"kind": "stateRequest", "payload": {}}]
        sent.append(
            message(
                self.table, seat, {"kind": next(iter(self.table.game.actions)), "payload": {"card": "?"}}, seq=10**6
            )
        )
        for one in sent:
            for socket in self.sockets[seat]:
                socket.send(one)
            answers = [await socket.text() for socket in self.sockets[seat]]
            assert answers[0] == answers[1]

    def _is_refused(self, seat: Seat, one: Json) -> bool:
        """Whether a copy of the table refuses a message."""
        mark = self.table.progress
        verdict = self.table.submit(seat, one)
        self.table.roll_back(mark)
        return not hasattr(verdict, "change")

    async def act(self, seat: Seat, action: Action) -> dict[Receiver, list[str]]:
        """Let a seat act at both tables; return what everyone got."""
        for index, live in enumerate(self.lives):
            if seat in self.sockets:
                self.sockets[seat][index].send(message(self.table if index == 0 else live.table, seat, action))
            else:
                await act(live, seat, action)
        return {one: [await socket.text() for socket in both] for one, both in self.sockets.items()}

    async def same_return(self, receiver: Receiver) -> None:
        """Come back with the revision before the last: the change, or a snapshot, is the same."""
        token = None if receiver is None else player_token(receiver)
        texts = []
        for wire in self.wires:
            async with wire.socket(TABLE, token, self.table.rev - 1) as socket:
                texts.append([await socket.text(), await socket.text()])
        assert texts[0] == texts[1]


@pytest.mark.usefixtures("standing_clock")
@pytest.mark.parametrize(
    ("name", "people", "number"),
    [*((name, False, 0) for name in NAMES), *((name, True, n) for name in BETWEEN_PEOPLE for n in range(2))],
)
def test_a_whole_game_over_the_wire_does_not_depend_on_hidden_cards(
    name: str, people: bool, number: int, tmp_path: Path
) -> None:
    asyncio.run(_compared(name, people, number, tmp_path))


async def _compared(name: str, people: bool, number: int, place: Path) -> None:
    random = Random(f"{name}{people}{number}")
    count = len(GAMES[name].seats)
    kinds = ["human"] * count if people else ["human", *["bot"] * (count - 1)]
    receivers: list[Receiver] = [*range(count if people else 1), None]
    compared = 0
    async with AsyncExitStack() as stack:
        wires = await stack.enter_async_context(twins(place, name, kinds, random.choice(option_sets(name))))
        pair = Pair(wires, (await wires[0].live(TABLE), await wires[1].live(TABLE)), random)
        for receiver in receivers:
            seat, action = some_action(pair.table, random) or (0, None)
            assert action is not None
            assert pair.rearrange(receiver, seat, action)
            await pair.connect(stack, receiver)
        for step in range(30):
            chosen = some_action(pair.table, random, helpers=True)
            if chosen is None:
                break
            receiver = random.choice(receivers)
            compared += pair.rearrange(receiver, *chosen)
            if step % 5 == 0:
                await pair.same_answers(receiver)
                if receiver is not None:
                    await pair.same_refusals(receiver)
            told = (await pair.act(*chosen))[receiver]
            assert '"kind":"ack"' in told[0]
            assert told[0] == told[1]
            await pair.same_return(receiver)
            texts = [(await wire.ask("GET", f"/api/tables/{TABLE}", _token(receiver))).content for wire in wires]
            assert texts[0] == texts[1]
    assert compared > 15


def _token(receiver: Receiver) -> str | None:
    return None if receiver is None else player_token(receiver)


@pytest.mark.parametrize("name", NAMES)
def test_the_second_server_really_hides_other_cards(name: str) -> None:
    """The comparison above could not fail if the two tables were equal."""
    tables = [Table.deal(name, seed=kit_of(name).seed(1), options=options) for options in option_sets(name)]
    table = max(tables, key=lambda table: len(kit_of(name).hidden(table.state, None)))
    for receiver in (0, None):
        seat, action = some_action(table, Random(1)) or (0, None)
        assert action is not None
        state = lookalike(table, receiver, seat, action, Random(2))
        assert table.game.canonical(state) != table.game.canonical(table.state)
        assert table.game.view(state, receiver) == table.view(receiver)


# --- no secret in anything --------------------------------------------------------------------------------------


class Party:
    """People who opened and joined a table over HTTP, all connected, and a watcher."""

    def __init__(self, wire: Wire, table_id: str, players: list[str], seats: list[str]) -> None:
        self.wire, self.table_id, self.players, self.seats = wire, table_id, players, seats
        self.sockets: dict[Receiver, Socket] = {}
        self.heard: list[tuple[Receiver, str]] = []
        """Everything that was sent so far, and to whom."""

    async def gather(self) -> None:
        """Take in what everyone was sent."""
        for receiver, socket in self.sockets.items():
            self.heard += [(receiver, text) for text in await socket.rest()]

    async def ask_around(self) -> None:
        """Let everyone ask for everything."""
        for receiver in self.sockets:
            token = None if receiver is None else self.players[receiver]
            for path in ("", "/legal", "/replay", "/hint"):
                method = "POST" if path == "/hint" else "GET"
                await self.ask(receiver, method, f"/api/tables/{self.table_id}{path}", token)
            for path in ("/api/tables", "/metrics", "/api/players/me/tables", "/api/players/me/stats", "/api/games"):
                await self.ask(receiver, "GET", path, token)

    async def ask(self, receiver: Receiver, method: str, path: str, token: str | None) -> None:
        answer = await self.wire.ask(method, path, token)
        self.heard.append((receiver, shown(answer)))


@asynccontextmanager
async def party(place: Path, name: str) -> AsyncIterator[Party]:
    """Open a table for as many people as the game has seats."""
    async with AsyncExitStack() as stack:
        wire = await stack.enter_async_context(running(f"sqlite:///{place / 'saloon.db'}"))
        players = [await wire.player() for _ in GAMES[name].seats]
        wish = {"game": name, "options": GAMES[name].presets.get(GAMES[name].first_preset or "", {})}
        made = (await wire.ask("POST", "/api/tables", players[0], json=wish)).json()
        here = made["tableId"]
        joined = [(await wire.ask("POST", f"/api/tables/{here}/join", one)).json()["token"] for one in players[1:]]
        group = Party(wire, here, players, [made["token"], *joined])
        for receiver in (*range(len(players)), None):
            token = None if receiver is None else group.seats[receiver]
            group.sockets[receiver] = await stack.enter_async_context(wire.socket(here, token))
        for receiver, socket in group.sockets.items():
            group.heard += [(receiver, await socket.text()), (receiver, await socket.text())]
        yield group


@pytest.mark.parametrize("name", BETWEEN_PEOPLE)
def test_nothing_sent_between_people_holds_a_secret(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    asyncio.run(_kept_secret(name, tmp_path, caplog))


async def _kept_secret(name: str, place: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Neither seed, nonce, state hash, signing key, nor a hidden card's id, nor anybody else's token."""
    random = Random(name)
    async with party(place, name) as group:
        live = await group.wire.live(group.table_id)
        table = live.table
        key = await group.wire.services.store.secret("signing", "")
        hashes = {table.state_hash(), position_hash(table)}
        checked = 0
        for step in range(40):
            seat, action = some_action(table, random) or (0, None)
            assert action is not None
            group.sockets[seat].send(message(table, seat, action))
            group.heard += [(receiver, await socket.text()) for receiver, socket in group.sockets.items()]
            hashes |= {table.state_hash(), position_hash(table)}
            if step % 20 == 0:
                await group.ask_around()
            await group.gather()
            for receiver, text in group.heard:
                others = [one for seat, one in enumerate(group.players) if seat != receiver]
                others += [one for seat, one in enumerate(group.seats) if seat != receiver]
                for secret in (table.seed, table.nonce, key, *hashes, *others):
                    assert secret not in text
                for card in _hidden_ids(table, receiver):
                    assert f'"{card}"' not in text
                    checked += 1
            group.heard.clear()
        assert checked > 1000
        for secret in (table.seed, table.nonce, key, *hashes, *group.players, *group.seats):
            assert secret not in caplog.text
        await _finished(group, live, random)
        log = (await group.wire.ask("GET", f"/api/tables/{group.table_id}/replay")).text
        assert table.seed in log
        assert table.nonce in log


def _hidden_ids(table: Table, receiver: Receiver) -> Collection[str]:
    return kit_of(table.game.name).secrets(table.state, receiver)


async def _finished(group: Party, live: LiveTable, random: Random) -> None:
    """Bring the game to its end."""
    while live.table.outcome is None:
        chosen = some_action(live.table, random)
        resign = [(0, one) for one in live.table.legal(0) if one.kind == "resign"]
        await act(live, *(resign[0] if resign else chosen or (0, None)))
    await group.gather()


@pytest.mark.parametrize("name", NAMES)
def test_a_watcher_of_a_game_gets_neither_its_seed_nor_a_hash_of_its_state(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            host = await wire.player()
            bots = [{"kind": "human"}, *[{"kind": "bot"}] * (len(GAMES[name].seats) - 1)]
            seed = kit_of(name).seed(SEED)
            wish = {"game": name, "seed": seed, "seats": bots, "private": False}
            here = (await wire.ask("POST", "/api/tables", host, json=wish)).json()["tableId"]
            table = (await wire.live(here)).table
            async with wire.socket(here) as watcher, wire.socket(here, host) as own:
                seen = [await watcher.text(), await watcher.text()]
                seen += [
                    (await wire.ask("GET", f"/api/tables/{here}{path}")).text for path in ("", "/replay", "/legal")
                ]
                greeted = [await own.text(), await own.text()]
                for text in seen:
                    assert seed not in text
                    assert table.state_hash() not in text
                    assert position_hash(table) not in text
                    assert table.nonce not in text
                assert (f'"seed":"{seed}"' in greeted[1]) is (len(bots) == 1)

    asyncio.run(scenario())


def slipped(state: Any) -> Any:
    """Fail as a slip in the rules would, with a hidden card in the error."""
    raise KeyError(state.players.p1.stock[0])


@pytest.mark.parametrize("fault", [doubled, slipped])
def test_a_fault_is_logged_without_the_hidden_cards(
    fault: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """AIRBAG: the incident is logged for the operator, without the cards in it."""

    async def scenario() -> Table:
        async with party(tmp_path, DUEL) as group:
            table = (await group.wire.live(group.table_id)).table
            table.game = Faulty()
            table.game.fault = fault
            chosen = some_action(table, Random(2))
            assert chosen is not None
            group.sockets[chosen[0]].send(message(table, *chosen))
            for receiver, socket in group.sockets.items():
                text = await socket.text()
                assert '"reason":"AIRBAG"' in text
                assert [card for card in _hidden_ids(table, receiver) if card in text] == []
            return table

    table = asyncio.run(scenario())
    assert "AIRBAG" in caplog.text
    for secret in (*_hidden_ids(table, None), table.seed, table.nonce, table.state_hash()):
        assert secret not in caplog.text


# --- seats that changed hands -----------------------------------------------------------------------------------


async def _everything(socket: Socket) -> list[str]:
    for _ in range(5):
        await asyncio.sleep(0.01)
    return await socket.rest()


def test_who_left_a_waiting_seat_does_not_see_the_hand_that_is_dealt_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            people = [await wire.player() for _ in range(5)]
            here = (await wire.ask("POST", "/api/tables", people[0], json={"game": FOURSOME})).json()["tableId"]
            await wire.ask("POST", f"/api/tables/{here}/join", people[1])
            async with wire.socket(here, people[1]) as left:
                assert (await left.json())["kind"] == "table"
                assert (await wire.ask("POST", f"/api/tables/{here}/leave", people[1])).status_code == 204
                for one in people[2:]:
                    await wire.ask("POST", f"/api/tables/{here}/join", one)
                assert (await wire.live(here)).is_active
                assert [text for text in await _everything(left) if '"hand":' in text] == []

    asyncio.run(scenario())


def test_who_left_a_seat_in_play_neither_sees_nor_acts_for_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with party(tmp_path, FOURSOME) as group:
            wire, here = group.wire, group.table_id
            table = (await wire.live(here)).table
            seat = table.state.turn
            left = group.sockets[seat]
            await wire.ask("POST", f"/api/tables/{here}/leave", group.players[seat])
            await left.rest()
            rev = table.rev
            left.send(message(table, seat, table.moves(seat)[0]))
            with_hand = []
            with suppress(ClosedSocket):
                with_hand = [text for text in [await left.text(), *await _everything(left)] if '"hand"' in text]
            assert table.rev == rev
            assert with_hand == []
            answer = await wire.ask("GET", f"/api/tables/{here}", group.seats[seat])
            assert answer.status_code == 401
            assert answer.json()["code"] == "BAD_TOKEN"

    asyncio.run(scenario())


@pytest.mark.parametrize("path", ["", "/legal", "/replay"])
def test_a_waiting_table_reveals_no_card(path: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            host = await wire.player()
            here = (await wire.ask("POST", "/api/tables", host, json={"game": FOURSOME})).json()["tableId"]
            table = (await wire.live(here)).table
            for token in (host, None):
                text = (await wire.ask("GET", f"/api/tables/{here}{path}", token)).text
                for card in (card for hand in table.state.hands for card in hand):
                    assert f'"{card}"' not in text
                assert "commitment" not in text

    asyncio.run(scenario())


def test_an_error_of_the_store_names_no_path_and_no_statement(tmp_path: Path) -> None:
    """What the database says of itself is for the operator."""

    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            host = await wire.player()
            here = (await wire.ask("POST", "/api/tables", host, json={"game": SOLITAIRE})).json()["tableId"]
            await wire.live(here)
            await wire.services.store.database.close()
            for method, path in (("GET", "/api/ready"), ("GET", "/api/tables"), ("POST", f"/api/tables/{here}/hint")):
                answer = await wire.ask(method, path, host)
                assert answer.status_code in (200, 503), path
                assert answer.json()["code"] == "STORE_UNAVAILABLE"
                assert str(tmp_path) not in answer.text
                assert "SELECT" not in answer.text

    asyncio.run(scenario())
