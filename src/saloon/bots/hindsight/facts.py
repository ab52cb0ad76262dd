"""What does the player know? The table as it is seen, with room for the cards that were never seen."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from saloon.core.cards import Card, Hidden, Shown, deck
from saloon.games.cards.rules import RULES_VERSION as CARDS_VERSION
from saloon.games.cards.state import DECK
from saloon.games.cards.state import State as CardsState
from saloon.games.cards.view import View as CardsView
from saloon.games.cards.view import as_cards
from saloon.games.meridian.rules import begun
from saloon.games.meridian.state import Board
from saloon.games.meridian.view import View as MeridianView

NO_SEED: Final = "0"
"""A world in a player's head was dealt from no seed."""


class Known(Struct, frozen=True):
    """A table: its columns, what lies nowhere in sight, and how a world is made of it."""

    columns: tuple[Shown, ...]
    unseen: tuple[Card, ...]
    """Cards that may lie hidden in the columns; more than lie there, if some of them may be in the stock."""
    world: Callable[[Sequence[Card]], Any]
    """Return the position in which the unseen cards lie, in this order, in the columns and then in the stock."""

    @property
    def hidden(self) -> int:
        """How many cards of the columns are hidden."""
        return sum(isinstance(card, Hidden) for column in self.columns for card in column)


Table = Callable[[Any, frozenset[str]], Known]
"""Reads a view, knowing which cards were seen before."""


def cards_table(view: CardsView, seen: frozenset[str]) -> Known:  # noqa: ARG001 - what is seen stays in sight
    """Return a table of Cards: nothing lies anywhere but in the columns and on the foundations."""
    columns = tuple(map(as_cards, view.tableau))
    foundations = tuple(tuple(card for card in map(_only_cards, as_cards(pile))) for pile in view.foundations)
    visible = _ids((*columns, *foundations))

    def world(unseen: Sequence[Card]) -> CardsState:
        tableau = _filled(columns, iter(unseen))
        return CardsState(foundations, view.options, CARDS_VERSION, NO_SEED, "active", tableau)

    return Known(columns, tuple(card for card in DECK if card.card_id not in visible), world)


def meridian_table(view: MeridianView, seen: frozenset[str]) -> Known:
    """Return a table of Meridian: what was seen and is out of sight lies in the stock."""
    up, down = view.foundations.up, view.foundations.down
    visible = _ids((*view.tableau, *up, *down, view.waste, tuple(card for card in view.pockets if card is not None)))
    away = [card for card in deck() if card.card_id not in visible]
    stocked = tuple(card for card in away if card.card_id in seen)

    def world(unseen: Sequence[Card]) -> Any:
        rest = iter(unseen)
        tableau = _filled(view.tableau, rest)
        board = Board(view.base_heights, view.column_types, down, view.pockets, tableau, up, view.waste)
        return begun(board, (*stocked, *rest), view.options, NO_SEED)

    return Known(view.tableau, tuple(card for card in away if card.card_id not in seen), world)


def _only_cards(card: Card | Hidden) -> Card:
    assert isinstance(card, Card)
    return card


def _ids(piles: Sequence[Shown]) -> set[str]:
    return {card.card_id for pile in piles for card in pile if isinstance(card, Card)}


def _filled(columns: Sequence[Shown], unseen: Iterator[Card]) -> tuple[tuple[Card, ...], ...]:
    """Return the columns with unseen cards in the hidden places."""
    return tuple(
        tuple(card if isinstance(card, Card) else next(unseen).down() for card in column) for column in columns
    )
