"""A bot for solitaires: it deals out the hidden cards at random, solves each such world and follows a winning line.

This is known as hindsight optimization. A game's subclass reads its views.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct

from saloon.core.bots import Bot, GreedySeat
from saloon.core.cards import Card, Hidden, Pile, Shown
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.core.sampling import Sampler
from saloon.core.solver import MEGABYTE, Limits

NO_SEED: Final = "0"
"""The seed of sampled worlds, which were not dealt from a seed."""
_MEMORY: Final = 64 * MEGABYTE
_MOST_DRAWS: Final = 52


class Effort(Struct, frozen=True):
    """How much the bot thinks. Work is counted, not timed, so the same inputs and seed give the same choice."""

    worlds: int
    """How often it deals out the hidden cards."""
    states: int
    """Positions that the solver may visit in each world."""


class Known(Struct, frozen=True):
    """What the bot knows about a table: its columns, the unseen cards, and how to build a world from them."""

    columns: tuple[Shown, ...]
    unseen: tuple[Card, ...]
    """Cards that may be hidden in the columns; more than fit there, if some may be in the stock."""
    world: Callable[[Sequence[Card]], Any]
    """Returns the position with the unseen cards, in this order, in the columns and then in the stock."""

    @property
    def hidden(self) -> int:
        """How many cards in the columns are hidden."""
        return sum(isinstance(card, Hidden) for column in self.columns for card in column)


Line = tuple[Action, ...]
"""The actions until the next hidden card is turned, without draws, which are added when needed."""


class SamplingSeat(Bot):
    """A bot that does not peek: it solves worlds that it deals out itself.

    It first looks through the stock if the rules allow that. It plans again only after a card was turned, so every plan
    ends with one hidden card fewer, and it never goes in circles.
    """

    remembers = True
    draw: ClassVar[Action | None] = None
    """The action that draws the next card of a stock with unlimited passes."""

    def __init__(self, game: AnyGame, seed: str, effort: Effort) -> None:
        self._game = game
        self._seed = seed
        self._effort = effort
        self._greedy = GreedySeat(game, seed)
        self._seen: frozenset[str] = frozenset()
        self._line: Line = ()
        self._drawn = 0
        """Draws since the last other action."""
        self._answered: tuple[Any, Action] | None = None

    @abstractmethod
    def known(self, view: Any, seen: frozenset[str]) -> Known:
        """Return what is known from a view and the cards seen before."""

    @abstractmethod
    def columns(self, world: Any) -> Sequence[Pile]:
        """Return the columns of a position."""

    def passing(self, view: Any) -> Sequence[Card]:  # noqa: ARG002 - without a stock nothing goes out of sight
        """Return the visible cards that may become hidden again."""
        return ()

    def watch(self, view: Any) -> None:
        """Remember which cards were seen."""
        self._seen |= {card.card_id for card in self.passing(view)}

    def known_from(self, view: Any) -> Known:
        """Return what is known from a view and from those before it."""
        self.watch(view)
        return self.known(view, self._seen)

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """Return the next action of the line, or a hint if no line is known; the same view gives the same action."""
        if self._answered is None or self._answered[0] != view:
            self._answered = view, self._next(view, legal)
        return self._answered[1]

    def _next(self, view: Any, legal: Sequence[Action]) -> Action:
        known = self.known_from(view)
        draw = self.draw if self.draw in legal else None
        if draw is not None and known.hidden and len(known.unseen) > known.hidden:
            return draw
        if not self._can_go_on(legal):
            self._line, self._drawn = self._planned(known), 0
        if not self._can_go_on(legal):
            action = self._greedy.choose(view, legal)
            self.gave_up = self._greedy.gave_up
            return action
        if draw is not None and self._line[0] not in legal:
            self._drawn += 1
            return draw
        self._drawn = 0
        action, self._line = self._line[0], self._line[1:]
        return action

    def _can_go_on(self, legal: Sequence[Action]) -> bool:
        """Whether the next action of the line is possible now or after drawing."""
        return bool(self._line) and (self._line[0] in legal or (self.draw in legal and self._drawn <= _MOST_DRAWS))

    def _planned(self, known: Known) -> Line:
        """Return the shortest line that begins as in most worlds, judged by the column whose card is turned first."""
        solver = self._game.solver()
        assert solver is not None, f"{self._game.name} has no solver"
        limits = Limits(states=self._effort.states, seconds=None, memory=_MEMORY)
        random = Random(self._seed + msgspec.json.encode([known.columns, known.unseen]).decode())
        lines: dict[int | None, list[Line]] = {}
        for _ in range(self._effort.worlds if known.hidden else 1):
            unseen = list(known.unseen)
            random.shuffle(unseen)
            world = known.world(unseen)
            actions = solver.verdict(self._game, world, limits).actions
            if actions:
                column, line = self._until_a_card_is_turned(world, actions)
                lines.setdefault(column, []).append(line)
        favoured = max(lines.values(), key=lambda same: len(same), default=[])
        return min(favoured, key=lambda line: len(line), default=())

    def _until_a_card_is_turned(self, world: Any, actions: Sequence[Action]) -> tuple[int | None, Line]:
        """Return the column of the first card that a line turns, and the line up to that point without draws."""
        line: list[Action] = []
        hidden = self._hidden(world)
        for action in actions:
            world = self._game.apply(world, 0, action)
            if action != self.draw:
                line.append(action)
            now = self._hidden(world)
            if now != hidden:
                turned = next(number for number, count in enumerate(now) if count != hidden[number])
                return turned, tuple(line)
        return None, tuple(line)

    def _hidden(self, world: Any) -> list[int]:
        return [sum(card.face_down for card in column) for column in self.columns(world)]


class SeatSampler(Sampler[Any]):
    """Deals out the hidden cards as such a bot does."""

    def __init__(self, seat: SamplingSeat) -> None:
        self._seat = seat

    def watch(self, view: Any) -> None:
        """Remember which cards were seen."""
        self._seat.watch(view)

    def worlds(self, view: Any, count: int, seed: str) -> Sequence[Any]:
        """Return positions with the unseen cards in random order."""
        known, random = self._seat.known_from(view), Random(seed)
        unseen = known.unseen
        return [known.world(random.sample(unseen, len(unseen))) for _ in range(count if unseen else 1)]


def card_ids(piles: Sequence[Shown]) -> set[str]:
    """Return the visible cards of some piles."""
    return {card.card_id for pile in piles for card in pile if isinstance(card, Card)}


def filled(columns: Sequence[Shown], unseen: Iterator[Card]) -> tuple[Pile, ...]:
    """Return the columns with unseen cards in the hidden places."""
    return tuple(
        tuple(card if isinstance(card, Card) else next(unseen).down() for card in column) for column in columns
    )
