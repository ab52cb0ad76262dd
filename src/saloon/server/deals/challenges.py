"""Daily challenges: three deals a day for each solitaire, medals and streaks for winning them, and a comparison.

Only clean wins count, those without the solver's help. A past day can still be won, but does not prolong a streak.
"""

from collections import Counter, OrderedDict
from collections.abc import Sequence
from datetime import date
from statistics import median_low
from typing import Final, Literal

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted
from saloon.core.records import GameRecord
from saloon.games import GAMES
from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import Requester
from saloon.server.solving.solver_pool import SolverPool
from saloon.server.tables.new_table import NewTable
from saloon.server.tables.seating import Seated, Seating
from saloon.solver import solved_games
from saloon.solver.deals import CHALLENGE_LEVELS, challenges
from saloon.solver.solve import read_chosen
from saloon.store import Store
from saloon.store.daily import DailyStore
from saloon.store.records import DailyTable

from .daily import FIRST_DAY, DailyState, asked_day, day_of, state_of, streak_of, today

ChallengeLevel = Literal["easy", "normal", "hard"]
Medal = Literal["bronze", "silver", "gold"]
_MEDALS: Final[tuple[Medal, ...]] = ("bronze", "silver", "gold")
"""By how many challenges of a day were won."""
_COMPARED: Final = 5_000
"""Won games that are compared, the first ones: lost ones are no way to crowd them out."""
_FRESH: Final = 10_000
"""Milliseconds for which a comparison is cached."""
_KEPT: Final = 500


class ChallengeDay(Struct, frozen=True, rename="camel"):
    """A player's day with a game's challenges, by difficulty."""

    day: str
    easy: DailyState
    normal: DailyState
    hard: DailyState
    medal: Medal | None


class ChallengeMonth(Struct, frozen=True, rename="camel"):
    """A month of a player's challenges: the days on which they played, and their wins in all months."""

    game: str
    month: str
    first: str
    """The first day that has challenges."""
    today: str
    days: list[ChallengeDay]
    medals: dict[Medal, int]
    won: int
    """Challenges won."""
    streak: int
    """Days in a row, up to today or yesterday, on which a challenge of that day was won."""


class ChallengeFigures(Struct, frozen=True, rename="camel"):
    """How long a win took."""

    milliseconds: int
    moves: int


class ChallengeComparison(Struct, frozen=True, rename="camel"):
    """How all players did on a challenge: the first clean win of each."""

    players: int
    """Players who finished it."""
    won: int
    """Players who won it."""
    best: ChallengeFigures | None
    """The shortest time and the fewest moves, perhaps by two players."""
    median: ChallengeFigures | None
    own: ChallengeFigures | None
    """The caller's first clean win."""
    slower: int
    """Players who needed more time than the caller."""
    longer: int
    """Players who needed more moves than the caller."""


class _Results(Struct, frozen=True):
    read_at: int
    players: int
    wins: dict[str, ChallengeFigures]


