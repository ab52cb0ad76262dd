"""What does a click mean? The actions behind a click on the stock and a double-click on a card."""

from msgspec import UNSET

from saloon.core.game import Action
from saloon.core.places import Place

from .rules import chosen_foundation
from .state import SIZES, Draw, FoundationMove, Recycle, State


def click_stock(state: State) -> Action:
    """Return what a click on the stock asks for: cards, or an empty stock's refill and nothing else. [KL-28, KL-29]"""
    return Draw() if state.stock else Recycle()


def auto_move(state: State, source: Place) -> FoundationMove | None:
    """Return the move that brings the top card of a column or the waste up; None if there is none. [KL-45]"""
    if source.zone not in ("tableau", "waste"):
        return None
    if source.index is not UNSET and not 0 <= source.index < SIZES["tableau"]:
        return None
    pile = state.waste if source.index is UNSET else state.tableau[source.index]
    if not pile or pile[-1].face_down:
        return None
    onto = chosen_foundation(state, pile[-1])
    return None if onto is None else FoundationMove(source, Place("foundation", onto))
