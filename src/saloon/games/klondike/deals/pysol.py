"""The deal numbers of PySolFC and of Microsoft's solitaires, by the library `pysol_cards`."""

from typing import Any

from saloon.core.cards import Card, card
from saloon.core.extras import optional_imports

from .numbers import read_number

LARGEST_MICROSOFT = 2**32 - 1
"""The largest number that Microsoft's generator distinguishes from others; PySolFC's own go further."""


def pysol_deck(number: str) -> list[Card]:
    """Return the deck of a number of PySolFC, which deals the numbers up to 32,000 as Microsoft does."""
    with optional_imports():
        from pysol_cards.random_base import RandomBase
    return _deck(read_number("pysol", number, 1, RandomBase.MAX_SEED), RandomBase.DEALS_PYSOLFC)


def microsoft_deck(number: str) -> list[Card]:
    """Return the deck of a number of Microsoft's solitaires."""
    with optional_imports():
        from pysol_cards.random_base import RandomBase
    return _deck(read_number("microsoft", number, 1, LARGEST_MICROSOFT), RandomBase.DEALS_MS)


def _deck(number: int, kind: Any) -> list[Card]:
    from pysol_cards.cards import CardRenderer
    from pysol_cards.deal_game import Game

    game = Game("klondike", number, kind)
    game.calc_layout_string(CardRenderer(True))
    piles = [*game.board.columns.cols, game.board.talon]
    return [card("?A23456789TJQK"[one.rank] + one.suit_s()) for pile in piles for one in pile]
