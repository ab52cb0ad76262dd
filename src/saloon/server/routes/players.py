"""Players over HTTP: who the caller is, their name, statistics and tables."""

from typing import Annotated

from litestar import Controller, Response, get, patch
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from saloon.server.authentication import Authentication, Caller
from saloon.server.daily import DailyResult, daily_result, today
from saloon.server.errors import Refused
from saloon.server.lobby import Lobby
from saloon.server.news import News
from saloon.server.player_names import LONGEST_NAME, read_name
from saloon.server.services import Services
from saloon.server.statistics import GameStatistics, statistics_of
from saloon.server.tokens import Signer
from saloon.solver import solved_games
from saloon.store import Store

from .common import PROBLEMS, HttpRequest


class Me(Struct, frozen=True, rename="camel"):
    """The calling player, with the token that lets a program act as that player."""

    player_id: str
    name: str
    token: str


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class PlayersController(Controller):
    """The calling player."""

    path = "/api/players/me"

    @get("/", summary="Who am I?", responses=PROBLEMS)
    async def me(
        self,
        request: HttpRequest,
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        services: NamedDependency[Services],
    ) -> Response[Me]:
        """The player of the token or cookie; without either, a new player with a cookie."""
        player_id, cookies = await authentication.player_for(request, caller)
        return Response(await _me(services.store, services.signer, player_id), cookies=cookies)

    @patch("/", summary="Change my name", responses=PROBLEMS)
    async def rename(
        self, data: JSONBody[Rename], caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> Me:
        """Names need not be unique; they hold 1 to 40 printable characters, at least one of them visible."""
        player_id = caller.signed_in()
        await services.store.rename_player(player_id, read_name(data.name))
        return await _me(services.store, services.signer, player_id)

    @get("/stats", summary="My statistics", responses=PROBLEMS)
    async def statistics(
        self, caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> dict[str, GameStatistics]:
        """Added up from finished games, per game; no client can write them."""
        return await statistics_of(services.store, services.ratings, caller.signed_in())

    @get("/tables", summary="My tables", responses=PROBLEMS)
    async def tables(self, caller: NamedDependency[Caller], lobby: NamedDependency[Lobby]) -> list[News]:
        """The caller's unfinished tables, newest first."""
        return await lobby.tables_of(caller.signed_in(), address=caller.address)

    @get("/daily", summary="How did I do with the deals of the day?", responses=PROBLEMS)
    async def daily(
        self, caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> dict[str, DailyResult]:
        """Today's state (UTC) and the streak of each solitaire that has a deal of the day; no client can write them."""
        tables = await services.store.daily_tables(caller.signed_in())
        games = sorted(solved_games())
        return {game: daily_result([one for one in tables if one.game == game], today()) for game in games}


async def _me(store: Store, signer: Signer, player_id: str) -> Me:
    name = await store.player_name(player_id)
    if name is None:
        raise Refused("NO_SUCH_PLAYER", "this player is not known here")
    return Me(player_id, name, signer.player_token(player_id))
