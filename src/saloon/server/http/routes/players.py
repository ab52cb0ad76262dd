"""Players over HTTP: who the caller is, their name, statistics and tables."""

from typing import Annotated, Any, Final, cast

from litestar import Controller, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct

from saloon.server.deals.daily import DailyResult, daily_result, today
from saloon.server.errors import Refused
from saloon.server.finished.drills import DrillList
from saloon.server.finished.history import (
    PAGE,
    ExportedGame,
    ExportEnd,
    ExportFailed,
    GameResult,
    HistoryFilter,
    HistoryPage,
)
from saloon.server.http.authentication import Authentication, Caller, requester_of
from saloon.server.http.tokens import Signer
from saloon.server.players.player_names import LONGEST_NAME, read_name
from saloon.server.players.player_records import GameRecords, records_of
from saloon.server.players.statistics import GameStatistics, statistics_of
from saloon.server.services import Services
from saloon.server.tables.lobby import Lobby
from saloon.server.tables.news import News
from saloon.solver import solved_games
from saloon.store import Store
from saloon.store.daily import DailyStore

from .common import JSON_LINES, PROBLEMS, HttpRequest

EXPORT: Final = {
    200: ResponseSpec(
        cast(type[Any], ExportedGame | ExportEnd | ExportFailed),
        generate_examples=False,
        media_type=JSON_LINES,
        description="One object per line: `game`, and `end` or `failed` last.",
    ),
    **PROBLEMS,
}


class Me(Struct, frozen=True, rename="camel"):
    """The calling player, with the token that lets a program act as that player."""

    player_id: str
    name: str
    token: str
    is_bot: bool
    """Whether this is a bot account."""


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class NewBot(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new bot account."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class BotsController(Controller):
    """Bot accounts."""

    path = "/api/bots"

    @post("/", status_code=201, summary="Make a bot account", responses=PROBLEMS)
    async def create(
        self,
        data: JSONBody[NewBot],
        authentication: NamedDependency[Authentication],
        services: NamedDependency[Services],
    ) -> Me:
        """A new player that a program plays; it is marked wherever its name is shown, and stays a bot account."""
        player_id = await authentication.new_bot(read_name(data.name))
        return await _me(services.store, services.signer, player_id)


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

    @delete("/", status_code=204, summary="Erase me", responses=PROBLEMS)
    async def erase(self, caller: NamedDependency[Caller], services: NamedDependency[Services]) -> None:
        """Leave all tables and erase everything about the caller. It cannot be undone."""
        player_id = caller.signed_in()
        await services.authentication.check_known(player_id)
        await services.accounts.erase(player_id)

    @get("/stats", summary="My statistics", responses=PROBLEMS)
    async def statistics(
        self, caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> dict[str, GameStatistics]:
        """Added up from finished games, per game; no client can write them."""
        return await statistics_of(services.store, services.ratings, caller.signed_in())

    @get("/records/{game:str}", summary="My records in a game", responses=PROBLEMS)
    async def records(
        self, game: FromPath[str], caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> GameRecords:
        """By options and difficulty, clean and assisted games apart; with the latest games and ratings for charts."""
        return await records_of(services.store, services.ratings, caller.signed_in(), game)

    @get("/tables", summary="My tables", responses=PROBLEMS)
    async def tables(self, caller: NamedDependency[Caller], lobby: NamedDependency[Lobby]) -> list[News]:
        """The caller's unfinished tables, newest first."""
        return await lobby.tables_of(caller.signed_in(), address=caller.address)

    @get("/history", summary="My finished games", responses=PROBLEMS)
    async def history(
        self,
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
        game: FromQuery[str | None] = None,
        result: FromQuery[GameResult | None] = None,
        difficulty: FromQuery[str | None] = None,
        opponent: FromQuery[str | None] = None,
        before: FromQuery[str | None] = None,
        limit: FromQuery[int] = PAGE,
    ) -> HistoryPage:
        """Newest first, a page at a time: `before` is the `next` of the previous page."""
        wanted = HistoryFilter(game, result, difficulty, opponent)
        return await services.history.page(caller.signed_in(), wanted, before, limit)

    @get("/history/export", summary="My finished games as one file", responses=EXPORT)
    async def export(
        self,
        request: HttpRequest,
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
        game: FromQuery[str | None] = None,
        result: FromQuery[GameResult | None] = None,
        difficulty: FromQuery[str | None] = None,
        opponent: FromQuery[str | None] = None,
    ) -> Stream:
        """JSON lines, one for each game with its log; the last is `end`, or `failed` if the export failed."""
        player_id = caller.signed_in()
        wanted = HistoryFilter(game, result, difficulty, opponent)
        lines = services.history.export(player_id, wanted, requester_of(request, player_id))
        headers = {"content-disposition": 'attachment; filename="saloon-games.jsonl"'}
        return Stream(lines, media_type=JSON_LINES, headers=headers)

    @get("/drills", summary="Positions to practise", responses=PROBLEMS)
    async def drills(self, caller: NamedDependency[Caller], services: NamedDependency[Services]) -> DrillList:
        """Positions in which the caller lost a solitaire that could be won, the earliest due first."""
        return await services.drills.of(caller.signed_in())

    @delete("/drills/{table_id:str}/{step:int}", status_code=204, summary="Drop a drill", responses=PROBLEMS)
    async def drop_drill(
        self,
        table_id: FromPath[str],
        step: FromPath[int],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> None:
        """It counts as learned and does not come back."""
        await services.drills.remove(caller.signed_in(), table_id, step)

    @get("/daily", summary="How did I do on the deals of the day?", responses=PROBLEMS)
    async def daily(
        self, caller: NamedDependency[Caller], services: NamedDependency[Services]
    ) -> dict[str, DailyResult]:
        """Today's state (UTC) and the streak of each solitaire that has a deal of the day; no client can write them."""
        tables = await DailyStore(services.store).daily_tables(caller.signed_in())
        games = sorted(solved_games())
        return {game: daily_result([one for one in tables if one.game == game], today()) for game in games}


async def _me(store: Store, signer: Signer, player_id: str) -> Me:
    player = await store.named(player_id)
    if player is None:
        raise Refused("NO_SUCH_PLAYER", "this player is not known here")
    return Me(player_id, player.name, signer.player_token(player_id), player.is_bot)
