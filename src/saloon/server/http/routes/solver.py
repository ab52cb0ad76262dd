"""The solver over HTTP: solutions, hints by search, analyses, ratings, and the deal of the day.

Solutions, solver hints, "still winnable?" and the analysis of a running game look at hidden cards. A fair hint does
not, but it plays better than most people. So the log records that the game was assisted before the response goes out. A
rating is about the deal only and marks nothing.
"""

from typing import Any, Final, cast

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.response import Stream
from msgspec import Struct
from msgspec.structs import replace

from saloon.core.game import SERVER, Seat, seat_name
from saloon.core.solver import MEGABYTE, Answer, Limit
from saloon.games import GAMES
from saloon.server.actions.commands import Command
from saloon.server.actions.pipeline import server_action
from saloon.server.deals.daily import DailyDeals, asked_day
from saloon.server.errors import Refused
from saloon.server.finished.analyses import AnalysisFailed
from saloon.server.http.authentication import Caller, requester_of
from saloon.server.limits.fair_queue import Requester
from saloon.server.services import Services
from saloon.server.tables.live_table import LiveTable
from saloon.solver import DealRating, Limits, Verdict, find_line, solve
from saloon.solver.analysis import Event, is_exact
from saloon.solver.solve import read_chosen
from saloon.table.fair_hints import check_fair_hints
from saloon.table.helpers import FAIR_HINT, AssistFor, AssistKind
from saloon.table.messages import Reject, Snapshot, WireAction, wire

from .common import JSON_LINES, PROBLEMS, HttpRequest

PATIENCE: Final = Limits(seconds=10.0, memory=500 * MEGABYTE)
"""The search budget for a solution or a hint."""
LIGHT: Final = Limits(seconds=3.0, memory=300 * MEGABYTE)
"""The search budget for "still winnable?", which is asked after every move."""
ANALYSIS: Final = {
    200: ResponseSpec(
        cast(type[Any], Event | AnalysisFailed),
        generate_examples=False,
        media_type=JSON_LINES,
        description="One object per line. Solitaires: `step`, then `turningPoint`, and `summary` or `failed` last. "
        "Matches: `estimate`, then `mistake`, and `estimateSummary` or `failed` last.",
    ),
    **PROBLEMS,
}


class Solution(Struct, frozen=True):
    """Actions that win from revision `rev` on, if the verdict is that the game can be won."""

    rev: int
    verdict: Answer
    actions: list[WireAction]
    states: int
    limit: Limit | None


class SolverHint(Struct, frozen=True):
    """The first action of a line that wins from revision `rev` on; none if no such line was found."""

    rev: int
    verdict: Answer
    action: WireAction | None


class FairHint(Struct, frozen=True):
    """What a strong bot would do at revision `rev` that sees only the player's views; none if it would give up."""

    rev: int
    action: WireAction | None


class Chance(Struct, frozen=True):
    """Whether the game can still be won at revision `rev`."""

    rev: int
    verdict: Answer


class DailyDeal(Struct, frozen=True):
    """The deal of a day, the same for everybody: its seed under the game's default options."""

    game: str
    date: str
    seed: str
    options: dict[str, Any]


class _Line(Struct, frozen=True):
    """The rest of a winning line, once its next position is reached."""

    state: Any
    verdict: Verdict