class Challenges:
    """Finds the deals of challenges, opens their tables, and counts wins."""

    def __init__(self, store: Store, solver_pool: SolverPool, seating: Seating) -> None:
        self._daily = DailyStore(store)
        self._solver_pool = solver_pool
        self._seating = seating
        self._results: OrderedDict[tuple[str, str, str], _Results] = OrderedDict()

    async def month(self, player_id: str, game: str, month: str | None) -> ChallengeMonth:
        """Return a player's month with a game; this month by default."""
        _check_game(game)
        shown = today().isoformat()[:7] if month is None else read_month(month)
        tables = [one for one in await self._daily.challenge_tables(player_id) if one.game == game]
        days = _days(tables)
        won_in_time = {one.day[:10] for one in tables if state_of(one) == "won" and day_of(one) == one.day[:10]}
        medals = Counter(day.medal for day in days if day.medal is not None)
        return ChallengeMonth(
            game=game,
            month=shown,
            first=FIRST_DAY.isoformat(),
            today=today().isoformat(),
            days=[day for day in days if day.day.startswith(shown)],
            medals={medal: medals[medal] for medal in _MEDALS},
            won=sum((1 + _MEDALS.index(medal)) * count for medal, count in medals.items()),
            streak=streak_of(won_in_time, today()),
        )

    async def medals_of(self, player_id: str) -> dict[Medal, int]:
        """Return a player's medals in all games."""
        tables = await self._daily.challenge_tables(player_id)
        by_game = [[one for one in tables if one.game == game] for game in {one.game for one in tables}]
        medals = Counter(day.medal for some in by_game for day in _days(some) if day.medal is not None)
        return {medal: medals[medal] for medal in _MEDALS}

    async def play(
        self, player_id: str, game: str, day: str, level: ChallengeLevel, *, address: str, requester: Requester
    ) -> Seated:
        """Return the player's unfinished table of a challenge, or open one."""
        _check_game(game)
        when = past_day(day)
        mark = f"{when.isoformat()}/{level}"
        seed = (await self._deals(game, when, requester))[level]
        new_table = NewTable(game, msgspec.to_builtins(read_chosen(game, None)), seed)
        return await self._seating.open_once(
            player_id, new_table, lambda: self._unfinished(player_id, game, mark), address=address, requester=requester
        )

    async def _unfinished(self, player_id: str, game: str, mark: str) -> str | None:
        """Return the player's unfinished table of a challenge."""
        tables = await self._daily.challenge_tables(player_id)
        found = (one.table_id for one in tables if (one.game, one.day) == (game, mark) and one.status != "finished")
        return next(found, None)

    async def compare(self, player_id: str | None, game: str, day: str, level: ChallengeLevel) -> ChallengeComparison:
        """Return how all players did on a challenge."""
        _check_game(game)
        when = past_day(day).isoformat()
        finished_at = 0 if player_id is None else await self._last_finish(player_id, game, f"{when}/{level}")
        results = await self._read(game, when, level, since=finished_at)
        own = None if player_id is None else results.wins.get(player_id)
        times = [one.milliseconds for one in results.wins.values()]
        moves = [one.moves for one in results.wins.values()]
        return ChallengeComparison(
            players=results.players,
            won=len(times),
            best=ChallengeFigures(min(times), min(moves)) if times else None,
            median=ChallengeFigures(median_low(times), median_low(moves)) if times else None,
            own=own,
            slower=0 if own is None else sum(one > own.milliseconds for one in times),
            longer=0 if own is None else sum(one > own.moves for one in moves),
        )

    async def _last_finish(self, player_id: str, game: str, mark: str) -> int:
        """Return when a player last finished a challenge; 0 if never."""
        tables = await self._daily.challenge_tables(player_id)
        return max((one.finished_at or 0 for one in tables if (one.game, one.day) == (game, mark)), default=0)

    async def _read(self, game: str, day: str, level: str, *, since: int) -> _Results:
        """Return all results, cached briefly but never from before `since`, so that players find their own."""
        key = (game, day, level)
        known = self._results.pop(key, None)
        if known is None or wall_clock() - known.read_at >= _FRESH or known.read_at <= since:
            read_at = wall_clock()
            found = await self._daily.challenge_wins(game, day, level, _COMPARED)
            known = _Results(read_at, await self._daily.challenge_players(game, day, level), _first_wins(found))
        self._results[key] = known
        if len(self._results) > _KEPT:
            self._results.popitem(last=False)
        return known

    async def _deals(self, game: str, day: date, requester: Requester) -> dict[str, str]:
        """Return the seeds of a day. Today's never wait for other searches; any other is the requester's own."""
        seeds = await self._daily.challenge_deals(game, day.isoformat())
        if not seeds:
            asking = None if day == today() else requester
            seeds = await self._solver_pool.ask(asking, challenges, game, day, key=("challenges", game, day))
            await self._daily.keep_challenge_deals(game, day.isoformat(), seeds)
        return seeds


def _first_wins(results: Sequence[tuple[str, GameRecord]]) -> dict[str, ChallengeFigures]:
    wins: dict[str, ChallengeFigures] = {}
    for player, record in results:
        if record.clean_win:
            wins.setdefault(player, ChallengeFigures(record.milliseconds, record.move_count))
    return wins


def _days(tables: Sequence[DailyTable]) -> list[ChallengeDay]:
    """Return the days on which a player did something with a challenge, in order."""
    order: tuple[DailyState, ...] = ("new", "begun", "played", "wonAssisted", "won")
    best: dict[str, dict[str, DailyState]] = {}
    for one in tables:
        day, _, level = one.day.partition("/")
        if level not in CHALLENGE_LEVELS:
            continue
        states, state = best.setdefault(day, {}), state_of(one)
        states[level] = max(states.get(level, "new"), state, key=order.index)
    found = []
    for day, states in sorted(best.items()):
        won = sum(states.get(level) == "won" for level in CHALLENGE_LEVELS)
        easy, normal, hard = (states.get(level, "new") for level in CHALLENGE_LEVELS)
        found.append(ChallengeDay(day, easy, normal, hard, _MEDALS[won - 1] if won else None))
    return found


def _check_game(game: str) -> None:
    if GAMES[game].name not in solved_games():
        raise Refused("NO_CHALLENGES", f"{game} has no daily challenges; only solitaires with a solver have them")


def past_day(text: str) -> date:
    """Return a day whose challenges can be played; refuse any other."""
    day = asked_day(text)
    if day > today():
        raise BadInput(f"the challenges of {day.isoformat()} are not open yet", "BAD_DATE")
    return day


def read_month(text: str) -> str:
    """Return a month such as 2026-01, or refuse what is none."""
    try:
        return date.fromisoformat(f"{text}-01").isoformat()[:7]
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a month; write it as 2026-01", "BAD_DATE") from None
