"""Signed tokens that identify players and seats without a look-up."""

from collections.abc import Sequence
from hashlib import sha256
from secrets import token_hex
from typing import Final

import itsdangerous
from itsdangerous.encoding import base64_encode
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


class _ShortMac(itsdangerous.HMACAlgorithm):
    """HMAC-SHA256, cut to 128 bits: tokens stay short, and those of version 0.1 are read as they are."""

    def __init__(self) -> None:
        super().__init__(sha256)

    def get_signature(self, key: bytes, value: bytes) -> bytes:
        """Return the signature of a value."""
        return super().get_signature(key, value)[:_SIGNATURE]


_ALGORITHM: Final = _ShortMac()


class Signer:
    """Makes and reads tokens. All processes of a server share its keys."""

    def __init__(self, *keys: str, address_key: str | None = None) -> None:
        """Sign with the last of the keys and accept all of them. Addresses have a key that never changes."""
        self._address_key = (address_key or keys[0]).encode()
        self.use_keys(keys)

    def use_keys(self, keys: Sequence[str]) -> None:
        """Sign with the last of these keys from now on, and accept all of them and no others."""
        self._signer = itsdangerous.Signer([*keys], sep=".", key_derivation="none", algorithm=_ALGORITHM)

    def player_token(self, player_id: str) -> str:
        """Return the token that identifies a player."""
        return self._signer.sign(f"p.{player_id}").decode()

    def seat_token(self, claim: SeatClaim) -> str:
        """Return the token that holds a seat."""
        return self._signer.sign(f"s.{claim.table_id}.{claim.seat}.{claim.generation}").decode()

    def address_key(self, address: str) -> str:
        """Return a keyed hash of a network address: enough to recognise it, not to read it."""
        return self._keyed_hash(f"a.{address}")

    def server_name(self) -> str:
        """Return the name that the processes of this server share; a new signing key does not change it."""
        return self._keyed_hash("server")

    def _keyed_hash(self, text: str) -> str:
        return base64_encode(_ALGORITHM.get_signature(self._address_key, text.encode(errors="replace"))).decode()

    def read(self, token: str) -> str | SeatClaim:
        """Return the player's id or the seat that a token names; refuse a token that was not signed here."""
        try:
            text = self._signer.unsign(token.encode(errors="replace")).decode()
        except itsdangerous.BadSignature:
            raise Refused("BAD_TOKEN", "the token was not signed by this server") from None
        match text.split("."):
            case ["p", player_id]:
                return player_id
            case ["s", table_id, seat, generation]:
                return SeatClaim(table_id, int(seat), int(generation))
        raise Refused("BAD_TOKEN", "the token names neither a player nor a seat")
