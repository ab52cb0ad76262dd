"""How does a demonstration decide that asks the solver? It follows a line that wins in most worlds it can think of."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from saloon.core.bots import Bot, GreedySeat
from saloon.core.cards import Card
from saloon.core.game import Action, Game
from saloon.games.meridian.state import Draw
from saloon.solver import Limits, solve

from .facts import Known, Table

_MEMORY = 64 << 20


class Plan(Struct, frozen=True):
    """How the player thinks. Work is counted, so the same inputs and seed give the same choice."""

    worlds: int
    """How often it deals out the hidden cards."""
    states: int
    """Positions that the solver may meet in each."""


Line = tuple[Action, ...]
"""What to do until the next hidden card is turned, draws left out: the cards that they bring are drawn for."""


class HindsightSeat(Bot):
    """A player without peeking: what it solves are deals of its own.

    Where a stock may be looked through, it does so first. It plans anew only when a card was turned, so every plan
    ends with a card less that is hidden, and nothing goes in a circle.
    """

    remembers = True

    def __init__(self, game: Game[Any, Any], seed: str, plan: Plan, table: Table) -> None:
        self._game = game
        self._seed = seed
        self._plan = plan
        self._table = table
        self._greedy = GreedySeat(game, seed)
        self._seen: frozenset[str] = frozenset()
        self._line: Line = ()
        self._drawn = 0
        """Draws since the last other action."""
        self._answered: tuple[Any, Action] | None = None

    def watch(self, view: Any) -> None:
        """Remember which cards were seen: in Meridian the waste goes back into the stock."""
        waste: Sequence[Card] = getattr(view, "waste", ())
        self._seen |= {card.card_id for card in waste}

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """Return the next action of the line, or what a hint would say if no line is known; asked again, the same."""
        if self._answered is None or self._answered[0] != view:
            self._answered = view, self._next(view, legal)
        return self._answered[1]

    def _next(self, view: Any, legal: Sequence[Action]) -> Action:
        self.watch(view)
        known = self._table(view, self._seen)
        if known.hidden and len(known.unseen) > known.hidden and Draw() in legal:
            return Draw()
        if not self._can_go_on(legal):
            self._line, self._drawn = self._planned(known), 0
        if not self._can_go_on(legal):
            action = self._greedy.choose(view, legal)
            self.gave_up = self._greedy.gave_up
            return action
        if self._line[0] not in legal:
            self._drawn += 1
            return Draw()
        self._drawn = 0
        action, self._line = self._line[0], self._line[1:]
        return action

    def _can_go_on(self, legal: Sequence[Action]) -> bool:
        """Whether the next action of the line is possible, or may become so by drawing."""
        return bool(self._line) and (self._line[0] in legal or (Draw() in legal and self._drawn <= 52))

    def _planned(self, known: Known) -> Line:
        """Return how most worlds are begun, judged by the column whose card is turned first; the shortest such way."""
        random = Random(self._seed + msgspec.json.encode([known.columns, known.unseen]).decode())
        lines: dict[int | None, list[Line]] = {}
        for _ in range(self._plan.worlds if known.hidden else 1):
            unseen = list(known.unseen)
            random.shuffle(unseen)
            world = known.world(unseen)
            limits = Limits(states=self._plan.states, seconds=None, memory=_MEMORY)
            actions = solve(self._game.name, state=world, limits=limits).actions
            if actions:
                column, line = self._until_a_card_is_turned(world, actions)
                lines.setdefault(column, []).append(line)
        favoured = max(lines.values(), key=lambda same: len(same), default=[])
        return min(favoured, key=lambda line: len(line), default=())

    def _until_a_card_is_turned(self, world: Any, actions: Sequence[Action]) -> tuple[int | None, Line]:
        """Return the column of the first card that a line turns, and the line up to there without its draws."""
        line: list[Action] = []
        hidden = _hidden(world)
        for action in actions:
            world = self._game.apply(world, 0, action)
            if not isinstance(action, Draw):
                line.append(action)
            now = _hidden(world)
            if now != hidden:
                turned = next(number for number, count in enumerate(now) if count != hidden[number])
                return turned, tuple(line)
        return None, tuple(line)


def _hidden(world: Any) -> list[int]:
    columns = getattr(world, "board", world).tableau
    return [sum(card.face_down for card in column) for column in columns]
