"""Play now over HTTP: wait for a match, and stop waiting."""

from litestar import Controller, Response, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from saloon.server.http.authentication import Authentication, Caller
from saloon.server.players.pairing import Pairing, PairingStatus

from .common import PROBLEMS, HttpRequest


class PairingController(Controller):
    """The queue of players who look for a match."""

    path = "/api/pairing"

    @post("/{game:str}", status_code=200, summary="Look for a match", responses=PROBLEMS)
    async def look(
        self,
        request: HttpRequest,
        game: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        pairing: NamedDependency[Pairing],
    ) -> Response[PairingStatus]:
        """Wait for people to play with. Repeat it every two seconds; after twelve without it you leave the queue."""
        player_id, cookies = await authentication.player_for(request, caller)
        return Response(await pairing.look(player_id, game, caller.address), cookies=cookies)

    @delete("/", status_code=200, summary="Stop looking for a match", responses=PROBLEMS)
    async def stop(self, caller: NamedDependency[Caller], pairing: NamedDependency[Pairing]) -> PairingStatus:
        """`idle`, or `paired` if a match was found in the meantime: then it is being played."""
        return await pairing.stop(caller.signed_in())
