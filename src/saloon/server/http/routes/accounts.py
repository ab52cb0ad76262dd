"""Recovery phrases, and the export of a player, over HTTP."""

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from saloon.server.http.authentication import Caller
from saloon.server.services import Services

from .common import PROBLEMS


class RecoveryPhrase(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery phrase, which identifies the player."""

    phrase: Annotated[str, Meta(min_length=1, max_length=200)]


class Recovered(Struct, frozen=True, rename="camel"):
    """The player of a recovery phrase or passkey, with their token."""

    player_id: str
    token: str


class AccountsController(Controller):
    """A player on several devices, and what is stored about them."""

    path = "/api"

    @post("/players/me/recovery", status_code=200, summary="Make a recovery phrase", responses=PROBLEMS)
    async def new_phrase(self, caller: NamedDependency[Caller], services: NamedDependency[Services]) -> RecoveryPhrase:
        """Six words that make another device the same player. It is shown once; a new one replaces it."""
        player_id = caller.signed_in()
        await services.authentication.check_known(player_id)
        return RecoveryPhrase(await services.accounts.new_phrase(player_id))

    @post("/recovery", status_code=200, summary="Use a recovery phrase", responses=PROBLEMS)
    async def recover(
        self, data: JSONBody[RecoveryPhrase], caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> Response[Recovered]:
        """Become the player of the phrase: sets the cookie, and returns the token."""
        player_id = await services.accounts.recover(data.phrase, caller.address)
        token = services.signer.player_token(player_id)
        return Response(Recovered(player_id, token), cookies=[services.authentication.cookie_of(player_id)])

    @get("/players/me/data", summary="Everything stored about me", responses=PROBLEMS)
    async def data(
        self, caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> dict[str, list[dict[str, Any]]]:
        """Every row that names the caller, by table; the logs of finished games are in `history/export`."""
        return await services.accounts.export(caller.signed_in(), caller.address)
