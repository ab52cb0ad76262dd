"""The strongest bot of Klondike: it searches after every step in many sampled deals of the hidden cards."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final
from zlib import crc32

import msgspec

from saloon.core.bots import Bot
from saloon.core.game import Action, Game
from saloon.core.solver import MEGABYTE, Budget, Limits
from saloon.games.klondike import rules
from saloon.games.klondike.solver import KlondikeReplay, KlondikeSolver, position_of
from saloon.games.klondike.state import AutoComplete, FoundationMove, Options, State
from saloon.games.klondike.view import View
from saloon.games.klondike.view import view as view_of
from saloon.search.positions import Effort, hidden_in

from .facts import UNKNOWN, known
from .seats import SamplerSeat, draw_or_pass
from .worlds import KlondikeSampler

_CERTAIN: Final = Limits(states=400_000, seconds=None, memory=64 * MEGABYTE)
"""Limits of the search once at most one card is unseen."""


class DeterminizationSeat(Bot):
    """A bot that does not peek. With unlimited redeals it first looks through the stock, which costs nothing.

    With few redeals `other` plays until all of the stock was seen.
    """

    remembers = True

    def __init__(self, game: Game[State, Options], seed: str, effort: Effort, other: SamplerSeat) -> None:
        self._seed = seed
        self._effort = effort
        self._other = other
        self._sampler = KlondikeSampler(game.rules_version)
        self._line: deque[tuple[View, Action]] = deque()
        """The actions to come, each with the view in which it was planned."""
        self._answered: tuple[View, Action] | None = None

    def watch(self, view: View) -> None:
        """Remember the order of the stock."""
        self._sampler.watch(view)
        self._other.watch(view)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the next action towards what wins in most worlds; the same view gives the same action."""
        self.watch(view)
        if self._answered is None or self._answered[0] != view:
            self._answered = view, self._next(view, legal)
        return self._answered[1]

    def _next(self, view: View, legal: Sequence[Action]) -> Action:
        if AutoComplete() in legal:
            return AutoComplete()
        if UNKNOWN in known(view, self._sampler.coming).talon:
            return draw_or_pass(legal) if view.redeals_left is None else self._other.choose(view, legal)
        if not self._line or self._line[0][0] != view:
            self._line = deque(self._planned(view))
        if not self._line:
            self.gave_up = True
            return draw_or_pass(legal)
        return _named(self._line.popleft()[1], legal)

    def _planned(self, view: View) -> Iterable[tuple[View, Action]]:
        """Return the actions until a card is turned or played from the stock; all of them if no card is unknown."""
        from saloon.search.determinization import best_step

        facts = known(view, self._sampler.coming)
        world = self._sampler.worlds(view, 1, self._seed)[0]
        actions: Sequence[Action]
        if len(facts.unseen) <= 1:
            answer, actions = KlondikeSolver().search(world, Budget(_CERTAIN))
            if answer == "unwinnable":
                return
        if len(facts.unseen) > 1 or answer == "unknown":
            key = crc32(self._seed.encode() + msgspec.json.encode(facts))
            step = best_step(position_of(world), hidden_in(world.tableau), key, self._effort)
            actions = KlondikeReplay(rules, world).moves(step)
        for action in actions:
            yield view_of(world, 0), action
            world = rules.apply(world, 0, action)


def _named(action: Action, legal: Sequence[Action]) -> Action:
    """Return the matching legal action: a move to a foundation may leave open which one."""
    if isinstance(action, FoundationMove):
        return next(one for one in legal if isinstance(one, FoundationMove) and one.source == action.source)
    return action
