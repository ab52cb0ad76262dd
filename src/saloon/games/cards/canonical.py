"""The canonical state of Cards, with numbered cards: suit 0-3, rank 0-12, id = 13 * suit + rank."""

from typing import Any, Final

from msgspec import Struct

from saloon.core.cards import Card, Pile

from .state import DECK, SUITS, State


class NumberedCard(Struct, frozen=True, rename="camel"):
    """A card by its numbers. [CA-02…CA-04]"""

    face_up: bool
    id: int
    rank: int
    suit: int


def _numbered(number: int, card: Card) -> NumberedCard:
    return NumberedCard(not card.face_down, number, card.rank - 1, SUITS.index(card.suit))


NUMBERED: Final = {card: _numbered(number, card) for number, up in enumerate(DECK) for card in (up, up.down())}
"""One object for each card and face, so that encoding a state only looks them up."""


def numbered(pile: Pile) -> tuple[NumberedCard, ...]:
    """Return the cards of `pile` by their numbers, face-down ones too."""
    return tuple([NUMBERED[card] for card in pile])


def canonical(state: State) -> dict[str, Any]:
    """Return the canonical state: everything that decides the game's future, and its seed."""
    return {
        "foundations": tuple([numbered(pile) for pile in state.foundations]),
        "options": state.options,
        "rulesVersion": state.rules_version,
        "seed": state.seed,
        "status": state.status,
        "tableau": tuple([numbered(pile) for pile in state.tableau]),
    }
