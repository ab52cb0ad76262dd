"""Invariants: every card once, every pile in order, counters and status in agreement with the board."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from saloon.core.cards import SUITS, Pile, deck
from saloon.core.errors import BadLog, InvariantBreach
from saloon.core.piles import is_run

from .scoring import is_possible
from .state import SIZES, State, all_raised
from .versions import VERSIONS

_HIDDEN_AT_THE_DEAL: Final = 21
FACE_UP: Final = frozenset(deck())
FACE_DOWN: Final = frozenset(card.down() for card in deck())
SUIT_PILES: Final[Mapping[str, Pile]] = {suit: tuple(deck(suit)) for suit in SUITS}
"""The finished foundation of each suit."""
REMEMBERED: Final = 1 << 12
"""The number of cached column checks: an action changes one or two columns, and the others need no second check."""


def check(state: State) -> None:
    """Raise InvariantBreach if play cannot reach `state`."""
    if (len(state.tableau), len(state.foundations)) != (SIZES["tableau"], SIZES["foundation"]):
        raise InvariantBreach(f"{len(state.tableau)} columns and {len(state.foundations)} foundations")
    ids = [card.card_id for pile in (state.stock, state.waste, *state.tableau, *state.foundations) for card in pile]
    different = len(set(ids))
    if not len(ids) == different == 52:
        raise InvariantBreach(f"{len(ids)} cards are on the table, {different} of them different")
    if not FACE_DOWN.issuperset(state.stock):
        raise InvariantBreach("a stock card is face-up or not in the deck")
    if not FACE_UP.issuperset(state.waste):
        raise InvariantBreach("a waste card is face-down or not in the deck")
    for pile in state.foundations:
        if pile and pile != SUIT_PILES.get(pile[0].suit, ())[: len(pile)]:
            raise InvariantBreach("a foundation is not built from the Ace in one suit, face-up")
    _check_counters(state, sum(map(_hidden_in_column, state.tableau)))


def set_up(position: Any) -> State:
    """Return the first state for a canonical state in JSON; refuse anything but a deal."""
    try:
        state = msgspec.convert(position, State)
        check(state)
    except (msgspec.ValidationError, InvariantBreach) as error:
        reason = error.reason if isinstance(error, InvariantBreach) else str(error)
        raise BadLog(f"this is not a deal of Klondike: {reason}", "LOG_DAMAGED") from None
    if state.moves or state.waste or state.redeals_used or any(state.foundations):
        raise BadLog("a game of Klondike begins with a deal, not in the middle", "LOG_DAMAGED")
    return state


@lru_cache(REMEMBERED)
def _hidden_in_column(column: Pile) -> int:
    """Return how many cards are face-down: the lowest ones; the others are a run."""
    hidden = 0
    while hidden < len(column) and column[hidden].face_down:
        hidden += 1
    run = column[hidden:]
    if column and not run:
        raise InvariantBreach("the top of a column is face-down")
    if not (FACE_DOWN.issuperset(column[:hidden]) and FACE_UP.issuperset(run)):
        raise InvariantBreach("a column has a card face-down on a face-up one, or one that is not in the deck")
    if not is_run(run):
        raise InvariantBreach("the face-up cards of a column are not a run")
    return hidden


def _check_counters(state: State, hidden: int) -> None:
    if hidden > _HIDDEN_AT_THE_DEAL:
        raise InvariantBreach(f"{hidden} cards of the columns are face-down")
    won = all_raised(state.foundations)
    if (state.status == "won") != won:
        raise InvariantBreach("the status does not agree with the foundations")
    if state.rules_version not in VERSIONS:
        raise InvariantBreach(f"the rules version is {state.rules_version!r}")
    left = state.redeals_left
    if state.moves < 0 or state.redeals_used < 0 or (left is not None and left < 0):
        raise InvariantBreach(f"{state.moves} moves were made and {state.redeals_used} redeals used")
    raised = sum(map(len, state.foundations))
    turned = _HIDDEN_AT_THE_DEAL - hidden
    if not is_possible(state.options.scoring, state.score, raised=raised, turned=turned, won=won):
        raise InvariantBreach(f"no play leads to the score {state.score}")
