"""The clients of the compared servers, one class for each wire format; what a seat sends is the same everywhere.

A client is built like `SeatClient`: from the address of the server and a token, which begins with the id of the match.
A match sends one message at a time and waits for its answer.
"""

import asyncio
import http.client
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, ClassVar, Self

import msgspec
from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from saloon.core.cards import SUITS, Card
from saloon.games.highnoon.state import State

from .server import ACCEPTED, Script


class Move(Struct, frozen=True):
    """What a message to Saloon asks for."""

    kind: str
    payload: Any


def deal(state: State) -> dict[str, Any]:
    """Return a deal as the peers' rules read it: see `bench/peers/race.cjs`."""
    boards = state.players.p1, state.players.p2
    return {
        "seats": [
            {"stock": numbers(board.stock), "columns": [numbers(column) for column in board.tableau]}
            for board in boards
        ]
    }


def numbers(cards: Sequence[Card]) -> list[int]:
    """Return cards as the peers count them: deck, then suit, then rank."""
    return [52 * int(card.card_id[1]) + 13 * SUITS.index(card.suit) + card.rank - 1 for card in cards]


class _Progress:
    """What both seats of a match have sent so far. Both seats get every move, so the count identifies it."""

    def __init__(self) -> None:
        self.sent = 0
        self.accepted = 0


class PeerClient(WSListener):
    """One connection to a peer; subclasses know the handshake, and which frame is the answer."""

    matches: ClassVar[dict[str, _Progress]]
    kind: ClassVar[WSMsgType]

    def __init_subclass__(cls) -> None:
        cls.matches = {}

    def __init__(self, address: str, match: str) -> None:
        self._address = address
        self._progress = self.matches.setdefault(match, _Progress())
        self._seen = 0
        self._due = 0
        self._waiting: asyncio.Future[bytes] | None = None

    async def __aenter__(self) -> Self:
        self._waiting = joined = asyncio.get_running_loop().create_future()
        self._line, _ = await ws_connect(lambda: self, self._address)
        await asyncio.wait_for(joined, 10)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._line.disconnect()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Pass a message to the subclass."""
        if frame.msg_type == self.kind:
            self.received(transport, frame.get_payload_as_bytes())

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Fail the pending answer."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionError(f"{self._address} was closed"))

    def received(self, transport: WSTransport, message: bytes) -> None:
        """Take the next step of the handshake, or count an answer."""
        raise NotImplementedError

    def resolve(self, message: bytes) -> None:
        """Resolve the awaited answer."""
        if self._waiting is not None:
            self._waiting.set_result(message)
            self._waiting = None

    async def asked(self, message: bytes) -> bytes:
        """Send a message and return the answer."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting = answer
        self._line.send(self.kind, message)
        return await answer


class BoardgameClient(PeerClient):
    """boardgame.io: Socket.IO over a WebSocket. A move is answered by the match's new state, refused or not."""

    kind = WSMsgType.TEXT

    def __init__(self, host: str, token: str) -> None:
        match, seat, credentials = token.split(".")
        super().__init__(f"ws://{host}/socket.io/?EIO=4&transport=websocket", match)
        self._sync = _event("sync", match, seat or None, credentials, 2)

    def received(self, transport: WSTransport, message: bytes) -> None:
        """Join the game's namespace, ask for the match, then count updates."""
        if message.startswith(b'42/race,["update"'):
            self._seen += 1
            if self._seen == self._due:
                self.resolve(message)
        elif message == b"2":
            transport.send(WSMsgType.TEXT, b"3")
        elif message.startswith(b"0{"):
            transport.send(WSMsgType.TEXT, b"40/race,")
        elif message.startswith(b"40/race,"):
            transport.send(WSMsgType.TEXT, self._sync)
        elif message.startswith(b'42/race,["sync"'):
            self.resolve(message)

    async def ask(self, message: bytes, begins: bytes) -> None:
        """Send a move and wait for the update it causes, which must have the right number."""
        self._progress.sent += 1
        self._progress.accepted += begins == ACCEPTED
        self._due, accepted = self._progress.sent, self._progress.accepted
        update = await self.asked(message)
        assert b'"_stateID":%d,' % accepted in update or b'"_stateID":%d}' % accepted in update, (message, accepted)


