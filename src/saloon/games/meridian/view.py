"""The view of Meridian Master: all face-up cards, and only the number of hidden and stock cards."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from saloon.core.cards import Card, Hidden, Pile, Shown, shown
from saloon.core.game import Seat

from .columns import ASCENDING, DESCENDING, FREE
from .efficiency import efficiency, rating
from .moves import UNKNOWN, headings
from .state import Board, ColumnType, Ending, Options, State, Status, Trail

Direction = Literal["ascending", "descending"]
DIRECTIONS: Final[Mapping[int, Direction | None]] = {ASCENDING: "ascending", DESCENDING: "descending", FREE: None}


class Foundations(Struct, frozen=True):
    """The eight goal piles, each four in the order hearts, diamonds, clubs, spades."""

    up: tuple[Pile, ...]
    down: tuple[Pile, ...]


class View(Struct, frozen=True, rename="camel"):
    """A game as its player and watchers see it. The stock is hidden, even if its cards were seen before."""

    base_heights: tuple[int, ...]
    column_types: tuple[ColumnType | None, ...]
    directions: tuple[Direction | None, ...]
    """In which direction each column is built; none while both are open or the column is empty."""
    draws: int
    efficiency: int
    end: Ending | None
    foundations: Foundations
    moves: int
    moves_without_progress: int
    options: Options
    pockets: tuple[Card | None, ...]
    rating: str
    recycles: int
    status: Status
    stock: int
    tableau: tuple[Shown, ...]
    trail: Trail
    """Which positions a hint does not lead back to."""
    warnings: tuple[str, ...]
    waste: Pile


def view(state: State, seat: Seat | None) -> View:  # noqa: ARG001 - player and watchers see the same
    """Return what `seat`, or a watcher, may see."""
    board = state.board
    percentage = efficiency(board, state.moves)
    return View(
        base_heights=board.base_heights,
        column_types=board.column_types,
        directions=tuple(DIRECTIONS[heading] for heading in headings(board, state.options)),
        draws=state.draws,
        efficiency=percentage,
        end=state.end,
        foundations=Foundations(board.up, board.down),
        moves=state.moves,
        moves_without_progress=state.moves_without_progress,
        options=state.options,
        pockets=board.pockets,
        rating=rating(state.options.mode, percentage),
        recycles=state.recycles,
        status=state.status,
        stock=len(state.stock),
        tableau=tuple(map(shown, board.tableau)),
        trail=state.trail,
        warnings=state.warnings,
        waste=board.waste,
    )


def seen_board(view: View) -> Board:
    """Return the board as the player knows it: a hidden card is unknown, and stays so when a move exposes it."""
    return Board(
        base_heights=view.base_heights,
        column_types=view.column_types,
        down=view.foundations.down,
        pockets=view.pockets,
        tableau=tuple(tuple(map(_known, column)) for column in view.tableau),
        up=view.foundations.up,
        waste=view.waste,
    )


def _known(card: Card | Hidden) -> Card:
    return UNKNOWN if isinstance(card, Hidden) else card
