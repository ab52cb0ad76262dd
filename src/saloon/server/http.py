"""The HTTP interface: what a client without a socket can ask for and do."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from saloon import __version__
from saloon.bots import levels
from saloon.core.game import Game, seat_name
from saloon.games import GAMES
from saloon.table.helpers import HintFor

from .caller import asker_of, caller_of, player_for
from .house import House, Seated
from .names import LONGEST_NAME, read_name
from .news import News
from .refusals import Problem, Refused
from .saves import brought, saved
from .schemas import message_schemas
from .statistics import GameStatistics, statistics_of
from .wishes import Wish

Asked = Request[Any, Any, Any]
JSON = "application/json"
PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description="Refused, with a code and a reason.")
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 429, 503)
}
MESSAGE = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="See /api/messages."), **PROBLEMS}
"""Answers that are messages of the socket too."""


class GameCard(Struct, frozen=True, rename="camel"):
    """A game as the lobby shows it; `options` are the defaults, `levels` the bots that sit down at it.

    `solver` says whether its deals can be solved, rated and chosen so that they can be won.
    `ratings` tells how strong the bots are, in the numbers that players' ratings are shown in.
    `weak_options` are option values for old logs: refused between people, and not rated elsewhere.
    `first_preset` and `deals_winnable` say what a new player is offered first.
    """

    name: str
    title: str
    rules_version: str
    seats: int
    options: dict[str, Any]
    options_schema: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    undo_depth: int
    lowest_wins: bool
    saves: bool
    first_preset: str | None
    deals_winnable: bool
    seeds_are_times: bool
    levels: list[str]
    solver: bool
    ratings: dict[str, int]
    weak_options: dict[str, Any]


class Me(Struct, frozen=True, rename="camel"):
    """The player who asks, with the token by which a program is that player."""

    player_id: str
    name: str
    token: str


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a solitaire's seed is dealt once more."""

    retry: bool = False


class Health(Struct, frozen=True):
    """That the server answers, and which it is."""

    status: str
    version: str


def house_of(request: Asked) -> House:
    """Return the house that serves a request."""
    house: House = request.app.state.house
    return house


def plain(message: bytes) -> Response[bytes]:
    """Return a message that is written already."""
    return Response(message, media_type=JSON)


# --- tables -----------------------------------------------------------------------------------------------------


@post("/api/tables", status_code=201, summary="Open a table", responses=PROBLEMS)
async def create_table(request: Asked, data: JSONBody[Wish]) -> Response[Seated]:
    """Open a table; who asks takes its first human seat. Without a player's token a new player is made."""
    house = house_of(request)
    caller = caller_of(house, request)
    player_id, cookies = await player_for(house, request, caller)
    asker = asker_of(request, player_id)
    return Response(await house.create(player_id, data, address=caller.address, asker=asker), cookies=cookies)


@get("/api/tables", summary="Open tables", responses=PROBLEMS)
async def list_tables(request: Asked, game: FromQuery[str | None] = None) -> list[News]:
    """The public tables that can be watched or wait for players, newest first; none whose people have all gone away."""
    house = house_of(request)
    if game is not None:
        GAMES[game]
    return await house.lobby(game)


