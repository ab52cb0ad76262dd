"""Signing keys: kept in the database, rotated without signing anybody out.

A process accepts a new key as soon as it has read it, and signs with it a little later, when all processes have it.
"""

import asyncio
import logging
from collections.abc import Sequence
from itertools import pairwise
from secrets import token_hex
from typing import Final

from msgspec import Struct

from saloon.server.clock import wall_clock
from saloon.store import Store
from saloon.store.database import StoreUnavailable

from .tokens import Signer

_logger = logging.getLogger(__name__)

_NAME: Final = "signing"
"""The name of the first key; later ones are `signing.` and the time from which they sign."""
_ADDRESSES: Final = "addresses"
_READ_SECONDS: Final = 10.0
"""How often a process looks for new keys."""
LEAD: Final = 60_000
"""Milliseconds between the creation of a key and its first use."""
_DAY: Final = 86_400_000


class SigningKey(Struct, frozen=True, order=True):
    """A key and the time, in milliseconds of the wall clock, from which it signs."""

    signs_from: int
    value: str

    @property
    def name(self) -> str:
        """The name by which it is stored."""
        return f"{_NAME}.{self.signs_from}" if self.signs_from else _NAME


class Rotation(Struct, frozen=True, rename="camel"):
    """What a rotation did: when the new key begins to sign, how many older ones are accepted, how many no longer."""

    signs_from: int
    accepted: int
    forgotten: int


async def open_signer(store: Store) -> Signer:
    """Return a signer with the keys of a database, which gets its first ones if it has none."""
    keys = await _stored(store)
    if not keys:
        await store.secret(_ADDRESSES, token_hex(32))
        await store.secret(_NAME, token_hex(32))
        keys = await _stored(store)
    # Earlier versions kept addresses under their only signing key, so those stay known.
    address_key = await store.secret(_ADDRESSES, keys[0].value)
    return Signer(*_in_order(keys), address_key=address_key)


async def follow_keys(store: Store, signer: Signer) -> None:
    """Use new keys and drop forgotten ones while the server runs."""
    while True:
        await asyncio.sleep(_READ_SECONDS)
        try:
            keys = await _stored(store)
            if keys:
                signer.use_keys(_in_order(keys))
        except StoreUnavailable:
            continue  # the known keys stay in use
        except Exception:
            _logger.exception("the signing keys could not be read")


async def rotate(store: Store, forget_days: float | None = None) -> Rotation:
    """Add a key, and forget those that have not signed for `forget_days`; 0 signs everybody out at once."""
    now = wall_clock()
    old = await _stored(store)
    signs_from = now if forget_days == 0 else now + LEAD
    while any(key.signs_from == signs_from for key in old):
        signs_from += 1  # a key is stored by this time
    new = SigningKey(signs_from, token_hex(32))
    await store.secret(new.name, new.value)
    if forget_days == 0:
        forgotten = old
    else:
        forgotten = [] if forget_days is None else _replaced_before(now - forget_days * _DAY, [*old, new])
    await store.forget_secrets([key.name for key in forgotten])
    return Rotation(new.signs_from, len(old) - len(forgotten), len(forgotten))


def _replaced_before(time: float, keys: Sequence[SigningKey]) -> list[SigningKey]:
    """Return the keys whose successor signed by then already."""
    return [key for key, successor in pairwise(keys) if successor.signs_from <= time]


async def _stored(store: Store) -> list[SigningKey]:
    """Return the stored keys, oldest first."""
    found = await store.secrets(_NAME)
    return sorted(SigningKey(int(name.partition(".")[2] or 0), value) for name, value in found.items())


def _in_order(keys: list[SigningKey]) -> list[str]:
    """Return the keys as a signer wants them, the one that signs last; those that do not sign yet go first."""
    now = wall_clock()
    return [key.value for key in sorted(keys, key=lambda key: key.signs_from if key.signs_from <= now else -1)]
