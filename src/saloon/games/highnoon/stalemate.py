"""Is the match dead, and who is ahead then?"""

from msgspec import UNSET

from saloon.core.cards import KING
from saloon.core.game import Seat

from .state import STALEMATE_AFTER, Board, State


def is_stalemate(state: State) -> bool:
    """Whether neither player can make progress, or neither has for long. The `vnext` profile knows no stalemate."""
    since = state.since_progress
    if since is UNSET:
        return False
    if min(since.p1, since.p2) >= STALEMATE_AFTER:
        return True
    wanted = {(pile.suit, len(pile.cards) + 1) for pile in state.foundations}
    return not (_can_progress(state.players.p1, wanted) or _can_progress(state.players.p2, wanted))


def _can_progress(board: Board, wanted: set[tuple[str, int]]) -> bool:
    """Whether the player has, now or for a card that stock and waste can bring up, a move that changes anything.

    A whole column headed by a King that is carried to an empty one changes nothing.
    """
    building: set[tuple[int, bool]] = set()
    for column in board.tableau:
        if not column:
            building.add((KING, True))
            building.add((KING, False))
        elif column[-1].face_down:
            return True  # a flip
        else:
            building.add((column[-1].rank - 1, not column[-1].red))
    for pile in (board.waste, board.stock):
        for card in pile:
            if (card.rank, card.red) in building or (card.suit, card.rank) in wanted:
                return True
    for column in board.tableau:
        if column and (column[-1].suit, column[-1].rank) in wanted:
            return True
        for depth, card in enumerate(column):
            if not card.face_down and (card.rank, card.red) in building and (depth or card.rank != KING):
                return True
    return False


def leader(state: State) -> Seat | None:
    """Return who is ahead: the higher score, then fewer cards left; None if equal in both."""
    p1, p2 = ((board.score, -board.cards_left) for board in (state.players.p1, state.players.p2))
    return None if p1 == p2 else int(p2 > p1)
