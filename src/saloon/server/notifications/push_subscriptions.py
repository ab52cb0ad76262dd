"""Push subscriptions: the browsers in which a player has asked for push messages."""

from secrets import token_hex
from typing import Final

from msgspec import Struct

from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.settings import Settings
from saloon.store import Store
from saloon.store.push import PushStore, StoredSubscription

from .push_endpoints import read_endpoint

MOST_SUBSCRIPTIONS: Final = 10
"""Subscriptions of one player; a further one replaces the oldest, which is probably of a browser no longer used."""
_KEY: Final = "push"
"""The name under which the database keeps the key that signs push messages. Subscriptions are bound to it."""


class PushSubscription(Struct, frozen=True, rename="camel"):
    """A browser that gets push messages, as its player sees it; `created_at` is in milliseconds since 1970."""

    subscription_id: str
    endpoint: str
    created_at: int


class PushSubscriptions:
    """Adds, lists and removes subscriptions, and keeps the key that they are bound to."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._subscriptions = PushStore(store.database)
        self._settings = settings
        self._key: str | None = None

    async def key(self) -> str:
        """Return the private key that signs messages; the first process to ask creates it."""
        if self._key is None:
            from .push_messages import new_key

            self._key = await self._store.secret(_KEY, new_key())
        return self._key

    async def public_key(self) -> str | None:
        """Return the key that a browser must name when it subscribes; None if this server sends no push messages."""
        if self._settings.push_contact is None:
            return None
        from .push_messages import public_key_of

        return public_key_of(await self.key())

    async def of(self, player_id: str) -> list[PushSubscription]:
        """Return a player's subscriptions, oldest first."""
        return [_shown(one) for one in await self._subscriptions.of(player_id)]

    async def add(self, player_id: str, endpoint: str, public_key: str, auth_secret: str) -> PushSubscription:
        """Add the subscription of a browser; one that belonged to another player is theirs no longer."""
        if self._settings.push_contact is None:
            raise Refused("PUSH_UNAVAILABLE", "this server sends no push messages; its operator has named no contact")
        from .push_messages import check_keys

        read_endpoint(endpoint, self._settings.push_services)
        check_keys(public_key, auth_secret)
        new = StoredSubscription(token_hex(8), player_id, endpoint, public_key, auth_secret, wall_clock())
        await self._subscriptions.add(new, MOST_SUBSCRIPTIONS)
        return _shown(new)

    async def remove(self, player_id: str, subscription_id: str) -> None:
        """Remove a player's subscription."""
        if not await self._subscriptions.remove(player_id, subscription_id):
            raise Refused("NO_SUCH_SUBSCRIPTION", "you have no such subscription")


def _shown(one: StoredSubscription) -> PushSubscription:
    return PushSubscription(one.subscription_id, one.endpoint, one.created_at)
