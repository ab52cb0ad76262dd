"""Random positions of any game: options, a seed and random legal play, all chosen by Hypothesis."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from saloon.core.game import Action, Seat, supported_options
from saloon.core.options import read_options
from saloon.core.registry import AnyGame
from saloon.core.testkit import TestKit
from saloon.games import GAMES

KITS = {game.name: kit for game in GAMES if (kit := game.test_kit()) is not None}
"""The test kits of the games that have one."""


def is_ours(game: AnyGame) -> bool:
    """Whether a game is part of this distribution, not a plug-in that happens to be installed."""
    return type(game).__module__.startswith("saloon.games.")


def kit_of(name: str) -> TestKit[Any]:
    """Return the test kit of a game."""
    assert name in KITS, f"{name} has no test kit, so no suite can test it: see core/testkit.py"
    return KITS[name]


def option_sets(name: str, *, between_people: bool = False) -> list[dict[str, Any]]:
    """Return the option sets of a game; a server refuses weak deals between people."""
    weak = GAMES[name].weak_options if between_people else {}
    sets = map(dict, kit_of(name).option_sets)
    return [options for options in sets if not any(options[key] == value for key, value in weak.items())]


class Position(Struct, frozen=True):
    """A state somewhere in a game, and one seat to look at it from."""

    game: Any
    state: Any
    seat: Seat

    @property
    def legal(self) -> Sequence[Action]:
        """What the seat may do."""
        legal: Sequence[Action] = self.game.legal(self.state, self.seat)
        return legal


def seeds(name: str) -> st.SearchStrategy[str]:
    """Seeds that the game called `name` can be dealt from."""
    return st.integers(0, 2**53 - 1).map(kit_of(name).seed)


def play(game: AnyGame, state: Any, random: Random, steps: int) -> Iterator[tuple[Any, Seat, Action]]:
    """Yield (state, seat, action) of random legal play; nobody gives up, for that would end every game at once."""
    for _ in range(steps):
        seats = [seat for seat in game.seats if useful(game, state, seat)]
        if not seats:
            return
        seat = random.choice(seats)
        action = random.choice(useful(game, state, seat))
        yield state, seat, action
        state = game.apply(state, seat, action)


def useful(game: AnyGame, state: Any, seat: Seat) -> list[Action]:
    """Return what a seat may do but give up."""
    return [action for action in game.legal(state, seat) if action.kind not in game.giving_up]


def rulebooks(name: str, options: Mapping[str, Any]) -> list[AnyGame]:
    """Return every rules version of a game that supports `options`, the newest first."""
    versions = reversed(GAMES.versions(name))
    return [game for game in versions if game.supports(read_options(name, game.options, options))]


@st.composite
def positions(draw: st.DrawFn, /, name: str, most: int = 150, **fixed: Any) -> Position:
    """A position of the game called `name` after up to `most` random actions, with some options fixed if wished."""
    sets = [options for options in option_sets(name) if all(options[key] == value for key, value in fixed.items())]
    options = draw(st.sampled_from(sets))
    game = draw(st.sampled_from(rulebooks(name, options)))
    state = game.deal(draw(seeds(name)), supported_options(game, options))
    steps = draw(st.integers(0, most))
    random = Random(draw(st.integers(0, 2**32)))
    for before, seat, action in play(game, state, random, steps):
        state = game.apply(before, seat, action)
    return Position(game, state, draw(st.sampled_from(list(game.seats))))
