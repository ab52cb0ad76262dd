"""Invariants: every card once, columns in order, types and faces as decided, counters that agree."""

from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import msgspec

from saloon.core.cards import Pile, deck
from saloon.core.errors import BadLog, InvariantBreach, ensure

from .columns import FREE, heading, is_sequence, step, type_by
from .rules import RULES_VERSION, resumed
from .state import COLUMNS, LOWEST_UP, REMEMBERED_POSITIONS, SUITS, Board, Canonical, ColumnType, Options, State

FACE_UP: Final = frozenset(deck())
_UP_PILES: Final = tuple(tuple(deck(suit, range(LOWEST_UP, 14))) for suit in SUITS)
_DOWN_PILES: Final = tuple(tuple(deck(suit, range(LOWEST_UP - 1, 0, -1))) for suit in SUITS)
_REMEMBERED: Final = 1 << 12
"""The number of cached column checks: a move changes one or two columns, and the others need no second check."""


def check(state: Canonical) -> None:
    """Raise InvariantBreach if `state` violates an invariant. [MM-133…MM-142]"""
    board, options = state.board, state.options
    _check_cards(state)
    ensure(len(board.pockets) == options.pockets, f"{len(board.pockets)} pockets in the mode {options.mode}")
    _check_foundations(board)
    for number, column in enumerate(board.tableau):
        _check_column(column, board.column_types[number], board.base_heights[number], options)
    _check_counters(state)


def set_up(position: Any) -> State:
    """Return the state for a canonical state in JSON; refuse one that is not sound."""
    try:
        found = msgspec.convert(position, Canonical)
        check(found)
    except (msgspec.ValidationError, InvariantBreach) as error:
        reason = error.reason if isinstance(error, InvariantBreach) else str(error)
        raise BadLog(f"this is not a position of Meridian Master: {reason}", "LOG_DAMAGED") from None
    return resumed(found)


def _check_cards(state: Canonical) -> None:
    board = state.board
    lengths = (len(board.tableau), len(board.column_types), len(board.base_heights), len(board.up), len(board.down))
    ensure(lengths == (COLUMNS, COLUMNS, COLUMNS, len(SUITS), len(SUITS)), f"piles are missing or too many: {lengths}")
    open_cards = [card for pile in (state.stock, board.waste, *board.up, *board.down) for card in pile]
    open_cards += [card for card in board.pockets if card is not None]
    ensure(FACE_UP.issuperset(open_cards), "a card outside the columns is face-down or not in the deck")
    ids = [card.card_id for card in open_cards] + [card.card_id for column in board.tableau for card in column]
    different = len(set(ids))
    ensure(len(ids) == different == 52, f"{len(ids)} cards are on the table, {different} of them different")


def _check_foundations(board: Board) -> None:
    for number in range(len(SUITS)):
        up, down = board.up[number], board.down[number]
        ensure(up == _UP_PILES[number][: len(up)], "an up foundation is not built from the 7 in its suit")
        ensure(down == _DOWN_PILES[number][: len(down)], "a down foundation is not built from the 6 in its suit")


@lru_cache(_REMEMBERED)
def _check_column(column: Pile, kind: ColumnType | None, base: int, options: Options) -> None:
    """Hidden cards are at the bottom, if the mode has any; cards laid by moves are in order. [MM-139, MM-140]"""
    hidden = 0
    while hidden < len(column) and column[hidden].face_down:
        hidden += 1
    ensure(hidden == 0 or options.has_hidden_cards, f"a card is face-down in the mode {options.mode}")
    ensure(hidden < len(column) or not column, "the top of a column is face-down")
    ensure(FACE_UP.issuperset(card.up() for card in column), "a card is not in the deck")
    ensure(FACE_UP.issuperset(column[hidden:]), "a card is face-down on a face-up one")
    ensure(0 <= base <= len(column), f"{base} cards of a column of {len(column)} were not laid there by moves")
    ensure(hidden == 0 or hidden < base, "a move laid a card on a hidden one")
    check_type(column, kind)
    ensure(base > 0 or kind != "untyped", "an untyped column was begun by a move")
    _check_order(column[max(0, base - 1) :], heading(column, kind, base, locked=options.locked))


def check_type(column: Pile, kind: ColumnType | None) -> None:
    """Raise InvariantBreach if the type does not go with the column.

    A dealt Ace or King types its column only when it is the last card: below others it leaves it untyped. [MM-139]
    """
    ensure((kind is None) == (not column), "an empty column has a type, or one with cards has none")
    if len(column) == 1:
        ensure(kind == type_by(column[0]), "a column of one card is not typed by it")
    if column and kind in ("ace", "king"):
        ensure(kind == type_by(column[0]) and not column[0].face_down, f"the bottom of a column is not its {kind}")


def _check_order(laid: Pile, wanted: int) -> None:
    """The cards laid by moves continue the one below in one direction; in a free column each fits its neighbour."""
    if wanted != FREE:
        ensure(is_sequence(laid, wanted), "cards were laid against the direction of their column")
    ensure(all(step(lower, upper) for lower, upper in pairwise(laid)), "a card was laid where it does not fit")


def _check_counters(state: Canonical) -> None:
    ensure(state.rules_version == RULES_VERSION, f"the rules version is {state.rules_version!r}")
    ensure((state.end == "completed") == state.board.is_complete, "the end does not agree with the foundations")
    counters = (state.moves, state.moves_without_progress, state.draws, state.recycles)
    ensure(min(counters) >= 0, f"the counters are {counters}")
    ensure(1 <= len(state.history) <= REMEMBERED_POSITIONS, f"{len(state.history)} positions are remembered")
    for mark in (state.first_ace_move, state.first_king_move):
        ensure(mark is None or 1 <= mark <= state.moves, f"move {mark} of {state.moves} is marked")
