"""The server itself over HTTP: its games, health, readiness, message schemas and metrics."""

from typing import Any

import msgspec
from litestar import Controller, Request, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from msgspec import Struct

from saloon import __version__
from saloon.bots import levels
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.server.http.authentication import require_token
from saloon.server.http.schemas import message_schemas
from saloon.server.operations.metrics import Metrics
from saloon.server.operations.readiness import Readiness
from saloon.server.settings import Settings
from saloon.solver.analysis import AnalysisKind, analysis_kind

from .common import PROBLEMS


class GameCard(Struct, frozen=True, rename="camel"):
    """A game as the lobby shows it; `options` are the defaults, `levels` the available bots.

    `solver` says whether its deals can be solved, rated and chosen so that they can be won.
    `fair_hints` says whether a bot that sees no hidden card gives hints.
    `analysis` says whether the server can tell where a game was lost: by searches, or by estimates of the best bot.
    `ratings` is the strength of the bots, on the scale of players' ratings.
    `weak_options` are option values for old logs: refused between people, and never rated.
    `options_between_people` are preselected for a match between people, and used by `POST /api/pairing/{game}`.
    `first_preset` and `deals_winnable` are what a new player is offered first.
    `deal_sources` are other programs whose deal numbers are seeds, such as `pysol:123`, with their names for people.
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
    fair_hints: bool
    analysis: AnalysisKind | None
    ratings: dict[str, int]
    weak_options: dict[str, Any]
    options_between_people: dict[str, Any]
    deal_sources: dict[str, str]
    duplicate: bool
    """Whether there is a deal a day that everybody plays against the same bots."""


class Health(Struct, frozen=True):
    """The server is alive; its version."""

    status: str
    version: str


class SystemController(Controller):
    """The games and the state of the server."""

    path = "/"

    @get("/api/games", summary="The games of the server", cache=False, responses=PROBLEMS)
    async def games(self) -> list[GameCard]:
        """Names, options with their values, presets."""
        return [_card(game) for game in GAMES]

    @get("/api/health", summary="Is the server alive?", responses=PROBLEMS)
    async def health(self) -> Health:
        """Answers while the process is serving, regardless of the database; see /api/ready for that."""
        return Health("ok", __version__)

    @get("/api/ready", summary="Is the server ready to play?", responses=PROBLEMS)
    async def ready(self, readiness: NamedDependency[Readiness]) -> Health:
        """Checks at most once a second whether the database accepts writes; 503 with the reason while it does not."""
        await readiness.check()
        return Health("ready", __version__)

    @get("/api/messages", summary="JSON Schema of the socket's messages", responses=PROBLEMS)
    async def messages(self) -> dict[str, Any]:
        """Every message in both directions, generated from the structs that encode and decode them."""
        return message_schemas()

    @get("/metrics", media_type="text/plain; version=0.0.4", summary="Metrics for Prometheus", responses=PROBLEMS)
    async def metrics(
        self, request: "Request[Any, Any, Any]", metrics: NamedDependency[Metrics], settings: NamedDependency[Settings]
    ) -> str:
        """Counters and gauges, without any card or player. Operators may require a token, or use another port."""
        if settings.metrics_port is not None:
            raise NotFoundException(detail="the metrics are on a port of their own")
        require_token(request.headers.get("authorization"), settings.metrics_token)
        return metrics.text()


def _card(game: AnyGame) -> GameCard:
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
        fair_hints=game.fair_bots() is not None,
        analysis=analysis_kind(game),
        ratings={name: level.rating.shown for name, level in levels(game).items() if level.rating is not None},
        weak_options=dict(game.weak_options),
        options_between_people=dict(game.options_between_people),
        deal_sources=dict(game.deal_sources),
        duplicate=game.duplicate is not None,
    )
