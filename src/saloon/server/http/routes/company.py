"""Leaderboards and public profiles over HTTP."""

from litestar import Controller, get, patch
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from saloon.server.http.authentication import Caller
from saloon.server.players.leaderboards import Leaderboard, Leaderboards, OwnProfile
from saloon.server.players.profiles import PublicProfile
from saloon.server.services import Services

from .common import PROBLEMS


class ProfileChange(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Whether a profile is public."""

    is_open: bool


class LeaderboardsController(Controller):
    """Leaderboards and profiles."""

    path = "/api"

    @get("/leaderboards/{game:str}", summary="The best players of a game", responses=PROBLEMS)
    async def leaderboard(
        self,
        game: FromPath[str],
        caller: NamedDependency[Caller],
        leaderboards: NamedDependency[Leaderboards],
        bots: FromQuery[bool] = False,
    ) -> Leaderboard:
        """People with enough matches and a settled rating who have not closed their profile; or `bots` of players."""
        return await leaderboards.of(game, caller.player_id, bots=bots)

    @get("/profiles/{public_id:str}", summary="The public profile of a player", responses=PROBLEMS)
    async def profile(self, public_id: FromPath[str], services: NamedDependency[Services]) -> PublicProfile:
        """A name, ratings, how many games were played and won, and medals; nothing about single games."""
        return await services.profiles.of(public_id)

    @get("/players/me/profile", summary="My public profile", responses=PROBLEMS)
    async def own(self, caller: NamedDependency[Caller], services: NamedDependency[Services]) -> OwnProfile:
        """Its public id, and whether others can see it."""
        player_id = caller.signed_in()
        await services.authentication.check_known(player_id)
        return await services.leaderboards.own(player_id)

    @patch("/players/me/profile", summary="Open or close my profile", responses=PROBLEMS)
    async def change(
        self,
        data: JSONBody[ProfileChange],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> OwnProfile:
        """A closed profile is on no leaderboard."""
        player_id = caller.signed_in()
        await services.authentication.check_known(player_id)
        return await services.leaderboards.set_open(player_id, is_open=data.is_open)
