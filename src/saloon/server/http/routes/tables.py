"""Tables over HTTP: open, list, view, join, leave, act, save and replay."""

from dataclasses import dataclass
from typing import Any

from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from saloon.core.game import SERVER, seat_name
from saloon.games import GAMES
from saloon.server.actions.commands import Command
from saloon.server.actions.pipeline import ActionPipeline, decode, server_action
from saloon.server.finished.replays import Replays, ReplaySteps
from saloon.server.http.authentication import Authentication, Caller, requester_of
from saloon.server.services import Services
from saloon.server.tables.lobby import Lobby
from saloon.server.tables.new_table import NewTable
from saloon.server.tables.news import News, NewsReader
from saloon.server.tables.saves import brought, saved
from saloon.server.tables.seating import Seated, Seating
from saloon.server.tables.tables import LiveTables
from saloon.table.helpers import HintFor

from .common import JSON, MESSAGE, PROBLEMS, HttpRequest, message_response

STEPS = {200: ResponseSpec(ReplaySteps, generate_examples=False, description="The steps."), **PROBLEMS}


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to deal a solitaire's seed again."""

    retry: bool = False


class BranchFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """The step of a log after which the game continues; 0 is the deal."""

    step: int


@dataclass
class TakesIntent(Operation):
    """The API description of a handler whose body is a socket message: a malformed one gets a reject."""

    def __post_init__(self) -> None:
        """Describe the message."""
        schema = Schema(
            type=OpenAPIType.OBJECT,
            description="One message, such as `stateRequest` or an action; see Intent in /api/messages.",
            properties={
                "kind": Schema(type=OpenAPIType.STRING),
                "payload": Schema(type=OpenAPIType.OBJECT),
                "seq": Schema(type=OpenAPIType.INTEGER, minimum=0),
                "baseRev": Schema(type=OpenAPIType.INTEGER, minimum=0),
            },
            required=["kind", "payload"],
        )
        self.request_body = RequestBody(content={JSON: OpenAPIMediaType(schema=schema)}, required=True)


