"""Passkeys over HTTP: registration, sign-in, and the list of one's own."""

from typing import Annotated, Any

from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from saloon.server.http.authentication import Caller
from saloon.server.players.passkeys import Passkey, Passkeys
from saloon.server.players.player_names import LONGEST_NAME
from saloon.server.players.relying_party import relying_party
from saloon.server.services import Services

from .accounts import Recovered
from .common import PROBLEMS, HttpRequest


class NewPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that a browser has made: WebAuthn's `RegistrationResponseJSON`, and a name for the list."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    credential: dict[str, Any]


class PasskeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey has signed: WebAuthn's `AuthenticationResponseJSON`."""

    credential: dict[str, Any]


class PasskeysController(Controller):
    """Passkeys of the caller, and signing in with one."""

    path = "/api"

    @get("/players/me/passkeys", summary="My passkeys", responses=PROBLEMS)
    async def passkeys(self, caller: NamedDependency[Caller], passkeys: NamedDependency[Passkeys]) -> list[Passkey]:
        """The caller's passkeys, oldest first."""
        return await passkeys.of(caller.signed_in())

    @post("/players/me/passkeys/options", status_code=200, summary="Begin a passkey", responses=PROBLEMS)
    async def creation_options(
        self, request: HttpRequest, caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> dict[str, Any]:
        """Options for `navigator.credentials.create()`, with a challenge for the caller that is valid once."""
        player_id = caller.signed_in()
        await services.authentication.check_known(player_id)
        party = relying_party(services.settings, request.headers)
        return await services.passkeys.creation_options(party, player_id, caller.address)

    @post("/players/me/passkeys", summary="Add a passkey", responses=PROBLEMS)
    async def add(
        self,
        request: HttpRequest,
        data: JSONBody[NewPasskey],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> Passkey:
        """Any device that holds the passkey can sign in as the caller."""
        player_id = caller.signed_in()
        await services.authentication.check_known(player_id)
        party = relying_party(services.settings, request.headers)
        return await services.passkeys.add(party, player_id, data.name, data.credential, caller.address)

    @delete("/players/me/passkeys/{passkey_id:str}", status_code=204, summary="Remove a passkey", responses=PROBLEMS)
    async def remove(
        self, passkey_id: FromPath[str], caller: NamedDependency[Caller], passkeys: NamedDependency[Passkeys]
    ) -> None:
        """It can no longer sign in; devices that have, stay signed in."""
        await passkeys.remove(caller.signed_in(), passkey_id)

    @post("/sign-in/options", status_code=200, summary="Begin a sign-in", responses=PROBLEMS)
    async def request_options(
        self, request: HttpRequest, caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> dict[str, Any]:
        """Options for `navigator.credentials.get()`, with a challenge that is valid once."""
        party = relying_party(services.settings, request.headers)
        return await services.passkeys.request_options(party, caller.address)

    @post("/sign-in", status_code=200, summary="Sign in with a passkey", responses=PROBLEMS)
    async def sign_in(
        self,
        request: HttpRequest,
        data: JSONBody[PasskeyAnswer],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> Response[Recovered]:
        """Become the player of the passkey: sets the cookie, and returns the token."""
        party = relying_party(services.settings, request.headers)
        player_id = await services.passkeys.sign_in(party, data.credential, caller.address)
        token = services.signer.player_token(player_id)
        return Response(Recovered(player_id, token), cookies=[services.authentication.cookie_of(player_id)])
