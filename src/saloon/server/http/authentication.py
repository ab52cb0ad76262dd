"""Authentication: a cookie or bearer token identifies a player, a seat token identifies a seat."""

from hmac import compare_digest
from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec import Struct

from saloon.core.game import Seat
from saloon.server.clock import ServerClock, wall_clock
from saloon.server.errors import Refused
from saloon.server.limits.addresses import counted_address
from saloon.server.limits.fair_queue import Requester
from saloon.server.operations.restrictions import Restrictions
from saloon.server.settings import Settings
from saloon.server.tables.presence import Presence, seen_at
from saloon.server.tables.tables import LiveTables
from saloon.store import Store, StoredTable
from saloon.store.erasure import Erasure

from .access import check_origin
from .tokens import COOKIE, COOKIE_SECONDS, SeatClaim, Signer, fresh_player_id


class Caller(Struct, frozen=True):
    """What a request proves: a player, a seat, or nothing."""

    address: str
    """The network address it comes from, as it is stored."""
    player_id: str | None = None
    seat: SeatClaim | None = None
    is_socket: bool = False
    """Whether the request opens a socket, which tracks its player's presence itself."""

    def signed_in(self) -> str:
        """Return the player, or refuse a request without one."""
        if self.player_id is None:
            raise Refused("NOT_SIGNED_IN", "send a player's token as a bearer token, or the cookie")
        return self.player_id


def require_token(header: str | None, token: str | None) -> None:
    """Refuse an `Authorization` header without this bearer token, if one is required."""
    if token is None:
        return
    scheme, _, given = (header or "").partition(" ")
    if scheme.lower() != "bearer":
        raise Refused("NOT_SIGNED_IN", "send the operator's token as a bearer token")
    if not compare_digest(given.strip().encode(errors="replace"), token.encode()):
        raise Refused("BAD_TOKEN", "this is not the operator's token")


