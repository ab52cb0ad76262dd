"""Stalemate: whether a match is dead, and who is then ahead."""

from msgspec import UNSET

from saloon.core.cards import KING, Pile
from saloon.core.game import Seat
from saloon.core.memory import remembered
from saloon.core.piles import Face, face, taken_on

from .legal import can_only_end
from .state import Board, SinceProgress, State
from .versions import VERSIONS

_KINGS = frozenset({(KING, True), (KING, False)})


def is_stalemate(state: State) -> bool:
    """Whether neither player can make progress, or neither has for a while. The `vnext` profile has no stalemate."""
    since = state.since_progress
    if since is UNSET:
        return False
    boards = state.players.p1, state.players.p2
    if _has_no_progress(state, since, 0) and _has_no_progress(state, since, 1):
        return True
    if any(map(_can_build, boards)):
        return False
    wanted = {(pile.suit, len(pile.cards) + 1) for pile in state.foundations}
    return not any(_can_bring_up(board, wanted) for board in boards)


def _has_no_progress(state: State, since: SinceProgress, seat: Seat) -> bool:
    """Whether a player has reached the limit of actions without progress, or has no action left."""
    version = VERSIONS[state.rules_version]
    if (since.p2 if seat else since.p1) >= version.stalemate_after:
        return True
    return version.has_offers and can_only_end(state, seat)


def _can_build(board: Board) -> bool:
    """Whether the player has a flip or a useful move to a column, now or with a card of stock and waste.

    Moving a whole column headed by a King to an empty one is not useful.
    """
    takes = _taken(board.tableau)
    if takes is None:
        return True
    if not (takes.isdisjoint(map(face, board.waste)) and takes.isdisjoint(map(face, board.stock))):
        return True
    for column in board.tableau:
        for depth, card in enumerate(column):
            if not card.face_down and face(card) in takes and (depth or card.rank != KING):
                return True
    return False


@remembered(1 << 12)
def _taken(tableau: tuple[Pile, ...]) -> frozenset[Face] | None:
    """Return what may be laid on the columns; None if one of them has a card to turn."""
    takes: set[Face] = set()
    for column in tableau:
        if not column:
            takes |= _KINGS
        elif (top := column[-1]).face_down:
            return None
        else:
            takes.add(taken_on(top))
    return frozenset(takes)


def _can_bring_up(board: Board, wanted: set[tuple[str, int]]) -> bool:
    """Whether a column's top, or a card that stock and waste can bring up, is the next of a foundation."""
    tops = [column[-1] for column in board.tableau if column]
    return any((card.suit, card.rank) in wanted for card in (*tops, *board.waste, *board.stock))


def leader(state: State) -> Seat | None:
    """Return who is ahead: the higher score, then fewer cards left; None if both are equal."""
    p1, p2 = ((board.score, -board.cards_left) for board in (state.players.p1, state.players.p2))
    return None if p1 == p2 else int(p2 > p1)
