"""Signed tokens that identify players and seats without a look-up."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from secrets import token_hex
from typing import Final

import itsdangerous
from itsdangerous.encoding import base64_encode
from msgspec import Struct

from saloon.core.game import Seat
from saloon.server.errors import Refused
from saloon.store.erasure import erased_subject

COOKIE: Final = "saloon_player"
COOKIE_SECONDS: Final = 400 * 24 * 3600
_SIGNATURE: Final = 16


class SeatClaim(Struct, frozen=True):
    """The content of a seat token, valid until the seat changes hands."""

    table_id: str
    seat: Seat
    generation: int


class PasskeyChallenge(Struct, frozen=True):
    """What an authenticator signs: a random number for a player, or for nobody yet, until a time of the wall clock."""

    player_id: str
    """Empty for a sign-in."""
    number: str
    expires_at: int


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
        self._generations: Mapping[str, int] = {}
        self.use_keys(keys)

    def use_keys(self, keys: Sequence[str]) -> None:
        """Sign with the last of these keys from now on, and accept all of them and no others."""
        self._signer = itsdangerous.Signer([*keys], sep=".", key_derivation="none", algorithm=_ALGORITHM)

    def use_generations(self, generations: Mapping[str, int]) -> None:
        """Refuse tokens of players that are older than these generations; a player who is not named has the first.

        Erased players are named by the hash of their id.
        """
        self._generations = generations

    def player_token(self, player_id: str) -> str:
        """Return the token that identifies a player."""
        generation = self._generation(player_id)
        return self._signer.sign(f"p.{player_id}.{generation}" if generation else f"p.{player_id}").decode()

    def _generation(self, player_id: str) -> int:
        if not self._generations:
            return 0
        return self._generations.get(player_id) or self._generations.get(self.erased_subject(player_id), 0)

    def seat_token(self, claim: SeatClaim) -> str:
        """Return the token that holds a seat."""
        return self._signer.sign(f"s.{claim.table_id}.{claim.seat}.{claim.generation}").decode()

    def challenge_token(self, challenge: PasskeyChallenge) -> str:
        """Return a challenge as an authenticator gets it. It is signed, so that nothing is stored until it is used."""
        return self._signer.sign(f"c.{challenge.player_id}.{challenge.number}.{challenge.expires_at}").decode()

    def read_challenge(self, token: str) -> PasskeyChallenge:
        """Return the challenge that was signed here; refuse any other."""
        try:
            match self._signer.unsign(token.encode(errors="replace")).decode().split("."):
                case ["c", player_id, number, expires_at]:
                    return PasskeyChallenge(player_id, number, int(expires_at))
        except itsdangerous.BadSignature:
            pass
        raise Refused("PASSKEY_CHALLENGE_VOID", "the challenge was not made by this server; start again")

    def user_handle(self, player_id: str) -> str:
        """Return the id by which a player's authenticators know the player; it reveals nothing about the own id."""
        return self._keyed_hash(f"u.{player_id}")

    def address_key(self, address: str) -> str:
        """Return a keyed hash of a network address: enough to recognise it, not to read it."""
        return self._keyed_hash(f"a.{address}")

    def phrase_key(self, phrase: str) -> str:
        """Return a keyed hash of a recovery phrase."""
        return self._keyed_hash(f"r.{phrase}")

    def erased_key(self, player_id: str) -> str:
        """Return a keyed hash of an erased player's id."""
        return self._keyed_hash(f"e.{player_id}")

    def erased_subject(self, player_id: str) -> str:
        """Return what stands for a player's id once they are erased."""
        return erased_subject(self.erased_key(player_id))

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
            case ["p", player_id, *generation]:
                if int(generation[0] if generation else 0) != self._generation(player_id):
                    raise Refused("BAD_TOKEN", "the token was revoked")
                return player_id
            case ["s", table_id, seat, generation]:
                return SeatClaim(table_id, int(seat), int(generation))
        raise Refused("BAD_TOKEN", "the token names neither a player nor a seat")