class Authentication:
    """Identifies the sender of a request and the seat they hold."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        signer: Signer,
        settings: Settings,
        *,
        tables: LiveTables,
        presence: Presence,
        restrictions: Restrictions,
    ) -> None:
        self._restrictions = restrictions
        self._store = store
        self._erasure = Erasure(store.database)
        self._clock = clock
        self._signer = signer
        self._settings = settings
        self._tables = tables
        self._presence = presence

    def caller_of(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> Caller:
        """Return the caller. A bearer token, or `token` in a socket's URL, takes precedence over the cookie."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        token = bearer if scheme.lower() == "bearer" else connection.query_params.get("token", "")
        player = self._cookie_player(connection.headers.get("cookie", ""))
        address = self._signer.address_key(address_of(connection))
        is_socket = isinstance(connection, WebSocket)
        seat: SeatClaim | None = None
        if token:
            claim = self._signer.read(token)
            player, seat = (claim, None) if isinstance(claim, str) else (player, claim)
        self._restrictions.check(player)
        return Caller(address, player, seat, is_socket)

    def _cookie_player(self, header: str) -> str | None:
        """Return the player of the cookie. One that was not signed here, perhaps by an earlier server, is ignored."""
        token = _cookie_token(header)
        if not token:
            return None
        try:
            claim = self._signer.read(token)
        except Refused:
            return None
        return claim if isinstance(claim, str) else None

    def note_caller(self, caller: Caller) -> None:
        """Record that the player, or the holder of the seat, was seen."""
        for claim in (caller.player_id, caller.seat):
            if claim is not None:
                self._presence.saw(claim)

    async def seat_of(self, caller: Caller, table_id: str) -> Seat | None:
        """Return the seat that the caller's token names, or that the player holds; None for a watcher.

        Asking counts as being seen at the table.
        """
        stored = await self._tables.known(table_id)
        seat = _held(stored, caller.seat or caller.player_id)
        if seat is not None:
            self._restrictions.check(stored.seats[seat].player_id)
            await self._presence.note(seen_at(stored, seat, caller.address))
        return seat

    async def _seat_with_request(self, caller: Caller, table_id: str) -> Seat | None:
        """Return the caller's seat; a player who sends requests without a socket counts as connected for a while."""
        seat = await self.seat_of(caller, table_id)
        if seat is not None and not caller.is_socket and table_id in self._tables.live:
            self._tables.live[table_id].note_request()
        return seat

    async def visible_seat(self, caller: Caller, table_id: str) -> Seat | None:
        """Return the caller's seat, None for a watcher; refuse strangers at a private solitaire."""
        seat = await self._seat_with_request(caller, table_id)
        if not (await self._tables.known(table_id)).may_be_seen_by(seat, caller.player_id):
            raise Refused("PRIVATE_TABLE", "this game is private; only its player may see it")
        return seat

    async def own_seat(self, caller: Caller, table_id: str) -> Seat:
        """Return the caller's seat, or refuse a watcher."""
        seat = await self._seat_with_request(caller, table_id)
        if seat is None:
            raise Refused("NOT_YOUR_SEAT", "you do not sit at this table; join it, or send the seat's token")
        return seat

    async def check_known(self, player_id: str) -> None:
        """Refuse a player who is not in the database, perhaps because they have expired."""
        if await self._store.player_name(player_id) is None:
            raise Refused("NO_SUCH_PLAYER", "this player is not known here")

    async def player_for(self, request: "Request[Any, Any, Any]", caller: Caller) -> tuple[str, list[Cookie]]:
        """Return the calling player, or create one, with the cookie to set.

        A cookie signed with an older key is replaced, so that the key can be retired. Creating a player changes state
        even on a GET, so pages of other sites may not cause it either.
        """
        if caller.player_id is None:
            check_origin(self._settings, request.headers)
        known = caller.player_id
        if known is not None and await self._erasure.is_erased(self._signer.erased_key(known)):
            known = None
        player_id = known or fresh_player_id()
        await self._store.add_player(player_id, f"Guest {player_id[:4]}", wall_clock(), self._clock.now())
        header, token = request.headers.get("cookie", ""), self._signer.player_token(player_id)
        is_outdated = self._cookie_player(header) == player_id and _cookie_token(header) != token
        if known is not None and not is_outdated:
            return player_id, []
        return player_id, [self.cookie_of(player_id)]

    async def new_bot(self, name: str) -> str:
        """Create a bot account and return its player; nothing makes it a person's account later, or the reverse."""
        player_id = fresh_player_id()
        await self._store.add_player(player_id, name, wall_clock(), self._clock.now(), is_bot=True)
        return player_id

    def cookie_of(self, player_id: str) -> Cookie:
        """Return the cookie that makes a browser this player."""
        return Cookie(
            COOKIE,
            value=self._signer.player_token(player_id),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._settings.secure,
            path="/",
        )


def _held(stored: StoredTable, claim: SeatClaim | str | None) -> Seat | None:
    """Return the seat of a token, or of a player; refuse a token for another table, or from before a seat was left."""
    if isinstance(claim, SeatClaim):
        if claim.table_id != stored.table_id:
            raise Refused("BAD_TOKEN", "the token is for another table")
        if claim.generation != stored.seats[claim.seat].generation:
            raise Refused("BAD_TOKEN", "the seat has changed hands; the token is void")
        return claim.seat
    return next((seat.seat for seat in stored.seats if claim is not None and seat.player_id == claim), None)


def _cookie_token(header: str) -> str:
    """Return the player's token from a Cookie header.

    Litestar's `connection.cookies` would keep a thousand recent headers in a cache, however long they are.
    """
    return dict(cookie.strip().partition("=")[::2] for cookie in header.split(";")).get(COOKIE, "")


def address_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    """Return the client address of a request as limits count it; see `counted_address`."""
    return counted_address(connection.client.host) if connection.client else ""


def requester_of(request: "Request[Any, Any, Any]", player_id: str | None) -> Requester:
    """Return the requester of a request; it waits as long as its connection is open."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    address = address_of(request)
    return Requester(player_id or f"address {address}", address, gone)
