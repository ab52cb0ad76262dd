"""Passkeys: one player on several devices, by keys that never leave an authenticator."""

import asyncio
from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Final

from msgspec import Struct

from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.http.tokens import PasskeyChallenge, Signer
from saloon.server.limits.token_buckets import TokenBuckets
from saloon.server.operations.restrictions import Restrictions
from saloon.server.settings import ServerLimits
from saloon.store import Conflict, Store
from saloon.store.passkeys import AnsweredChallenge, PasskeyStore, StoredPasskey

from . import ceremonies
from .player_names import read_name
from .relying_party import RelyingParty

MOST_PASSKEYS: Final = 10
"""Passkeys of one player."""
_NOBODY: Final = ""

Json = Mapping[str, Any]


class Passkey(Struct, frozen=True, rename="camel"):
    """A passkey as its player sees it; times are milliseconds since 1970, `used_at` is the last sign-in."""

    passkey_id: str
    name: str
    created_at: int
    used_at: int | None


class Passkeys:
    """Registers, uses, lists and removes passkeys."""

    def __init__(self, store: Store, signer: Signer, limits: ServerLimits, restrictions: Restrictions) -> None:
        self._store = store
        self._passkeys = PasskeyStore(store.database)
        self._signer = signer
        self._restrictions = restrictions
        self._requests = TokenBuckets(limits.passkeys_per_second)

    async def of(self, player_id: str) -> list[Passkey]:
        """Return a player's passkeys, oldest first."""
        return [_shown(one) for one in await self._passkeys.of(player_id)]

    async def remove(self, player_id: str, passkey_id: str) -> None:
        """Remove a passkey of a player; what their authenticator keeps is of no use any more."""
        if passkey_id not in {one.passkey_id for one in await self._passkeys.of(player_id)}:
            raise Refused("NO_SUCH_PASSKEY", "you have no such passkey")
        await self._passkeys.remove(player_id, passkey_id)

    # --- registration ---------------------------------------------------------------------------------------

    async def creation_options(self, party: RelyingParty, player_id: str, address: str) -> dict[str, Any]:
        """Return the options with which a browser makes a passkey for a player."""
        self._count(address)
        known = await self._passkeys.of(player_id)
        _check_room(known)
        name = await self._store.player_name(player_id) or ""
        challenge, handle = self._challenge(player_id), self._signer.user_handle(player_id)
        here = [one.credential_id for one in known if one.rp_id == party.rp_id]
        return await asyncio.to_thread(ceremonies.creation_options, party, handle, name, challenge, here)

    async def add(self, party: RelyingParty, player_id: str, name: str, credential: Json, address: str) -> Passkey:
        """Add the passkey that a browser has made for a player, under a name."""
        self._count(address)
        shown_name = read_name(name)
        challenge, answered = await self._answered(credential, player_id)
        made = await asyncio.to_thread(ceremonies.check_creation, credential, party, challenge)
        _check_room(await self._passkeys.of(player_id))
        if await self._passkeys.by_credential(made.credential_id) is not None:
            raise Refused("BAD_PASSKEY", "this passkey is registered already")
        now = wall_clock()
        new = StoredPasskey(
            token_hex(8),
            player_id,
            made.credential_id,
            made.public_key,
            made.sign_count,
            party.rp_id,
            shown_name,
            now,
        )
        try:
            await self._passkeys.add(new, answered, now, MOST_PASSKEYS)
        except Conflict:
            raise _used() from None
        return _shown(new)

    # --- sign-in --------------------------------------------------------------------------------------------

    async def request_options(self, party: RelyingParty, address: str) -> dict[str, Any]:
        """Return the options with which a browser signs in."""
        self._count(address)
        return await asyncio.to_thread(ceremonies.request_options, party, self._challenge(_NOBODY))

    async def sign_in(self, party: RelyingParty, credential: Json, address: str) -> str:
        """Return the player of a passkey, if it has answered a challenge of this server that nobody used before."""
        self._count(address)
        challenge, answered = await self._answered(credential, _NOBODY)
        known = await self._passkeys.by_credential(str(credential.get("id")))
        if known is None:
            raise Refused("NO_SUCH_PASSKEY", "no player has this passkey; perhaps it was removed")
        if known.rp_id != party.rp_id or ceremonies.user_handle_of(credential) != self._signer.user_handle(
            known.player_id
        ):
            raise Refused("BAD_PASSKEY", "the passkey was not accepted: it is for another host or player")
        count = await asyncio.to_thread(
            ceremonies.check_sign_in, credential, party, challenge, known.public_key, known.sign_count
        )
        self._restrictions.check(known.player_id)
        try:
            await self._passkeys.note_sign_in(known, count, answered, wall_clock())
        except Conflict:
            raise _used() from None
        return known.player_id

    # --- both -----------------------------------------------------------------------------------------------

    def _count(self, address: str) -> None:
        if not self._requests.take(address):
            raise Refused("RATE_LIMITED", "too many passkeys were tried from this address; wait a moment")

    def _challenge(self, player_id: str) -> str:
        return self._signer.challenge_token(
            PasskeyChallenge(player_id, token_hex(16), wall_clock() + ceremonies.TIMEOUT)
        )

    async def _answered(self, credential: Json, player_id: str) -> tuple[str, AnsweredChallenge]:
        """Return the challenge in an answer, if it was made here, for this player, and has not expired."""
        token = await asyncio.to_thread(ceremonies.challenge_of, credential)
        challenge = self._signer.read_challenge(token)
        if challenge.player_id != player_id:
            raise Refused("PASSKEY_CHALLENGE_VOID", "the challenge was made for somebody else; start again")
        if challenge.expires_at <= wall_clock():
            raise Refused("PASSKEY_CHALLENGE_VOID", "the challenge has expired; start again")
        return token, AnsweredChallenge(challenge.number, challenge.expires_at)


def _check_room(known: list[StoredPasskey]) -> None:
    if len(known) >= MOST_PASSKEYS:
        raise Refused("TOO_MANY_PASSKEYS", f"you have {len(known)} passkeys already; remove one first")


def _used() -> Refused:
    return Refused("PASSKEY_CHALLENGE_VOID", "the challenge was answered already; start again")


def _shown(one: StoredPasskey) -> Passkey:
    return Passkey(one.passkey_id, one.name, one.created_at, one.used_at)
