"""Simulate people who pair with each other: how long they wait, how even the matches are, and what ratings show.

    python tests/pairing_simulation.py                # the figures of docs/pairing.md
    python tests/pairing_simulation.py --players 50   # a quiet hour

Players have a known strength. They look for a match, play, rest and come back; the server's own rules
(`saloon.server.players.matching`) pair them once a second, and the server's own ratings rate the matches.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import median

from msgspec import Struct

from saloon.bots.ratings import NEWCOMER, rated
from saloon.core.bots import Rating
from saloon.server.players.matching import POINTS, Waiting, groups

SPREAD = 25 / 6
"""The standard deviation of strengths: half that of what is assumed of a newcomer."""
LUCK = 25 / 6
"""The standard deviation of how well somebody plays in one match."""


class Figures(Struct, frozen=True):
    """What a simulation shows. Waits are in seconds, differences in points."""

    matches: int
    per_player: float
    median_wait: float
    long_wait: float
    """The wait that one search in twenty exceeds."""
    rating_gap: float
    """The median difference between the strongest and the weakest rating at a table."""
    strength_gap: float
    """The same of true strengths."""
    chance_gap: float
    """The median difference of true strengths if tables were filled at random."""
    spearman: float
    """The rank correlation of true strengths and ratings, at the end."""
    unseated: int
    """Players who never got a match."""


class _Player:
    def __init__(self, name: str, strength: float, back_at: float) -> None:
        self.name, self.strength, self.back_at = name, strength, back_at
        self.rating: Rating = NEWCOMER
        self.since: int | None = None
        self.matches = 0


def simulate(
    count: int, seats: int = 2, hours: float = 8.0, seed: int = 1, play: float = 480.0, rest: float = 720.0
) -> Figures:
    """Simulate a number of hours; `match` and `rest` are average seconds."""
    random = Random(seed)
    people = [
        _Player(f"{number:05}", random.gauss(NEWCOMER.mu, SPREAD), random.uniform(0, play + rest))
        for number in range(count)
    ]
    by_name = {one.name: one for one in people}
    waits: list[float] = []
    rating_gaps: list[float] = []
    strength_gaps: list[float] = []
    queue: dict[str, _Player] = {}
    for now in range(int(hours * 3600)):
        for one in people:
            if one.since is None and one.back_at <= now:
                one.since = now
                queue[one.name] = one
        waiting = [Waiting(one.name, one.rating, 1000 * (one.since or 0)) for one in queue.values()]
        for group in groups(waiting, seats, 1000 * now):
            table = [by_name[one.player_id] for one in group]
            waits += [now - (one.since or 0) for one in table]
            rating_gaps.append(_gap([one.rating.mu for one in table]))
            strength_gaps.append(_gap([one.strength for one in table]))
            _play(table, random)
            over = now + random.expovariate(1 / play)
            for one in table:
                del queue[one.name]
                one.since, one.back_at = None, over + random.expovariate(1 / rest)
    chance = [_gap([one.strength for one in random.sample(people, seats)]) for _ in range(2_000)]
    return Figures(
        matches=len(rating_gaps),
        per_player=round(sum(one.matches for one in people) / count, 1),
        median_wait=median(waits),
        long_wait=sorted(waits)[int(0.95 * len(waits))],
        rating_gap=round(median(rating_gaps)),
        strength_gap=round(median(strength_gaps)),
        chance_gap=round(median(chance)),
        spearman=round(spearman([one.strength for one in people], [one.rating.mu for one in people]), 3),
        unseated=sum(one.matches == 0 for one in people),
    )


def _play(table: Sequence[_Player], random: Random) -> None:
    """Rate a match that the best player of the day wins; bots on free seats are left out."""
    shown = {one.name: one.strength + random.gauss(0, LUCK) for one in table}
    order = sorted(shown, key=lambda name: -shown[name])
    after = rated([one.rating for one in table], [float(order.index(one.name)) for one in table])
    for one, rating in zip(table, after, strict=True):
        one.rating = rating
        one.matches += 1


def _gap(values: Sequence[float]) -> float:
    return POINTS * (max(values) - min(values))


def spearman(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the rank correlation of two lists."""
    first, second = _ranks(left), _ranks(right)
    apart = sum((one - other) ** 2 for one, other in zip(first, second, strict=True))
    return 1 - 6 * apart / (len(left) * (len(left) ** 2 - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return ranks


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for seats in (2, 4):
        print(f"{given.players} players, {seats} seats, {given.hours:g} h")
        figures = simulate(given.players, seats, given.hours, given.seed)
        for name in figures.__struct_fields__:
            print(f"  {name:14}{getattr(figures, name)}")


if __name__ == "__main__":
    main()
