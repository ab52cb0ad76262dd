"""Who is behind a request? A player by cookie or bearer token, or a seat by its own token."""

from contextlib import suppress
from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec import Struct

from saloon.core.game import Seat

from .access import check_origin
from .addresses import counted_address
from .desk import now
from .fairness import Asker
from .house import House
from .identity import COOKIE, COOKIE_SECONDS, SeatClaim, fresh_player_id
from .refusals import Refused


class Caller(Struct, frozen=True):
    """What a request proves: a player, a seat, or nothing."""

    address: str
    """Where it comes from, as it is stored."""
    player_id: str | None = None
    seat: SeatClaim | None = None
    is_socket: bool = False
    """Whether a socket is to be opened: that tells by itself how long somebody is there."""

    def is_there(self, house: House) -> None:
        """Note this sign of life of the player and of whoever holds the seat."""
        for claim in (self.player_id, self.seat):
            if claim is not None:
                house.saw(claim)

    async def seat_at(self, house: House, table_id: str) -> Seat | None:
        """Return the caller's seat at a table; None for a watcher."""
        seat = await house.seat_of(table_id, self.seat or self.player_id, address=self.address)
        if seat is not None and not self.is_socket and table_id in house.desks:
            house.desks[table_id].note_request()
        return seat

    async def own_seat(self, house: House, table_id: str) -> Seat:
        """Return the caller's seat, or refuse a watcher."""
        seat = await self.seat_at(house, table_id)
        if seat is None:
            raise Refused("NOT_YOUR_SEAT", "you do not sit at this table; join it, or send the seat's token")
        return seat

    def signed_in(self) -> str:
        """Return the player, or refuse a request that shows none."""
        if self.player_id is None:
            raise Refused("NOT_SIGNED_IN", "send a player's token as a bearer, or the cookie")
        return self.player_id


def address_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    """Return the network address that a request comes from, as limits count it; see `counted_address`."""
    return counted_address(connection.client.host) if connection.client else ""


def caller_of(house: House, connection: "ASGIConnection[Any, Any, Any, Any]") -> Caller:
    """Return who asks. A bearer token, or `token` in the address of a socket, goes before the cookie."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer if scheme.lower() == "bearer" else connection.query_params.get("token", "")
    player = _cookie_player(house, connection.headers.get("cookie", ""))
    address = house.signer.address_key(address_of(connection))
    is_socket = isinstance(connection, WebSocket)
    if not token:
        return Caller(address, player, None, is_socket)
    claim = house.signer.read(token)
    player, seat = (claim, None) if isinstance(claim, str) else (player, claim)
    return Caller(address, player, seat, is_socket)


async def note_request(request: "Request[Any, Any, Any]") -> None:
    """Note that whoever sends a request is there, whatever they ask for; a bad token is refused where it matters."""
    house: House = request.app.state.house
    with suppress(Refused):
        caller_of(house, request).is_there(house)


def asker_of(request: "Request[Any, Any, Any]", player_id: str | None) -> Asker:
    """Return who waits for the answer to a request, for as long as its connection is open."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    address = address_of(request)
    return Asker(player_id or f"address {address}", address, gone)


def _cookie_player(house: House, header: str) -> str | None:
    """A cookie that was not signed here, perhaps by an earlier server, counts as none.

    Litestar's `connection.cookies` would keep a thousand recent headers in a cache, however long they are.
    """
    cookies = dict(cookie.strip().partition("=")[::2] for cookie in header.split(";"))
    try:
        claim = house.signer.read(cookies.get(COOKIE, ""))
    except Refused:
        return None
    return claim if isinstance(claim, str) else None


async def player_for(house: House, request: "Request[Any, Any, Any]", caller: Caller) -> tuple[str, list[Cookie]]:
    """Return the player who asks, a new one with the cookie to keep if they show none.

    A new player is a change even if a GET makes it, so that the page of another site may not cause it either.
    """
    if caller.player_id is None:
        check_origin(house.settings, request.headers)
    player_id = caller.player_id or fresh_player_id()
    await house.store.add_player(player_id, f"Guest {player_id[:4]}", now(), house.clock.now())
    if caller.player_id is not None:
        return player_id, []
    cookie = Cookie(
        COOKIE,
        value=house.signer.player_token(player_id),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
        path="/",
    )
    return player_id, [cookie]
