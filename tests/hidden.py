"""Other arrangements of what a seat cannot see: the views of all of them must be the same bytes."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from positions import kit_of
from saloon.core.errors import Rejected
from saloon.core.game import Seat
from saloon.core.testkit import hidden_ids
from saloon.games import GAMES


def rearranged(name: str, state: Any, seat: Seat | None, random: Random) -> Any:
    """Return `state` with the cards that `seat` cannot see dealt out again over their possible places."""
    return kit_of(name).rearranged(state, seat, random)


def lookalikes(
    name: str, state: Any, receiver: Seat | None, step: Callable[[Any], Any], random: Random, tries: int
) -> Iterator[Any]:
    """Yield other states that look the same to `receiver`, now and after `step`: what it turns up stays in place."""
    kit, game = kit_of(name), GAMES[name]
    after = step(state)
    turned_up = hidden_ids(kit.hidden(state, receiver)) - hidden_ids(kit.hidden(after, receiver))
    for _ in range(tries):
        other = kit.rearranged(state, receiver, random, kept=turned_up)
        try:
            other_after = step(other)
        except Rejected:
            continue  # a hand that lacks the card, or follows suit where the real one did not
        same_end = game.outcome(other_after) == game.outcome(after)
        if same_end and kit.remembered(other_after) == kit.remembered(after):
            yield other
