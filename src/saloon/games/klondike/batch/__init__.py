"""Klondike in batches: the row of a state, and the kernel that plays many rows at once."""

from collections.abc import Sequence
from typing import Any, Final

from saloon.core.batch import Batch
from saloon.core.cards import SUITS, Card
from saloon.games.klondike.encoding import COLUMN, TALON
from saloon.games.klondike.scoring import SCHEMES
from saloon.games.klondike.state import UNLIMITED_REDEALS, State
from saloon.games.klondike.versions import VERSIONS

_NO_SUIT: Final = -1


class KlondikeBatch(Batch):
    """Columns, lengths, hidden cards, talon, foundations, score and options, in this order."""

    row_size = 192
    most_legal = 256

    def row(self, state: State) -> Sequence[int]:
        """Return the row of a state; the talon is the waste and then the stock in the order of the draw."""
        columns = [_filled([_number(card) for card in column], COLUMN) for column in state.tableau]
        talon = [_number(card) for card in (*state.waste, *reversed(state.stock))]
        scheme, left = SCHEMES[state.options.scoring], state.redeals_left
        return [
            *(number for column in columns for number in column),
            *map(len, state.tableau),
            *(sum(card.face_down for card in column) for column in state.tableau),
            *_filled(talon, TALON),
            len(talon),
            len(state.waste),
            *(SUITS.index(pile[0].suit) if pile else _NO_SUIT for pile in state.foundations),
            *map(len, state.foundations),
            state.score,
            UNLIMITED_REDEALS if left is None else left,
            state.options.draw,
            scheme.start,
            scheme.raised,
            scheme.returned,
            scheme.turned,
            scheme.left_column,
            scheme.won,
            state.options.redeals,
            VERSIONS[state.rules_version].completes_early,
        ]

    def kernel(self) -> Any:
        """Return the compiled functions."""
        from . import kernel

        return kernel


def _number(card: Card) -> int:
    """Return 13 for each suit, clubs first, from the ace up."""
    return 13 * SUITS.index(card.suit) + card.rank - 1


def _filled(numbers: list[int], room: int) -> list[int]:
    return numbers + [0] * (room - len(numbers))
