"""Push subscriptions over HTTP."""

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from saloon.server.http.authentication import Caller
from saloon.server.notifications.push_endpoints import LONGEST_ENDPOINT
from saloon.server.notifications.push_subscriptions import PushSubscription, PushSubscriptions
from saloon.server.services import Services

from .common import PROBLEMS


class PushKey(Struct, frozen=True, rename="camel"):
    """The public key of this server, in base64url: `applicationServerKey` of `pushManager.subscribe()`.

    None: the server sends no push messages.
    """

    public_key: str | None


class BrowserKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's subscription, in base64url."""

    p256dh: Annotated[str, Meta(min_length=1, max_length=100)]
    auth: Annotated[str, Meta(min_length=1, max_length=50)]


class NewPushSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=LONGEST_ENDPOINT)]
    keys: BrowserKeys


class PushController(Controller):
    """Push messages for a player who is away, on request only."""

    path = "/api"

    @get("/push", summary="The key for push messages", responses=PROBLEMS)
    async def key(self, push_subscriptions: NamedDependency[PushSubscriptions]) -> PushKey:
        """Whether this server sends push messages, and the key that a browser needs for them."""
        return PushKey(await push_subscriptions.public_key())

    @get("/players/me/push", summary="My push subscriptions", responses=PROBLEMS)
    async def subscriptions(
        self, caller: NamedDependency[Caller], push_subscriptions: NamedDependency[PushSubscriptions]
    ) -> list[PushSubscription]:
        """The browsers in which the caller gets push messages, oldest first."""
        return await push_subscriptions.of(caller.signed_in())

    @post("/players/me/push", summary="Ask for push messages", responses=PROBLEMS)
    async def subscribe(
        self, data: JSONBody[NewPushSubscription], caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> PushSubscription:
        """While the caller is away, this browser gets a message when their turn begins, and for a rematch."""
        player_id = caller.signed_in()
        await services.authentication.check_known(player_id)
        return await services.push_subscriptions.add(player_id, data.endpoint, data.keys.p256dh, data.keys.auth)

    @delete("/players/me/push/{subscription_id:str}", status_code=204, summary="End push messages", responses=PROBLEMS)
    async def unsubscribe(
        self,
        subscription_id: FromPath[str],
        caller: NamedDependency[Caller],
        push_subscriptions: NamedDependency[PushSubscriptions],
    ) -> None:
        """That browser gets none any more."""
        await push_subscriptions.remove(caller.signed_in(), subscription_id)
