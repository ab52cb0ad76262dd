"""Who is behind a request? A player by cookie or bearer token, or a seat by its own token."""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec import Struct

from saloon.core.game import Seat

from .access import check_origin
from .desk import now
from .house import House
from .identity import COOKIE, COOKIE_SECONDS, SeatClaim, fresh_player_id
from .refusals import Refused


class Caller(Struct, frozen=True):
    """What a request proves: a player, a seat, or nothing."""

    player_id: str | None = None
    seat: SeatClaim | None = None

    async def seat_at(self, house: House, table_id: str) -> Seat | None:
        """Return the caller's seat at a table; None for a watcher."""
        return await house.seat_of(table_id, self.seat or self.player_id)

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
    """Return the network address that a request comes from, as limits count it."""
    return connection.client.host if connection.client else ""


def caller_of(house: House, connection: "ASGIConnection[Any, Any, Any, Any]") -> Caller:
    """Return who asks. A bearer token, or `token` in the address of a socket, goes before the cookie."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer if scheme.lower() == "bearer" else connection.query_params.get("token", "")
    player = _cookie_player(house, connection.headers.get("cookie", ""))
    if not token:
        return Caller(player)
    claim = house.signer.read(token)
    return Caller(claim) if isinstance(claim, str) else Caller(player, claim)


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


async def player_for(house: House, request: "Request[Any, Any, Any]") -> tuple[str, list[Cookie]]:
    """Return the player who asks, a new one with the cookie to keep if they show none.

    A new player is a change even if a GET makes it, so that the page of another site may not cause it either.
    """
    caller = caller_of(house, request)
    if caller.player_id is None:
        check_origin(house.settings, request.headers)
    player_id = caller.player_id or fresh_player_id()
    await house.store.add_player(player_id, f"Guest {player_id[:4]}", now())
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
