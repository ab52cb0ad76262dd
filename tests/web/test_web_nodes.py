"""What the page keeps in memory: nothing of a game that was left."""

from collections.abc import Callable

from saloon.cli.bench import _module
from samples import SOLITAIRE
from web.browsing import Guest
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]


def test_nodes_and_listeners_stay_flat_from_one_solved_game_to_the_next(visit: Visit) -> None:
    guest = visit().go()
    after_solutions = _module("_nodes").after_solutions
    first, *others = after_solutions(guest.page, guest.url, {"game": SOLITAIRE, **ONE_BY_ONE}, 3)
    assert min(others) <= first, "each game leaves something behind"
    assert min(one.listeners for one in others) <= first.listeners