class ColyseusClient(PeerClient):
    """Colyseus: a state patch to everyone answers an accepted move, a message to the sender a refused one."""

    kind = WSMsgType.BINARY
    JOIN, MESSAGE, STATE, PATCH = 10, 13, 14, 15

    def __init__(self, host: str, token: str) -> None:
        room, process, session = token.split(".")
        super().__init__(f"ws://{host}/{process}/{room}?sessionId={session}", room)

    def received(self, transport: WSTransport, message: bytes) -> None:
        """Confirm the join, take the first state, then count patches."""
        code = message[0]
        if code == self.PATCH:
            self._seen += 1
            if self._seen == self._due:
                self.resolve(message)
        elif code == self.JOIN:
            transport.send(WSMsgType.BINARY, bytes([self.JOIN]))
        elif code in (self.STATE, self.MESSAGE):
            self.resolve(message)

    async def ask(self, message: bytes, begins: bytes) -> None:
        """Send a move and wait for its patch, or for the message that refuses it."""
        is_accepted = begins == ACCEPTED
        self._progress.accepted += is_accepted
        self._due = self._progress.accepted if is_accepted else 0
        answer = await self.asked(message)
        assert answer[0] == (self.PATCH if is_accepted else self.MESSAGE), (message, answer[:100])


class Watcher(WSListener):
    """A connection to one of Saloon's tables that only watches; it is open when the table has been sent."""

    def __init__(self, host: str, table_id: str) -> None:
        self._address = f"ws://{host}/api/tables/{table_id}/ws"

    async def __aenter__(self) -> Self:
        self._shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line, _ = await ws_connect(lambda: self, self._address)
        await asyncio.wait_for(self._shown, 10)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._line.disconnect()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Note that the table came."""
        if not self._shown.done():
            self._shown.set_result(None)


# --- matches ----------------------------------------------------------------------------------------------------


def post(host: str, path: str, body: dict[str, Any]) -> Any:
    """Send JSON to a server's HTTP API and return the answer."""
    with closing(http.client.HTTPConnection(host, timeout=30)) as connection:
        connection.request("POST", path, msgspec.json.encode(body), {"content-type": "application/json"})
        response = connection.getresponse()
        text = response.read()
    assert response.status == 200, (path, response.status, text[:300])
    return msgspec.json.decode(text)


def boardgame_match(host: str, script: Script, state: State) -> Script:
    """Create the match of a script at boardgame.io and take both seats."""
    match = post(host, "/games/race/create", {"numPlayers": 2, "setupData": deal(state)})["matchID"]
    join = f"/games/race/{match}/join"
    secrets = [post(host, join, {"playerID": seat, "playerName": seat})["playerCredentials"] for seat in "01"]

    def message(seat: int, move: Move, accepted: int) -> bytes:
        payload = {"type": move.kind, "args": [move.payload], "playerID": str(seat), "credentials": secrets[seat]}
        return _event("update", {"type": "MAKE_MOVE", "payload": payload}, accepted, match, str(seat))

    return Script(
        host, (f"{match}.0.{secrets[0]}", f"{match}.1.{secrets[1]}"), _steps(script, message), BoardgameClient
    )


def boardgame_watcher(script: Script) -> BoardgameClient:
    """Return a client that watches the match of a script; anyone may."""
    return BoardgameClient(script.host, f"{match_id(script)}..")


def colyseus_match(host: str, script: Script, state: State) -> Script:
    """Create the room of a script at Colyseus and reserve both seats."""
    first = post(host, "/matchmake/create/race", {**deal(state), "seat": 0})
    second = post(host, f"/matchmake/joinById/{first['roomId']}", {"seat": 1})

    def message(_seat: int, move: Move, _accepted: int) -> bytes:
        return (
            bytes([ColyseusClient.MESSAGE]) + msgspec.msgpack.encode(move.kind) + msgspec.msgpack.encode(move.payload)
        )

    return Script(host, (_reservation(first), _reservation(second)), _steps(script, message), ColyseusClient)


def colyseus_watcher(script: Script) -> ColyseusClient:
    """Return a client that watches the room of a script."""
    seat = post(script.host, f"/matchmake/joinById/{match_id(script)}", {})
    return ColyseusClient(script.host, _reservation(seat))


def match_id(script: Script) -> str:
    """Return the id of a script's match at its peer."""
    return script.tokens[0].partition(".")[0]


def _steps(script: Script, message: Callable[[int, Move, int], bytes]) -> tuple[tuple[int, bytes, bytes], ...]:
    """Return the steps of a script in a peer's wire format; `message` gets the number of moves accepted before."""
    steps: list[tuple[int, bytes, bytes]] = []
    accepted = 0
    for seat, sent, answer in script.steps:
        steps.append((seat, message(seat, msgspec.json.decode(sent, type=Move), accepted), answer))
        accepted += answer == ACCEPTED
    return tuple(steps)


def _reservation(seat: dict[str, str]) -> str:
    return f"{seat['roomId']}.{seat['processId']}.{seat['sessionId']}"


def _event(*values: object) -> bytes:
    return b"42/race," + msgspec.json.encode(values)
