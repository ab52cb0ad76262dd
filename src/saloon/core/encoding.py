"""Encodings: a game's actions and views as numbers, for programs that learn. An encoding reads nothing but views."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final

from msgspec import Struct

from .cards import REMEMBERED, SUITS, Card, Hidden, Shown
from .game import Action, Seat

LARGEST: Final = 2**15 - 1
"""The largest number of an observation, whose numbers have 16 bits; larger ones are cut off."""
NO_CARD: Final = 0
FACE_DOWN: Final = 1
CARD_NUMBERS: Final = 53
"""The highest number of a card."""


class Feature(Struct, frozen=True):
    """A part of an observation: `size` numbers from `lowest` to `highest`."""

    name: str
    size: int
    highest: int
    read: Callable[[Any], Sequence[int]]
    """Returns the numbers for a view."""
    lowest: int = 0


class Encoding(ABC):
    """How the actions and views of a game become numbers."""

    features: ClassVar[Sequence[Feature]]
    """The parts of an observation, in order."""
    ticks: ClassVar[bool] = False
    """Whether seats act at the same time, so that an environment plays in ticks and a seat may wait."""

    @abstractmethod
    def actions(self, seat: Seat) -> Sequence[Action]:
        """Return every action that a seat can ever have; its place is its number, the same for all seats."""

    def listed(self, action: Action) -> Action:
        """Return the form in which `actions` lists a legal action; without fields that are only advice."""
        return action

    @abstractmethod
    def points(self, view: Any) -> Sequence[int]:
        """Return the points of each seat so far, for a watcher's view; more is better."""

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(feature.size for feature in self.features)

    @property
    def slices(self) -> Mapping[str, slice]:
        """Where each feature is in an observation."""
        ends = [sum(feature.size for feature in self.features[: place + 1]) for place in range(len(self.features))]
        return {one.name: slice(end - one.size, end) for one, end in zip(self.features, ends, strict=True)}

    def observe(self, view: Any) -> list[int]:
        """Return the observation for a seat's view."""
        numbers: list[int] = []
        for feature in self.features:
            numbers += feature.read(view)
        return numbers


def card_number(card: Card | Hidden | None) -> int:
    """Return the number of a card: 0 for none, 1 face-down, then clubs, diamonds, hearts and spades from the ace up."""
    if card is None:
        return NO_CARD
    return FACE_DOWN if isinstance(card, Hidden) else 2 + 13 * SUITS.index(card.suit) + card.rank - 1


@lru_cache(REMEMBERED)
def pile_numbers(pile: Shown, room: int) -> Sequence[int]:
    """Return the cards of a pile, the bottom first, filled up with zeros to `room` numbers."""
    return (*map(card_number, pile), *(NO_CARD,) * (room - len(pile)))


def piles(name: str, count: int, room: int, read: Callable[[Any], Sequence[Shown]]) -> Feature:
    """Return a feature with the cards of `count` piles, each with `room` numbers."""

    def numbers(view: Any) -> Sequence[int]:
        return [one for pile in read(view) for one in pile_numbers(pile, room)]

    return Feature(name, count * room, CARD_NUMBERS, numbers)


def number(name: str, highest: int, read: Callable[[Any], int], lowest: int = 0) -> Feature:
    """Return a feature with one number, cut off at its bounds."""
    return Feature(name, 1, highest, lambda view: (min(max(read(view), lowest), highest),), lowest)
