"""The trail of positions, which keeps hints from leading into cycles. [MM-269]

It is separate from `State.history`, which warns of loops: that one includes the stock and the hidden cards.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from saloon.core.cards import Pile

from .stalemate import foundations_text, hash_string, pockets_text
from .state import REMEMBERED_POSITIONS, Board, Trail


def position_key(board: Board) -> str:
    """Return a hash of the visible columns, foundations and pockets; all hidden cards count as equal."""
    columns = zip(board.tableau, board.column_types, strict=True)
    tableau = "|".join(f"{_seen_text(column)} {kind}" for column, kind in columns)
    return hash_string("::".join((tableau, foundations_text(board), pockets_text(board))))


def _seen_text(column: Pile) -> str:
    return " ".join("?" if card.face_down else card.card_id for card in column)


def started(board: Board) -> Trail:
    """Return the trail of a game that begins here, dealt or loaded."""
    return Trail(draws=0, positions=((position_key(board), 0),), since=0)


def moved(trail: Trail, board: Board, *, for_good: bool) -> Trail:
    """Return the trail after a card move to `board`: a new position is listed, in place of the oldest of 50."""
    key = position_key(board)
    if key in listed(trail):
        return replace(trail, draws=0)
    number = _newest(trail) + 1
    slot = number % REMEMBERED_POSITIONS
    positions = (*trail.positions[:slot], (key, number), *trail.positions[slot + 1 :])
    return Trail(draws=0, positions=positions, since=number if for_good else trail.since)


def drawn(trail: Trail) -> Trail:
    """Return the trail after a draw."""
    return replace(trail, draws=trail.draws + 1)


def listed(trail: Trail) -> Mapping[str, int]:
    """Return the listed positions by key, each with its number: the smallest was left longest ago."""
    return dict(trail.positions)


def is_full(trail: Trail) -> bool:
    """Whether every listed position can come back, so that one more would make the list forget one of them."""
    return _newest(trail) - trail.since + 1 >= REMEMBERED_POSITIONS


def is_whole_pass(trail: Trail, cards: int) -> bool:
    """Whether each of the `cards` of stock and waste was drawn since the last card move."""
    return trail.draws >= cards


def _newest(trail: Trail) -> int:
    return max(number for _, number in trail.positions)
