"""The standings of an arena: each bot's wins, points, rating and speed, and pairwise differences."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import mean

from msgspec import Struct

from saloon.core.bots import Rating
from saloon.core.registry import AnyGame

from .arena import Played
from .figures import Estimate, ratio, share
from .ratings import NEWCOMER, places, rated


class BotStanding(Struct, frozen=True, rename="camel"):
    """One bot's results."""

    bot: str
    matches: int
    decided: int
    """Matches with a winner."""
    wins: int
    won: Estimate | None
    """Share of wins among decided matches (every played solitaire is decided)."""
    points: Estimate | None
    """Points per round; penalties if the lowest score wins."""
    rating: Rating | None
    decisions: int
    milliseconds: float
    """Average CPU time of a decision."""


class PointsDifference(Struct, frozen=True):
    """How many points per round one bot scores more than another at the same tables."""

    bot: str
    other: str
    points: Estimate


class Standings(Struct, frozen=True, rename="camel"):
    """The results of an arena."""

    matches: int
    deals: int
    unfinished: int
    reasons: dict[str, int]
    actions: int
    longest: int
    verified: int
    """Matches whose logs were verified."""
    memory: tuple[int, int]
    """Peak memory of a process in kilobytes, after a tenth of the matches and at the end."""
    bots: list[BotStanding]
    differences: list[PointsDifference]


def standings(game: AnyGame, names: Sequence[str], played: Sequence[Played]) -> Standings:
    """Return the standings after matches, which are in the order of their deals."""
    deals: dict[int, list[Played]] = defaultdict(list)
    for match in played:
        deals[match.deal].append(match)
    reasons: dict[str, int] = defaultdict(int)
    for match in played:
        reasons[match.reason or "unfinished"] += 1
    alone = len(game.seats) == 1
    found = [None] * len(names) if alone else ratings(game, len(names), played)
    together = [pair for pair in combinations(range(len(names)), 2) if any(set(pair) <= set(m.lineup) for m in played)]
    return Standings(
        matches=len(played),
        deals=len(deals),
        unfinished=sum(match.reason is None for match in played),
        reasons=dict(sorted(reasons.items())),
        actions=sum(match.actions for match in played),
        longest=max((match.actions for match in played), default=0),
        verified=sum(match.verified for match in played),
        memory=(_most_memory(played[: 1 + len(played) // 10]), _most_memory(played)),
        bots=[_standing(name, bot, found[bot], deals.values()) for bot, name in enumerate(names)],
        differences=[_difference(names, one, other, deals.values()) for one, other in together],
    )


def _most_memory(played: Sequence[Played]) -> int:
    return max((match.memory for match in played), default=0)


def _standing(name: str, bot: int, rating: Rating | None, deals: Iterable[Sequence[Played]]) -> BotStanding:
    wins, decided, points, rounds = [], [], [], []
    matches = decisions = 0
    seconds = 0.0
    for deal in deals:
        seated = [(match, seat) for match in deal for seat, who in enumerate(match.lineup) if who == bot]
        present = [match for match in deal if bot in match.lineup]
        wins.append(sum((seat in match.winners) / max(1, len(match.winners)) for match, seat in seated))
        decided.append(sum(bool(match.winners) or len(match.lineup) == 1 for match in present))
        points.append(sum(match.scores[seat] for match, seat in seated))
        rounds.append(sum(match.rounds for match, _ in seated))
        matches += len(present)
        decisions += sum(match.decisions[seat] for match, seat in seated)
        seconds += sum(match.seconds[seat] for match, seat in seated)
    return BotStanding(
        bot=name,
        matches=matches,
        decided=sum(decided),
        wins=round(sum(wins)),
        won=share(wins, decided),
        points=ratio(points, rounds),
        rating=rating,
        decisions=decisions,
        milliseconds=1000 * seconds / max(1, decisions),
    )


def _difference(names: Sequence[str], one: int, other: int, deals: Iterable[Sequence[Played]]) -> PointsDifference:
    """Compare two bots by mean points over their seats at a table, since one may have more seats than the other."""
    tops, bottoms = [], []
    for deal in deals:
        shared = [match for match in deal if one in match.lineup and other in match.lineup]
        tops.append(sum(_mean(match, one) - _mean(match, other) for match in shared))
        bottoms.append(sum(match.rounds for match in shared))
    points = ratio(tops, bottoms)
    assert points is not None, "only bots that met are compared"
    return PointsDifference(names[one], names[other], points)


def _mean(match: Played, bot: int) -> float:
    scores = [score for who, score in zip(match.lineup, match.scores, strict=True) if who == bot]
    return sum(scores) / len(scores)


def ratings(game: AnyGame, bots: int, played: Sequence[Played]) -> list[Rating]:
    """Return the ratings after all matches, in order. A bot with several seats gets their mean."""
    found = [NEWCOMER] * bots
    for match in played:
        after = rated([found[bot] for bot in match.lineup], places(game, match.winners, match.scores))
        for bot in set(match.lineup):
            own = [rating for rating, who in zip(after, match.lineup, strict=True) if who == bot]
            found[bot] = Rating(mean(one.mu for one in own), mean(one.sigma for one in own))
    return found
