"""Daily challenges and duplicate deals over HTTP."""

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from saloon.server.deals.challenges import ChallengeComparison, ChallengeLevel, ChallengeMonth, Challenges
from saloon.server.deals.duplicates import DuplicateComparison, DuplicateMonth
from saloon.server.http.authentication import Authentication, Caller, requester_of
from saloon.server.services import Services
from saloon.server.tables.seating import Seated

from .common import PROBLEMS, HttpRequest


class ChallengesController(Controller):
    """The challenges of a solitaire."""

    path = "/api/challenges/{game:str}"

    @get("/", summary="My month of challenges", responses=PROBLEMS)
    async def month(
        self,
        game: FromPath[str],
        caller: NamedDependency[Caller],
        challenges: NamedDependency[Challenges],
        month: FromQuery[str | None] = None,
    ) -> ChallengeMonth:
        """The days of a month (such as 2026-01; by default this one, in UTC), with medals and the streak."""
        return await challenges.month(caller.signed_in(), game, month)

    @post("/{day:str}/{level:str}", status_code=200, summary="Play a challenge", responses=PROBLEMS)
    async def play(
        self,
        request: HttpRequest,
        game: FromPath[str],
        day: FromPath[str],
        level: FromPath[ChallengeLevel],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        challenges: NamedDependency[Challenges],
    ) -> Response[Seated]:
        """Your unfinished table with this challenge, or a new one. Without a token or cookie a player is created."""
        player_id, cookies = await authentication.player_for(request, caller)
        requester = requester_of(request, player_id)
        seated = await challenges.play(player_id, game, day, level, address=caller.address, requester=requester)
        return Response(seated, cookies=cookies)

    @get("/{day:str}/{level:str}", summary="How did everybody do?", responses=PROBLEMS)
    async def compare(
        self,
        game: FromPath[str],
        day: FromPath[str],
        level: FromPath[ChallengeLevel],
        caller: NamedDependency[Caller],
        challenges: NamedDependency[Challenges],
    ) -> ChallengeComparison:
        """Times and moves of the first clean win of each player."""
        return await challenges.compare(caller.player_id, game, day, level)


class DuplicatesController(Controller):
    """The duplicate deals of a game for several players."""

    path = "/api/duplicates/{game:str}"

    @get("/", summary="My month of duplicate deals", responses=PROBLEMS)
    async def month(
        self,
        game: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
        month: FromQuery[str | None] = None,
    ) -> DuplicateMonth:
        """The days of a month (such as 2026-01; by default this one, in UTC) that the caller has played."""
        return await services.duplicates.month(caller.signed_in(), game, month)

    @post("/{day:str}", status_code=200, summary="Play a duplicate deal", responses=PROBLEMS)
    async def play(
        self,
        request: HttpRequest,
        game: FromPath[str],
        day: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> Response[Seated]:
        """Your unfinished table with this deal, or a new one; a finished one is not dealt again."""
        player_id, cookies = await services.authentication.player_for(request, caller)
        seated = await services.duplicates.play(player_id, game, day, address=caller.address)
        return Response(seated, cookies=cookies)

    @get("/{day:str}", summary="How did everybody do?", responses=PROBLEMS)
    async def compare(
        self,
        game: FromPath[str],
        day: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> DuplicateComparison:
        """Scores and places of everybody who finished it without hints."""
        return await services.duplicates.compare(caller.player_id, game, day)
