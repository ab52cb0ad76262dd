"""Test kits: what the generic test suites need to know about a game, and helpers that kits share."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .cards import Card
from .game import Action, Seat, StateT
from .places import Place

HiddenCard = Card | str
"""A card that a seat cannot see: a card on the table, or the code of one in a hand."""
COUNTS: Final = range(15)
"""Card counts to try in moves: from 0 to one more than a suit."""
_OTHER_SEED: Final = "another"
T = TypeVar("T")


class TestKit(ABC, Generic[StateT]):
    """What the generic suites need to know. The defaults suit a game that hides exactly its face-down cards."""

    __test__ = False  # not a test class, despite its name

    option_sets: ClassVar[Sequence[Mapping[str, Any]]]
    """The options to test with; together they cover every value that the rules distinguish."""
    quick_games: ClassVar[Sequence[tuple[str, Mapping[str, Any]]]] = ()
    """Seeds and options of games that end soon if every hint is followed, each in a different way."""

    easy: ClassVar[Mapping[str, Any]] = {}
    """Options with which a game is easiest to win, or ends soonest."""
    clocked: ClassVar[Sequence[Mapping[str, Any]]] = ()
    """Options with which a clock runs, the shortest time first; empty if there are none."""
    clauses: ClassVar[Sequence[str]] = ()
    """The ids of all clauses in docs/rules/<game>.md; each must be named by a test."""

    @property
    def playthrough_sets(self) -> Sequence[Mapping[str, Any]]:
        """The option sets in tests/playthroughs; choose a covering subset if there are more than a dozen."""
        return self.option_sets

    def seed(self, number: int) -> str:
        """Return the seed number `number`, from 0 on."""
        return str(number)

    @abstractmethod
    def every_action(self, seat: Seat) -> Iterable[Action]:
        """Return every well-formed action of a seat, legal or not, including places out of range and others' piles."""

    def lap(self, seat: Seat) -> Sequence[Action]:
        """Return a cycle of actions that every deal with the `easy` options allows; empty in most games.

        Once through the stock, for example: the suites use it to play games of any length.
        """
        return ()

    def essence(self, action: Action) -> Action:
        """Return `action` without advisory fields: two actions with the same essence are the same move."""
        return action

    def hidden(self, state: StateT, seat: Seat | None) -> Sequence[HiddenCard]:
        """Return the cards that `seat` (None: a watcher) cannot see, always in the same order of places."""
        return [card for card in cards_in(state) if card.face_down]

    def with_hidden(self, state: StateT, seat: Seat | None, cards: Sequence[HiddenCard]) -> StateT:
        """Return `state` with other cards, and another seed, where `hidden` found its cards."""
        return with_face_down(state, cards)

    def secrets(self, state: StateT, seat: Seat | None) -> Collection[str]:
        """Return the ids of cards that nothing sent to `seat` may name."""
        return hidden_ids(self.hidden(state, seat))

    def asks_for_hidden(self, state: StateT, action: Action) -> bool:
        """Return whether the refusal of `action` depends on a hidden card."""
        return False

    def remembered(self, state: StateT) -> object:
        """Return what a state stores about earlier positions as hashes, which `rearranged` cannot change."""
        return None

    def rearranged(self, state: StateT, seat: Seat | None, random: Random, kept: Collection[str] = ()) -> StateT:
        """Return `state` with the cards that `seat` cannot see reshuffled; the ids in `kept` stay in place."""
        hidden = list(self.hidden(state, seat))
        free = [place for place, card in enumerate(hidden) if card_id(card) not in kept]
        fresh = list(hidden)
        for place, other in zip(free, random.sample(free, len(free)), strict=True):
            fresh[place] = hidden[other]
        return self.with_hidden(state, seat, fresh)


def combinations(**choices: Sequence[Any]) -> list[dict[str, Any]]:
    """Return every combination of option values."""
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


def clause_ids(prefix: str, *numbers: range) -> list[str]:
    """Return the ids of clauses, such as `AB-07`."""
    return [f"{prefix}-{number:02d}" for some in numbers for number in some]


def places(columns: int, foundations: int) -> list[Place]:
    """Return every place of a table, and one beyond each end."""
    tableau = [Place("tableau", index) for index in range(-1, columns + 1)]
    return [Place("stock"), Place("waste"), *tableau, *(Place("foundation", i) for i in range(-1, foundations + 1))]


def card_id(card: HiddenCard) -> str:
    """Return the id that distinguishes a card from all others."""
    return card if isinstance(card, str) else card.card_id


def hidden_ids(cards: Iterable[HiddenCard]) -> set[str]:
    """Return the ids of `cards`."""
    return set(map(card_id, cards))


def cards_in(node: object) -> Iterator[Card]:
    """Yield every card of a state, in the order of its fields and piles."""
    if isinstance(node, Card):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from cards_in(item)
    elif isinstance(node, Struct):
        for field in msgspec.structs.fields(node):
            yield from cards_in(getattr(node, field.name))


def with_face_down(state: T, cards: Iterable[HiddenCard]) -> T:
    """Return `state` with `cards` in the places of its face-down cards, in their order, and with another seed."""
    return _filled(state, iter(cards))  # type: ignore[no-any-return]


def _filled(node: Any, hidden: Iterator[HiddenCard]) -> Any:
    if isinstance(node, Card):
        return next(hidden) if node.face_down else node
    if isinstance(node, tuple):
        return tuple(_filled(item, hidden) for item in node)
    if isinstance(node, Struct):
        changed = {field.name: _filled(getattr(node, field.name), hidden) for field in msgspec.structs.fields(node)}
        if "seed" in changed:
            changed["seed"] = _OTHER_SEED
        return replace(node, **changed)
    return node