@get("/api/tables/{table_id:str}", summary="A table as the caller sees it", responses=MESSAGE)
async def view_table(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """A snapshot for the caller's seat or for a watcher; while the table waits, who sits there."""
    house = house_of(request)
    desk = await house.desk(table_id)
    seat = await caller_of(house, request).seat_at(house, table_id)
    if desk.stored.status == "waiting":
        return plain(msgspec.json.encode(await house.news(desk.stored)))
    return plain(await desk.snapshot(seat))


@get("/api/tables/{table_id:str}/news", summary="Who sits at a table, and whether it is rated", responses=PROBLEMS)
async def table_news(request: Asked, table_id: FromPath[str]) -> News:
    """What a socket is told when it connects. After the end, how the match counts for the caller's rating."""
    house = house_of(request)
    desk = await house.desk(table_id)
    seat = await caller_of(house, request).seat_at(house, table_id)
    if desk.stored.status == "finished":
        await house.ratings.fold()
    return await house.news(desk.stored, seat)


@delete("/api/tables/{table_id:str}", status_code=204, summary="Remove a waiting table", responses=PROBLEMS)
async def remove_table(request: Asked, table_id: FromPath[str]) -> None:
    """Only the host may, and only before play begins."""
    house = house_of(request)
    await house.remove(table_id, caller_of(house, request).signed_in())


@post("/api/tables/{table_id:str}/join", status_code=200, summary="Take a seat", responses=PROBLEMS)
async def join_table(request: Asked, table_id: FromPath[str]) -> Response[Seated]:
    """Sit down on the first open seat; who sits there already gets their token again."""
    house = house_of(request)
    caller = caller_of(house, request)
    if caller.seat is not None:
        return Response(await house.seat_again(table_id, caller.seat))
    player_id, cookies = await player_for(house, request, caller)
    return Response(await house.join(table_id, player_id, address=caller.address), cookies=cookies)


@post("/api/tables/{table_id:str}/leave", status_code=204, summary="Leave for good", responses=PROBLEMS)
async def leave_table(request: Asked, table_id: FromPath[str]) -> None:
    """A waiting table has the seat open again; in a game that goes on, a bot takes over."""
    house = house_of(request)
    caller = caller_of(house, request)
    seat = await caller.own_seat(house, table_id)
    holder = (await house.desk(table_id)).stored.seats[seat].player_id
    if holder is None:
        raise Refused("NOT_YOUR_SEAT", "nobody sits there")
    await house.leave(table_id, seat, holder)


@post("/api/tables/{table_id:str}/rematch", status_code=200, summary="Play again", responses=PROBLEMS)
async def rematch_table(request: Asked, table_id: FromPath[str], data: JSONBody[Again]) -> Seated:
    """A new deal for the same seats; `retry` deals a solitaire's seed again."""
    house = house_of(request)
    caller = caller_of(house, request)
    return await house.rematch(table_id, caller.signed_in(), retry=data.retry, address=caller.address)


@dataclass
class TakesIntent(Operation):
    """What is told of a handler that reads its body as the socket reads a message: a bad one gets a reject."""

    def __post_init__(self) -> None:
        """Name the message."""
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


@post(
    "/api/tables/{table_id:str}/actions",
    status_code=200,
    summary="Do something",
    responses=MESSAGE,
    operation_class=TakesIntent,
)
async def act(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """One message of docs/PROTOCOL.md; one answer: an ack, a reject or a snapshot."""
    house = house_of(request)
    desk = await house.desk(table_id)
    seat = await caller_of(house, request).own_seat(house, table_id)
    return plain(await desk.submit(seat, await request.body()))


@get("/api/tables/{table_id:str}/legal", summary="What the caller may do now", responses=MESSAGE)
async def legal_actions(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """Every action that would be accepted from the caller's seat."""
    house = house_of(request)
    desk = await house.desk(table_id)
    seat = await caller_of(house, request).own_seat(house, table_id)
    snapshot = msgspec.json.decode(await desk.snapshot(seat))
    return plain(msgspec.json.encode({"rev": snapshot["rev"], "legal": snapshot["legal"] if desk.is_active else []}))


@post("/api/tables/{table_id:str}/hint", status_code=200, summary="Ask for a hint", responses=MESSAGE)
async def hint(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """The answer is the ack of the server's `hint`, with the suggestion in its report. It counts as a hint used."""
    house = house_of(request)
    desk = await house.desk(table_id)
    seat = await caller_of(house, request).own_seat(house, table_id)
    return plain(await desk.enter_help(HintFor(seat_name(seat))))


@get("/api/tables/{table_id:str}/save", summary="Take the game home", responses=MESSAGE)
async def save_table(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """The save file of the table, in the form of its game; not every game has one (see `saves` in /api/games)."""
    house = house_of(request)
    seat = await caller_of(house, request).own_seat(house, table_id)
    desk = await house.desk(table_id)
    player_id = desk.stored.seats[seat].player_id
    results = [] if player_id is None else await house.store.records(player_id)
    return plain(msgspec.json.encode(saved(desk, results)))


@post("/api/saves", status_code=201, summary="Go on with a saved game", responses=PROBLEMS)
async def load_save(
    request: Asked, data: JSONBody[dict[str, Any]], game: FromQuery[str | None] = None
) -> Response[Seated]:
    """Open a table that begins where the save file was left; `game` says whose file it is, if that is known."""
    house = house_of(request)
    wish, start = brought(data, game)
    caller = caller_of(house, request)
    player_id, cookies = await player_for(house, request, caller)
    return Response(await house.create(player_id, wish, start, address=caller.address), cookies=cookies)


@get("/api/tables/{table_id:str}/replay", summary="The log of a finished game", responses=MESSAGE)
async def replay_log(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """Header with seed and nonce, every step with its hash: what `saloon replay` verifies. Only after the end."""
    house = house_of(request)
    return plain(await house.replay_log(table_id, asker_of(request, caller_of(house, request).player_id)))


# --- players and games ------------------------------------------------------------------------------------------


@get("/api/players/me", summary="Who am I?", responses=PROBLEMS)
async def me(request: Asked) -> Response[Me]:
    """The player of the token or cookie; a new one, with a cookie, if there is none."""
    house = house_of(request)
    player_id, cookies = await player_for(house, request, caller_of(house, request))
    return Response(await _me(house, player_id), cookies=cookies)


@patch("/api/players/me", summary="Change my name", responses=PROBLEMS)
async def rename(request: Asked, data: JSONBody[Rename]) -> Me:
    """Names need not be unique; they hold 1 to 40 printable characters, at least one of them visible."""
    house = house_of(request)
    player_id = caller_of(house, request).signed_in()
    await house.store.rename_player(player_id, read_name(data.name))
    return await _me(house, player_id)


async def _me(house: House, player_id: str) -> Me:
    name = await house.store.player_name(player_id)
    if name is None:
        raise Refused("NO_SUCH_PLAYER", "this player is not known here")
    return Me(player_id, name, house.signer.player_token(player_id))


@get("/api/players/me/stats", summary="How did I fare?", responses=PROBLEMS)
async def my_statistics(request: Asked) -> dict[str, GameStatistics]:
    """Added up from the games that were finished, game by game; no client can write them."""
    house = house_of(request)
    return await statistics_of(house.store, house.ratings, caller_of(house, request).signed_in())


@get("/api/players/me/tables", summary="Where do I sit?", responses=PROBLEMS)
async def my_tables(request: Asked) -> list[News]:
    """The caller's unfinished tables, newest first."""
    house = house_of(request)
    caller = caller_of(house, request)
    return await house.tables_of(caller.signed_in(), address=caller.address)


@get("/api/games", summary="The games of the house", cache=False, responses=PROBLEMS)
async def games() -> list[GameCard]:
    """Names, options with their values, presets."""
    return [_card(game) for game in GAMES]


def _card(game: Game[Any, Any]) -> GameCard:
    return GameCard(
        name=game.name,
        title=game.title,
        rules_version=game.rules_version,
        seats=len(game.seats),
        options=msgspec.to_builtins(game.options()),
        options_schema=msgspec.json.schema(game.options),
        presets={name: dict(options) for name, options in game.presets.items()},
        undo_depth=game.undo_depth,
        lowest_wins=game.lowest_wins,
        saves=game.save_format() is not None,
        first_preset=game.first_preset,
        deals_winnable=game.deals_winnable,
        seeds_are_times=game.seeds_are_times,
        levels=list(levels(game)) if len(game.seats) > 1 else [],
        solver=game.solver() is not None,
        ratings={name: level.rating.shown for name, level in levels(game).items() if level.rating is not None},
        weak_options=dict(game.weak_options),
    )


# --- the server itself ------------------------------------------------------------------------------------------


@get("/api/health", summary="Is the server alive?", responses=PROBLEMS)
async def health() -> Health:
    """Answers while the process serves, whatever the database does; see /api/ready for that."""
    return Health("ok", __version__)


@get("/api/ready", summary="Is the server ready to play?", responses=PROBLEMS)
async def ready(request: Asked) -> Health:
    """Tries whether the database takes writes, at most once a second; 503 with the reason while it does not."""
    await house_of(request).readiness.check()
    return Health("ready", __version__)


@get("/api/messages", summary="JSON Schema of the socket's messages", responses=PROBLEMS)
async def messages() -> dict[str, Any]:
    """Every message in both directions, from the structs that read and write them."""
    return message_schemas()


@get("/metrics", media_type="text/plain; version=0.0.4", summary="Figures for Prometheus", responses=PROBLEMS)
async def metrics(request: Asked) -> str:
    """Counts and gauges; nothing in them tells of a card or a player."""
    return house_of(request).metrics.text()


HANDLERS = [
    create_table, list_tables, view_table, table_news, remove_table, join_table, leave_table, rematch_table, act,
    legal_actions, hint, save_table, load_save, replay_log, me, rename, my_statistics, my_tables, games, health, ready,
    messages, metrics,
]  # fmt: skip