class SolverController(Controller):
    """What the solver knows about a table."""

    path = "/api/tables/{table_id:str}"

    @post("/solve", status_code=200, summary="Ask for a winning line", responses=PROBLEMS)
    async def solve(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> Solution:
        """A verdict, and actions that win from here. The search looks at hidden cards, so the game is assisted."""
        rev, verdict = await _search(request, table_id, caller, services, "solve", PATIENCE)
        actions = [wire(action) for action in verdict.actions]
        return Solution(rev, verdict.verdict, actions, verdict.states, verdict.limit)

    @post("/solver-hint", status_code=200, summary="Ask for a move that wins", responses=PROBLEMS)
    async def solver_hint(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> SolverHint:
        """The next action of a winning line. Unlike a hint it looks at hidden cards, so the game is assisted."""
        rev, verdict = await _search(request, table_id, caller, services, "solverHint", PATIENCE)
        action = wire(verdict.actions[0]) if verdict.actions else None
        return SolverHint(rev, verdict.verdict, action)

    @post("/fair-hint", status_code=200, summary="Ask for a move without peeking", responses=PROBLEMS)
    async def fair_hint(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> FairHint:
        """What a strong bot would do that sees only what the player was sent. The game is assisted."""
        seat = await services.authentication.own_seat(caller, table_id)
        table = await services.tables.get(table_id)
        check_fair_hints(table.table.game)
        await services.solver_pool.until_ready()
        await _log_help(services, table, seat, FAIR_HINT)
        advice = await services.fair_hints.ask(table, seat, _requester(request, table, seat))
        return FairHint(advice.rev, None if advice.action is None else wire(advice.action))

    @post("/winnable", status_code=200, summary="Can it still be won?", responses=PROBLEMS)
    async def still_winnable(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> Chance:
        """A verdict on the position. It looks at hidden cards, so the game is assisted from the first answer on."""
        rev, verdict = await _search(request, table_id, caller, services, "winnable", LIGHT)
        return Chance(rev, verdict.verdict)

    @post("/analysis", status_code=200, summary="Where was it lost?", responses=ANALYSIS)
    async def analysis(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> Stream:
        """The verdict after each step, and the steps that lost: JSON lines, each sent as soon as it is known.

        A match gets estimates of each decision, and the decisions that cost most. After the end it is for everybody who
        may see the table. Before, only the player of a solitaire may ask, and the game is assisted.
        """
        table = await services.tables.get(table_id)
        seat = await services.authentication.visible_seat(caller, table_id)
        if table.stored.status != "finished" and (seat is None or len(table.table.game.seats) > 1):
            reason = "an analysis reveals hidden cards; before the end only the player of a solitaire may ask for it"
            raise Refused("PRIVATE_UNTIL_THE_END", reason)
        if is_exact(table.table.game):
            read_chosen(table.table.game.name, table.table.options)
        requester = requester_of(request, caller.player_id) if seat is None else _requester(request, table, seat)
        if table.stored.status != "finished" and seat is not None:
            await services.solver_pool.until_ready()
            if not (await table.durable_progress()).help.assisted:
                await _log_help(services, table, seat, "solve")
        lines = await services.analyses.stream(table.stored, requester)
        return Stream(lines, media_type=JSON_LINES)

    @get("/rating", summary="How hard is the deal?", responses=PROBLEMS)
    async def rating(
        self,
        request: HttpRequest,
        table_id: FromPath[str],
        caller: NamedDependency[Caller],
        services: NamedDependency[Services],
    ) -> DealRating:
        """What the solver needed for the deal, and how often a bot wins it without peeking. Only players may ask."""
        seat = await services.authentication.own_seat(caller, table_id)
        table = await services.tables.get(table_id)
        return await services.deal_ratings.of(table.stored, _requester(request, table, seat))


class DailyController(Controller):
    """The deal of the day."""

    path = "/api/daily"

    @get("/{game:str}", summary="The deal of the day", responses=PROBLEMS)
    async def daily_deal(
        self,
        request: HttpRequest,
        game: FromPath[str],
        caller: NamedDependency[Caller],
        daily: NamedDependency[DailyDeals],
        day: FromQuery[str | None] = None,
    ) -> DailyDeal:
        """Today's deal (UTC) of a solitaire, or that of `day`; it can be won, and is the same for all."""
        options, when = read_chosen(GAMES[game].name, None), asked_day(day)
        seed = await daily.seed(game, when, requester_of(request, caller.player_id))
        return DailyDeal(game, when.isoformat(), seed, msgspec.to_builtins(options))


async def _search(
    request: HttpRequest, table_id: str, caller: Caller, services: Services, what: AssistKind, limits: Limits
) -> tuple[int, Verdict]:
    """Log the help, then search from the position; refuse if the table rejects the help.

    A player who follows an earlier line stays on it: another line might lead back.
    """
    seat = await services.authentication.own_seat(caller, table_id)
    table = await services.tables.get(table_id)
    game, pool = table.table.game, services.solver_pool
    read_chosen(game.name, table.table.options)
    await pool.until_ready()
    if what != "winnable" or not (await table.durable_progress()).help.assisted:
        await _log_help(services, table, seat, what)
    progress = await table.durable_progress()
    rev, state = progress.rev, progress.state
    line: _Line | None = pool.recall(("line", table_id))
    if line is not None and line.state == state:
        verdict = line.verdict
    else:
        search = _solve if what == "winnable" else find_line
        verdict = await pool.ask(_requester(request, table, seat), search, game.name, state, limits)
    if verdict.actions:
        rest = replace(verdict, actions=verdict.actions[1:])
        pool.remember(("line", table_id), _Line(game.apply(state, seat, verdict.actions[0]), rest))
    return rev, verdict


async def _log_help(services: Services, table: LiveTable, seat: Seat, what: AssistKind) -> None:
    """Log that the server helped a seat by a search; refuse if the table does."""
    command = Command(SERVER, server_action(AssistFor(what, seat_name(seat))), helped=seat)
    reply = await services.pipeline.handle(table, command)
    if isinstance(reply, Reject):
        raise Refused(reply.code, reply.reason)
    if isinstance(reply, Snapshot):  # AIRBAG: the table is back at the position of the log
        raise Refused("INTERNAL_INVARIANT_BREACH", "the rules failed at this table; nothing was lost, try again")


def _requester(request: HttpRequest, table: LiveTable, seat: Seat) -> Requester:
    """Return the requester: one per player, whatever the table, so that nobody fills the solver alone."""
    return requester_of(request, table.stored.seats[seat].player_id or table.table_id)


def _solve(game: str, state: Any, limits: Limits) -> Verdict:
    return solve(game, state=state, limits=limits)
