"""The states of the page that are worth a look.

A state is a function that takes a stage, which has a guest and opens tables as the kit of a game says. It raises
`NotThere` if the page has no such state (yet). To add a state, write a function in `states_at_tables.py` or
`states_around.py` and decorate it.
"""

from collections.abc import Iterator

from web.pagekit import NAMES
from web.stage import State
from web.states_around import AROUND
from web.states_at_tables import AT_TABLES


def states() -> Iterator[State]:
    """Yield all states: `lobby`, `early-<game>`, …"""
    for name, reach in AROUND.items():
        yield State(name, "", reach)
    for game in NAMES:
        for name, reach in AT_TABLES.items():
            yield State(f"{name}-{game}", game, reach)
