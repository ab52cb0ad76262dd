"""Never Nine in batches: the row of a state, and the kernel that plays many rows at once."""

from collections.abc import Sequence
from typing import Any, Final

from saloon.core.batch import Batch
from saloon.games.nevernine.state import DECK, ORDER, State

_PHASES: Final = ("bid", "play", "over")


class NeverNineBatch(Batch):
    """Where each card is, the trick, bids, tricks and scores by seat, and the options, in this order."""

    row_size = 66
    most_legal = 46

    def row(self, state: State) -> Sequence[int]:
        """Return the row of a state. A card is with seat 0 … 3, or was played by it (4 … 7)."""
        places = [0] * len(DECK)
        for seat, hand in enumerate(state.hands):
            for card in hand:
                places[ORDER[card]] = seat
        for trick in (*state.tricks, state.trick):
            for move in trick.moves:
                places[ORDER[move.card]] = 4 + move.seat
        laid = [-1, -1, -1, -1]
        for move in state.trick.moves:
            laid[move.seat] = ORDER[move.card]
        return [
            *places,
            *laid,
            *(-1 if bid is None else bid for bid in state.bids),
            *state.taken,
            *state.scores,
            *state.reached,
            state.trick.leader,
            len(state.trick.moves),
            len(state.tricks),
            state.dealer,
            -1 if state.turn is None else state.turn,
            _PHASES.index(state.phase),
            state.round,
            state.options.limit,
            state.options.tie_break == "shared",
            0,
        ]

    def kernel(self) -> Any:
        """Return the compiled functions."""
        from . import kernel

        return kernel
