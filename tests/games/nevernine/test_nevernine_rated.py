"""Which matches of Never Nine count for ratings."""

from random import Random
from typing import Any

import pytest

from saloon.table import Table
from saloon.table.rated import match_note


def note(table: Table, *, left: bool = False) -> Any:
    return match_note(table, seeded=False, left=left)


def played(limit: int, seats: tuple[str, ...], rounds: int | None = None) -> Table:
    """A match of Never Nine by chance, to its end or until a round has been played."""
    table = Table.deal("nevernine", seed="7", seats=seats, options={"limit": limit})
    random = Random(1)
    while table.outcome is None and (rounds is None or table.state.round <= rounds):
        turn = table.state.turn
        table.act(turn, random.choice(table.moves(turn)))
    return table


@pytest.mark.parametrize(("limit", "expected"), [(1, "MATCH_TOO_SHORT"), (10, None)])
def test_never_nine_between_people_must_outlast_the_first_round(limit: int, expected: str | None) -> None:
    people = played(limit, ("human", "bot", "human", "bot"))
    assert (people.state.round == 1) == (expected is not None)
    assert note(people) == expected
    assert note(played(limit, ("human", "bot", "bot", "bot"))) is None


def test_leaving_never_nine_in_the_first_round_is_not_rated() -> None:
    people = ("human",) * 4
    assert note(played(100, people, rounds=0), left=True) == "MATCH_TOO_SHORT"
    assert note(played(100, people, rounds=1), left=True) == "MATCH_LEFT"
