"""What the solver is asked over HTTP: solutions, hints that see everything, ratings, and the deal of the day.

Solutions, the solver's hints and "still winnable?" look at hidden cards, so the log says that the game was assisted
before the answer goes out. A rating tells of the deal only and marks nothing.
"""

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery
from msgspec import Struct
from msgspec.structs import replace

from saloon.core.game import Seat, seat_name
from saloon.core.solver import MEGABYTE, Answer, Limit
from saloon.games import GAMES
from saloon.solver import Limits, Rating, Verdict, find_line, rate, solve
from saloon.solver.solve import read_chosen
from saloon.table.helpers import AssistFor, AssistKind
from saloon.table.messages import WireAction, wire

from .caller import asker_of, caller_of
from .daily import asked_day
from .desk import Desk
from .fairness import Asker
from .folding import dealt
from .http import PROBLEMS, Asked, house_of
from .refusals import Refused

PATIENCE: Final = Limits(seconds=10.0, memory=500 * MEGABYTE)
"""What a solution or a hint may cost."""
LIGHT: Final = Limits(seconds=3.0, memory=300 * MEGABYTE)
"""What the answer to "still winnable?" may cost, which is asked after every move."""


class Solution(Struct, frozen=True):
    """Actions that win from revision `rev` on, if there is a verdict that it can be won."""

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
    """How a way to win goes on once its next position is reached."""

    state: Any
    verdict: Verdict


async def _searched(request: Asked, table_id: str, what: AssistKind, limits: Limits) -> tuple[int, Verdict]:
    """Note the help in the log, then search from the position; refuse what the table rejects.

    Whoever follows the line of an earlier answer stays on it: another one might lead back.
    """
    house = house_of(request)
    seat = await caller_of(house, request).own_seat(house, table_id)
    desk = await house.desk(table_id)
    game = desk.table.game
    read_chosen(game.name, desk.table.options)
    if what != "winnable" or not (await desk.stands()).help.assisted:
        answer = msgspec.json.decode(await desk.enter_help(AssistFor(what, seat_name(seat))))
        if answer["kind"] == "reject":
            raise Refused(answer["code"], answer["reason"])
        if answer["kind"] == "snapshot":  # AIRBAG: the position is that of the log again
            raise Refused("INTERNAL_INVARIANT_BREACH", "the rules failed at this table; nothing was lost, ask again")
    stands = await desk.stands()
    rev, state = stands.rev, stands.state
    line: _Line | None = house.advisor.recall(("line", table_id))
    if line is not None and line.state == state:
        verdict = line.verdict
    else:
        search = _solve if what == "winnable" else find_line
        verdict = await house.advisor.ask(_asker(request, desk, seat), search, game.name, state, limits)
    if verdict.actions:
        rest = replace(verdict, actions=verdict.actions[1:])
        house.advisor.remember(("line", table_id), _Line(game.apply(state, seat, verdict.actions[0]), rest))
    return rev, verdict


def _asker(request: Asked, desk: Desk, seat: Seat) -> Asker:
    """Return who waits for an answer: a player at all their tables, so that nobody fills the solver alone."""
    return asker_of(request, desk.stored.seats[seat].player_id or desk.stored.table_id)


def _solve(game: str, state: Any, limits: Limits) -> Verdict:
    return solve(game, state=state, limits=limits)


@post("/api/tables/{table_id:str}/solve", status_code=200, summary="Ask for a way to win", responses=PROBLEMS)
async def solve_table(request: Asked, table_id: FromPath[str]) -> Solution:
    """A verdict, and actions that win from here. The search looks at hidden cards, so the game is assisted."""
    rev, verdict = await _searched(request, table_id, "solve", PATIENCE)
    actions = [wire(action) for action in verdict.actions]
    return Solution(rev, verdict.verdict, actions, verdict.states, verdict.limit)


@post("/api/tables/{table_id:str}/solver-hint", status_code=200, summary="Ask for a move that wins", responses=PROBLEMS)
async def solver_hint(request: Asked, table_id: FromPath[str]) -> SolverHint:
    """The next action of a way to win. Unlike a hint it looks at hidden cards, so the game is assisted."""
    rev, verdict = await _searched(request, table_id, "solverHint", PATIENCE)
    action = wire(verdict.actions[0]) if verdict.actions else None
    return SolverHint(rev, verdict.verdict, action)


@post("/api/tables/{table_id:str}/winnable", status_code=200, summary="Can it still be won?", responses=PROBLEMS)
async def still_winnable(request: Asked, table_id: FromPath[str]) -> Chance:
    """A verdict on the position. It looks at hidden cards, so the game is assisted from the first answer on."""
    rev, verdict = await _searched(request, table_id, "winnable", LIGHT)
    return Chance(rev, verdict.verdict)


@get("/api/tables/{table_id:str}/rating", summary="How hard is the deal?", responses=PROBLEMS)
async def rate_table(request: Asked, table_id: FromPath[str]) -> Rating:
    """What the solver needed for the deal, and the level that this makes. Only who sits there may ask."""
    house = house_of(request)
    seat = await caller_of(house, request).own_seat(house, table_id)
    desk = await house.desk(table_id)
    game, options = desk.table.game.name, read_chosen(desk.table.game.name, desk.table.options)
    key = ("rating", game, msgspec.json.encode(options), desk.stored.seed) if desk.stored.start is None else None
    asker, state = _asker(request, desk, seat), dealt(desk.stored).state
    rating: Rating = await house.advisor.ask(asker, _rate, game, state, key=key)
    return rating


def _rate(game: str, state: Any) -> Rating:
    return rate(game, state=state, limits=PATIENCE)


@get("/api/daily/{game:str}", summary="The deal of the day", responses=PROBLEMS)
async def daily_deal(request: Asked, game: FromPath[str], day: FromQuery[str | None] = None) -> DailyDeal:
    """Today's deal (UTC) of a solitaire, or that of the `day` asked for; it can be won, and it is the same for all."""
    house = house_of(request)
    options, when = read_chosen(GAMES[game].name, None), asked_day(day)
    seed = await house.daily.seed(game, when, asker_of(request, caller_of(house, request).player_id))
    return DailyDeal(game, when.isoformat(), seed, msgspec.to_builtins(options))


HANDLERS = [solve_table, solver_hint, still_winnable, rate_table, daily_deal]