class TablesController(Controller):
    """Tables and actions."""

    path = "/api/tables"

    @post("/", status_code=201, summary="Open a table", responses=PROBLEMS)
    async def create(
        self,
        request: HttpRequest,
        data: JSONBody[NewTable],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        seating: NamedDependency[Seating],
    ) -> Response[Seated]:
        """Open a table; the caller takes its first human seat. Without a token or cookie a new player is created."""
        player_id, cookies = await authentication.player_for(request, caller)
        requester = requester_of(request, player_id)
        seated = await seating.create(player_id, data, address=caller.address, requester=requester)
        return Response(seated, cookies=cookies)

    @get("/", summary="Open tables", responses=PROBLEMS)
    async def open_tables(self, lobby: NamedDependency[Lobby], game: FromQuery[str | None] = None) -> list[News]:
        """The public tables that can be watched or wait for players, newest first, without abandoned ones."""
        if game is not None:
            GAMES[game]
        return await lobby.open_tables(game)

    @get("/{table_id:str}", summary="A table as the caller sees it", responses=MESSAGE)
    async def view(
        self,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        tables: NamedDependency[LiveTables],
        news: NamedDependency[NewsReader],
    ) -> Response[bytes]:
        """A snapshot for the caller's seat or for a watcher; while the table waits, who sits there."""
        table = await tables.get(table_id)
        seat = await authentication.visible_seat(caller, table_id)
        if table.stored.status == "waiting":
            return message_response(await news.of(table.stored))
        return message_response(await table.snapshot(seat))

    @get("/{table_id:str}/news", summary="Who sits at a table, and whether it is rated", responses=PROBLEMS)
    async def news(
        self,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        services: NamedDependency[Services],
    ) -> News:
        """What a socket is sent when it connects; after the end also how the match counts for the caller's rating."""
        table = await services.tables.get(table_id)
        seat = await authentication.visible_seat(caller, table_id)
        if table.stored.status == "finished":
            await services.ratings.fold()
        return table.with_times(await services.news.of(table.stored, seat), seat)

    @delete("/{table_id:str}", status_code=204, summary="Remove a waiting table", responses=PROBLEMS)
    async def remove(
        self, table_id: FromPath[str], caller: NamedDependency[Caller], seating: NamedDependency[Seating]
    ) -> None:
        """Only the host may do this, and only before play begins."""
        await seating.remove(table_id, caller.signed_in())

    @post("/{table_id:str}/join", status_code=200, summary="Take a seat", responses=PROBLEMS)
    async def join(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        seating: NamedDependency[Seating],
    ) -> Response[Seated]:
        """Take the first open seat; a player who already sits there gets their token again."""
        if caller.seat is not None:
            seat = await authentication.seat_of(caller, table_id)
            assert seat is not None  # a token that names none is refused
            return Response(await seating.rejoin(table_id, seat))
        player_id, cookies = await authentication.player_for(request, caller)
        return Response(await seating.join(table_id, player_id, address=caller.address), cookies=cookies)

    @post("/{table_id:str}/leave", status_code=204, summary="Leave for good", responses=PROBLEMS)
    async def leave(
        self,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        seating: NamedDependency[Seating],
    ) -> None:
        """At a waiting table the seat is open again; in a running game a bot takes over."""
        await seating.leave(table_id, await authentication.own_seat(caller, table_id))

    @post("/{table_id:str}/rematch", status_code=200, summary="Play again", responses=PROBLEMS)
    async def rematch(
        self,
        table_id: FromPath[str],
        data: JSONBody[Again],
        caller: NamedDependency[Caller],
        seating: NamedDependency[Seating],
    ) -> Seated:
        """A new deal for the same seats; `retry` deals a solitaire's seed again."""
        return await seating.rematch(table_id, caller.signed_in(), retry=data.retry, address=caller.address)

    @post("/{table_id:str}/actions", status_code=200, summary="Act", responses=MESSAGE, operation_class=TakesIntent)
    async def act(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        tables: NamedDependency[LiveTables],
        pipeline: NamedDependency[ActionPipeline],
    ) -> Response[bytes]:
        """One message of docs/PROTOCOL.md; one reply: an ack, a reject or a snapshot."""
        table = await tables.get(table_id)
        seat = await authentication.own_seat(caller, table_id)
        command = Command(seat, decode(await request.body()))
        return message_response(await pipeline.handle(table, command))

    @get("/{table_id:str}/legal", summary="What the caller may do now", responses=MESSAGE)
    async def legal(
        self,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        tables: NamedDependency[LiveTables],
    ) -> Response[bytes]:
        """Every action that would be accepted from the caller's seat."""
        table = await tables.get(table_id)
        seat = await authentication.own_seat(caller, table_id)
        snapshot = await table.snapshot(seat)
        return message_response({"rev": snapshot.rev, "legal": snapshot.legal if table.is_active else []})

    @post("/{table_id:str}/hint", status_code=200, summary="Ask for a hint", responses=MESSAGE)
    async def hint(
        self,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        tables: NamedDependency[LiveTables],
        pipeline: NamedDependency[ActionPipeline],
    ) -> Response[bytes]:
        """The reply is the ack of the server's `hint`, with the suggestion in its report. It counts as a hint used."""
        table = await tables.get(table_id)
        seat = await authentication.own_seat(caller, table_id)
        command = Command(SERVER, server_action(HintFor(seat_name(seat))), helped=seat)
        return message_response(await pipeline.handle(table, command))

    @get("/{table_id:str}/save", summary="Download the game", responses=MESSAGE)
    async def save(
        self,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        services: NamedDependency[Services],
    ) -> Response[bytes]:
        """The table as a save file in its game's format; not every game has one (see `saves` in /api/games)."""
        seat = await authentication.own_seat(caller, table_id)
        table = await services.tables.get(table_id)
        player_id = table.stored.seats[seat].player_id
        results = [] if player_id is None else await services.store.records(player_id)
        return message_response(saved(table, results))

    @get("/{table_id:str}/replay", summary="The log of a finished game", responses=MESSAGE)
    async def replay(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        replays: NamedDependency[Replays],
    ) -> Response[bytes]:
        """Header with seed and nonce, and every step with its hash: input for `saloon replay`. Only after the end."""
        await authentication.visible_seat(caller, table_id)
        log = await replays.log_of(table_id, requester_of(request, caller.player_id))
        return Response(log, media_type=JSON)

    @get("/{table_id:str}/replay/steps", summary="A finished game step by step", responses=STEPS)
    async def replay_steps(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        replays: NamedDependency[Replays],
        seat: FromQuery[int | None] = None,
    ) -> Response[bytes]:
        """The first view of a seat (1, 2, …) or of a watcher, and what each step changes. Only after the end."""
        await authentication.visible_seat(caller, table_id)
        chosen = None if seat is None else seat - 1
        steps = await replays.steps_of(table_id, chosen, requester_of(request, caller.player_id))
        return Response(steps, media_type=JSON)

    @post("/{table_id:str}/branch", status_code=201, summary="Continue from a step", responses=PROBLEMS)
    async def branch(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        data: JSONBody[BranchFrom],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        seating: NamedDependency[Seating],
    ) -> Response[Seated]:
        """Open a private practice table that continues a finished solitaire after a step of its log."""
        await authentication.visible_seat(caller, table_id)
        player_id, cookies = await authentication.player_for(request, caller)
        return Response(await seating.branch(table_id, data.step, player_id, address=caller.address), cookies=cookies)


class SavesController(Controller):
    """Save files that become tables."""

    path = "/api/saves"

    @post("/", status_code=201, summary="Continue a saved game", responses=PROBLEMS)
    async def load_save(
        self,
        request: HttpRequest,
        data: JSONBody[dict[str, Any]],
        caller: NamedDependency[Caller],
        authentication: NamedDependency[Authentication],
        seating: NamedDependency[Seating],
        game: FromQuery[str | None] = None,
    ) -> Response[Seated]:
        """Open a table that continues the save file; `game` names its game, if that is known."""
        new_table, start = brought(data, game)
        player_id, cookies = await authentication.player_for(request, caller)
        return Response(await seating.create(player_id, new_table, start, address=caller.address), cookies=cookies)
