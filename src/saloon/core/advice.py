"""Helpers shared by the hints of games with piles."""

from collections.abc import Callable, Iterable, Sequence

from .cards import KING, Card, Hidden, Shown
from .game import Action


def first_of_best(legal: Sequence[Action], rank: Callable[[Action], int | None]) -> Action | None:
    """Return the first action with the lowest rank; None if none has a rank."""
    ranked = [(value, place) for place, action in enumerate(legal) if (value := rank(action)) is not None]
    return legal[min(ranked)[1]] if ranked else None


def king_waits(columns: Iterable[Shown], waste: Sequence[Card] = ()) -> bool:
    """Whether a King on top of other cards or of the waste could use an empty column."""
    covering = [card for column in columns for card in column[1:]]
    return any(map(is_king, (*covering, *waste[-1:])))


def is_king(card: Card | Hidden) -> bool:
    """Whether the card is visible and a King."""
    return isinstance(card, Card) and card.rank == KING
