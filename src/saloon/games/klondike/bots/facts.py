"""What a bot of Klondike knows: the visible cards, and the order of the stock once it was seen."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from saloon.core.cards import Card, deck
from saloon.games.klondike.view import View

UNKNOWN: Final = -1
_NUMBERS: Final = {card.card_id: number for number, card in enumerate(deck())}
"""A card's number: 13 for each suit, from the ace up."""


class Known(Struct, frozen=True):
    """Everything the bot's choice depends on; hidden cards are UNKNOWN."""

    columns: tuple[tuple[int, ...], ...]
    talon: tuple[int, ...]
    """Waste and stock in the order of the draw."""
    place: int
    """How many cards of the talon are on the waste."""
    passes: int
    """How often the waste may still be turned over; -1 for no limit."""
    raised: tuple[int, ...]
    """The height of each suit's foundation, in the order of the suits."""
    drawn: int
    """Cards per draw."""
    unseen: tuple[int, ...]


class Memory:
    """The order of the stock, as far as it was seen on the waste; an undo does not make a player forget it."""

    def __init__(self) -> None:
        self._talon: list[Card | None] = []
        """Waste and stock of the first view, in the order of the draw. Cards that are played keep their place."""
        self.coming: list[Card | None] = []

    def watch(self, view: View) -> None:
        """Take in the cards on the waste: they are the first of the talon that are still there."""
        places = self._places(view)
        if len(places) != len(view.waste) + view.stock:
            self._talon = [None] * (len(view.waste) + view.stock)
            places = list(range(len(self._talon)))
        for place, card in zip(places, view.waste, strict=False):
            self._talon[place] = card
        self.coming = [self._talon[place] for place in places[len(view.waste) :]]

    def _places(self, view: View) -> list[int]:
        """Return the places of the talon whose cards are not on the table. Only cards that were seen can be played."""
        played = {card for pile in (*view.tableau, *view.foundations) for card in pile if isinstance(card, Card)}
        return [place for place, card in enumerate(self._talon) if card is None or card not in played]


def known(view: View, coming: Sequence[Card | None]) -> Known:
    """Return what a bot that sees `view` and remembers what is `coming` knows."""
    columns = tuple(tuple(_number(card) for card in column) for column in view.tableau)
    talon = tuple(_number(card) for card in (*view.waste, *coming))
    raised = [0, 0, 0, 0]
    for pile in view.foundations:
        if pile:
            raised[_NUMBERS[pile[0].card_id] // 13] = len(pile)
    seen = {number for column in columns for number in column} | set(talon)
    seen |= {13 * suit + rank for suit in range(4) for rank in range(raised[suit])}
    return Known(
        columns=columns,
        talon=talon,
        place=len(view.waste),
        passes=-1 if view.redeals_left is None else view.redeals_left,
        raised=tuple(raised),
        drawn=view.options.draw,
        unseen=tuple(number for number in range(52) if number not in seen),
    )


def _number(card: object) -> int:
    return _NUMBERS[card.card_id] if isinstance(card, Card) else UNKNOWN
