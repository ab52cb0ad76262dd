"""Hints: every move is scored with a lookahead, and none leads back to an earlier position. [MM-262…MM-280]"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from msgspec import Struct

from saloon.core.cards import ACE, KING
from saloon.core.game import Action

from . import trail
from .moves import PLACES, Carry, carried, useful
from .state import COLUMNS, Board, Draw, Move, Options
from .view import View, seen_board

FOUNDATION_MOVE: Final = 100
REVEAL_CARD: Final = 50
TYPE_COLUMN: Final = 40
EMPTY_COLUMN: Final = 30
FROM_POCKET: Final = 15
FROM_WASTE: Final = 15
EXTEND_SEQUENCE: Final = 10
STALEMATE_PENALTY: Final = 50

_FUTURE_FOUNDATION: Final = 20
_FUTURE_STRONG: Final = 10
_FUTURE_OTHER: Final = 2
_FEW_MOVES: Final = 2

_SOURCES: Final = [("waste", 0), ("pocket", 0), ("pocket", 1), *(("tab", n) for n in range(COLUMNS))]
_UNLISTED: Final = -1
_TARGET_ZONES: Final = ("fUp", "fDown", "tab", "pocket")


class Advice(Struct, frozen=True):
    """A move and the reasons for it."""

    carry: Carry
    score: int
    lookahead: int
    leads_to_stalemate: bool

    @property
    def tenths(self) -> int:
        """Ten times the total, so that totals are compared exactly. [MM-270, MM-271]"""
        return 10 * self.score + 3 * self.lookahead - 10 * STALEMATE_PENALTY * self.leads_to_stalemate

    @property
    def action(self) -> Move:
        """The move as it is played."""
        return Move(self.carry.run[0].card_id, PLACES[self.carry.target])


def hint(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the best card move, else a draw; None only in a stalemate, which ends the game. [MM-269]"""
    if view.end is not None:
        return None
    move = best_move(view)
    if move is not None:
        return move.action
    return Draw() if Draw() in legal else None


def best_move(view: View) -> Advice | None:
    """Return the card move to make next; None if it is time to draw. [MM-269, MM-272]

    The best move to a position that is not listed. Without one, a pass through the stock; if each of its cards was
    drawn and none moved, the move to the position that was left longest ago.
    """
    board, listed = seen_board(view), trail.listed(view.trail)
    full = trail.is_full(view.trail)
    back: list[tuple[int, Advice]] = []
    for advice in ranking(view):
        if advice.carry.is_for_good(board):
            return advice
        number = listed.get(trail.position_key(carried(board, advice.carry)), _UNLISTED)
        if number == _UNLISTED and not full:
            return advice
        back.append((number, advice))
    if back and trail.is_whole_pass(view.trail, view.stock + len(view.waste)):
        return min(back, key=itemgetter(0))[1]
    return None


def ranking(view: View) -> list[Advice]:
    """Return all candidate moves, best first; hidden cards have no influence. [MM-272, MM-273]"""
    board, options = seen_board(view), view.options
    advice = [advised(board, options, carry, view.stock) for carry in useful(board, options)]
    return sorted(advice, key=_rank)


def _rank(advice: Advice) -> tuple[int, int, int, int, int]:
    """Break ties by source, then by target, then in favour of the lower card."""
    carry = advice.carry
    zone, number = carry.target
    return -advice.tenths, _SOURCES.index(carry.source), _TARGET_ZONES.index(zone), number, carry.start


def advised(board: Board, options: Options, carry: Carry, stock: int) -> Advice:
    """Return the reasons for a move: its own score, and that of the moves it makes possible."""
    future = carried(board, carry)
    scores = [(score(future, then), then.to_foundation) for then in useful(future, options)]
    lookahead = sum(_worth(points, goes_home) for points, goes_home in scores)
    return Advice(
        carry, score(board, carry), lookahead, _is_nearly_over(future, stock, [points for points, _ in scores])
    )


def _worth(points: int, goes_home: bool) -> int:
    """The value that a newly possible move adds to the lookahead. [MM-275…MM-277]"""
    if goes_home:
        return _FUTURE_FOUNDATION
    return _FUTURE_STRONG if points >= TYPE_COLUMN else _FUTURE_OTHER


def _is_nearly_over(future: Board, stock: int, scores: Sequence[int]) -> bool:
    """Whether an unwon game has nothing to draw and hardly any move. [MM-278, MM-279]"""
    if stock or future.waste or future.is_complete:
        return False
    return len(scores) <= _FEW_MOVES and all(points < REVEAL_CARD for points in scores)


def score(board: Board, carry: Carry) -> int:
    """Return a move's own score; a move into a pocket scores nothing. [MM-262…MM-268]"""
    zone, number = carry.target
    if zone == "pocket":
        return 0
    from_zone, from_number = carry.source
    points = FROM_WASTE if from_zone == "waste" else FROM_POCKET if from_zone == "pocket" else 0
    types = False
    if from_zone == "tab":
        left = board.tableau[from_number][: carry.start]
        if not left:
            points += EMPTY_COLUMN
        elif left[-1].face_down:
            points += REVEAL_CARD
        else:
            types = len(left) == 1 and left[0].rank in (ACE, KING) and board.column_types[from_number] == "untyped"
    if zone != "tab":
        points += FOUNDATION_MOVE
    elif board.tableau[number]:
        points += EXTEND_SEQUENCE
    else:
        types = True
    return points + TYPE_COLUMN * types
