"""Signed tokens that identify players and seats without a look-up."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from secrets import token_hex
from typing import Final

from msgspec import Struct

from saloon.core.game import Seat

from .errors import Refused

COOKIE: Final = "saloon_player"
COOKIE_SECONDS: Final = 400 * 24 * 3600
_SIGNATURE: Final = 16


class SeatClaim(Struct, frozen=True):
    """The content of a seat token, valid until the seat changes hands."""

    table_id: str
    seat: Seat
    generation: int


def fresh_player_id() -> str:
    """Return an id for a new player."""
    return token_hex(8)


class Signer:
    """Makes and reads tokens. All processes of a server share the key."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def player_token(self, player_id: str) -> str:
        """Return the token that identifies a player."""
        return self._signed(f"p.{player_id}")

    def seat_token(self, claim: SeatClaim) -> str:
        """Return the token that holds a seat."""
        return self._signed(f"s.{claim.table_id}.{claim.seat}.{claim.generation}")

    def address_key(self, address: str) -> str:
        """Return a keyed hash of a network address: enough to recognise it, not to read it."""
        return self._signature(f"a.{address}")

    def server_name(self) -> str:
        """Return a name that tells this server, whatever number of processes it has, from others."""
        return self._signature("server")

    def read(self, token: str) -> str | SeatClaim:
        """Return the player's id or the seat that a token names; refuse a token that was not signed here."""
        text, _, signature = token.rpartition(".")
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode(errors="replace")):
            raise Refused("BAD_TOKEN", "the token was not signed by this server")
        match text.split("."):
            case ["p", player_id]:
                return player_id
            case ["s", table_id, seat, generation]:
                return SeatClaim(table_id, int(seat), int(generation))
        raise Refused("BAD_TOKEN", "the token names neither a player nor a seat")

    def _signed(self, text: str) -> str:
        return f"{text}.{self._signature(text)}"

    def _signature(self, text: str) -> str:
        mac = hmac.new(self._key, text.encode(errors="replace"), sha256).digest()[:_SIGNATURE]
        return urlsafe_b64encode(mac).decode().rstrip("=")
