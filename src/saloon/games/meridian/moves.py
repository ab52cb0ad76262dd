"""Moves, shared by the rules and the hints."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from saloon.core.cards import Card, Pile, deck
from saloon.core.errors import InvariantBreach, Rejected
from saloon.core.piles import replaced, turn_top

from .columns import direction, fits, goes_with, heading, openings, retyped, run_start, type_by
from .state import COLUMNS, LOWEST_UP, SUITS, Board, Options, Place, Zone

Spot = tuple[Zone, int]
"""A place with its number: the column, the suit's number or the pocket's, all from 0; 0 for the waste."""

EVERY_CODE: Final = frozenset(card.card_id for card in deck())
UNKNOWN: Final = Card("", True, 0, "")
"""A face-down card as its player knows it. It is never turned, so its face cannot matter."""

PLACES: Final[Mapping[Spot, Place]] = {
    **{("pocket", n): Place("pocket", n) for n in range(2)},
    **{("tab", n): Place("tableau", n) for n in range(COLUMNS)},
    **{("fUp", n): Place("foundation", n) for n in range(len(SUITS))},
    **{("fDown", n): Place("foundation", len(SUITS) + n) for n in range(len(SUITS))},
}
"""Every place that cards can go to, as it is written on the wire."""
_SPOTS: Final[Mapping[Place, Spot]] = {place: spot for spot, place in PLACES.items()}


def spot_of(place: Place) -> Spot | None:
    """Return the place of a target on the wire; None if no card can go there."""
    return _SPOTS.get(place)


class Carry(Struct, frozen=True):
    """A card move: the cards from `start` of a column, or the one card of another place, to a target."""

    source: Spot
    start: int
    run: Pile
    target: Spot

    @property
    def to_foundation(self) -> bool:
        """Whether the move is progress. [MM-260]"""
        return self.target[0] in ("fUp", "fDown")

    def is_for_good(self, board: Board) -> bool:
        """Whether the move is irreversible: a card goes to a foundation, leaves the waste or is turned."""
        zone, number = self.source
        turns = zone == "tab" and self.start > 0 and board.tableau[number][self.start - 1].face_down
        return self.to_foundation or zone == "waste" or turns

    def shifts_a_column(self, board: Board) -> bool:
        """Whether a whole column goes onto an empty one: only the column numbers change. [MM-G53]"""
        (source, _), (target, number) = self.source, self.target
        return source == target == "tab" and self.start == 0 and not board.tableau[number]


# --- finding ----------------------------------------------------------------------------------------------------


def find(board: Board, code: str) -> tuple[Spot, int] | None:
    """Return the place and height of a card; None if it is not on the board but in the stock. [MM-167]"""
    for spot, pile in piles(board):
        for height, card in enumerate(pile):
            if card.card_id == code:
                return spot, height
    return None


def piles(board: Board) -> Iterator[tuple[Spot, Pile]]:
    """Yield every pile of the board with its place."""
    yield ("waste", 0), board.waste
    for number, card in enumerate(board.pockets):
        yield ("pocket", number), () if card is None else (card,)
    for number, column in enumerate(board.tableau):
        yield ("tab", number), column
    for number in range(len(SUITS)):
        yield ("fUp", number), board.up[number]
        yield ("fDown", number), board.down[number]


def pile_at(board: Board, spot: Spot) -> Pile:
    """Return the pile of a place; one that the mode does not have is empty."""
    return next((pile for place, pile in piles(board) if place == spot), ())


def is_accessible(board: Board, spot: Spot, height: int) -> bool:
    """Whether the card at that height can be picked up, with all that lies on it. [MM-168…MM-171]"""
    zone, number = spot
    if zone == "tab":
        column = board.tableau[number]
        return run_start(column, board.column_types[number]) <= height < len(column)
    return zone == "pocket" or (zone == "waste" and height == len(board.waste) - 1)


def foundation_of(card: Card) -> Spot:
    """Return the one foundation that can ever take the card. [MM-06]"""
    return "fUp" if card.rank >= LOWEST_UP else "fDown", SUITS.index(card.suit)


def goes_home(board: Board, card: Card) -> bool:
    """Whether the card is the next of its foundation. [MM-185, MM-186]"""
    zone, number = foundation_of(card)
    if zone == "fUp":
        return len(board.up[number]) == card.rank - LOWEST_UP
    return len(board.down[number]) == LOWEST_UP - 1 - card.rank


# --- checking ---------------------------------------------------------------------------------------------------


def judged(board: Board, options: Options, code: str, target: Spot | None) -> Carry:
    """Return the move of the card called `code`, or raise Rejected with the first reason that applies. [MM-161]

    `target` is None if the named place takes no cards: that is refused after the card was checked.
    """
    if code not in EVERY_CODE:
        raise Rejected("INVALID_SOURCE", "Card not found")
    found = find(board, code)
    if found is None:
        raise Rejected("INVALID_SOURCE", "Card location unknown")
    source, height = found
    if not is_accessible(board, source, height):
        raise Rejected("CARD_NOT_ACCESSIBLE", "Card not accessible")
    if target is None:
        raise Rejected("INVALID_TARGET", "Invalid target")
    run = pile_at(board, source)[height:]
    carry = Carry(source, height if source[0] == "tab" else 0, run, target)
    check_target(board, options, carry)
    return carry


def check_target(board: Board, options: Options, carry: Carry) -> None:
    """Refuse a move whose target does not take it. [MM-157, MM-158, MM-166]"""
    zone, number = carry.target
    if zone == "tab" and carry.source == carry.target:
        raise Rejected("INVALID_TARGET", "Card is already there")
    if zone == "pocket" and carry.source[0] == "pocket":
        raise Rejected("RULE_VIOLATION", "Pocket-to-pocket moves are not allowed")
    if zone == "pocket" and number >= options.pockets:
        raise Rejected("INVALID_TARGET", "Pocket not available in this mode")
    if zone != "tab" and len(carry.run) > 1:
        raise Rejected("RULE_VIOLATION", "Only a single card can be placed here")
    if zone == "pocket":
        if board.pockets[number] is not None:
            raise Rejected("RULE_VIOLATION", "Pocket is full")
    elif zone == "tab":
        column = board.tableau[number]
        if not fits(carry.run, openings(column, _heading(board, number, options))):
            raise Rejected(
                "RULE_VIOLATION",
                "Column does not accept this card" if column else "Only Ace or King on an empty column",
            )
    elif carry.target != foundation_of(carry.run[0]) or not goes_home(board, carry.run[0]):
        raise Rejected("RULE_VIOLATION", "Foundation does not accept this card")


def _heading(board: Board, number: int, options: Options) -> int:
    return heading(board.tableau[number], board.column_types[number], board.base_heights[number], locked=options.locked)


def headings(board: Board, options: Options) -> tuple[int, ...]:
    """Return the direction in which each column is built."""
    return tuple(_heading(board, number, options) for number in range(COLUMNS))


# --- all moves --------------------------------------------------------------------------------------------------

Takers = dict[tuple[int, bool], list[tuple[int, int]]]
"""By rank and redness of a card: the columns that take it, each with the direction in which the card goes on."""


def takers(board: Board, options: Options) -> Takers:
    """Return which columns take which card."""
    columns: Takers = {}
    for number, column in enumerate(board.tableau):
        for rank, red, junction in openings(column, _heading(board, number, options)):
            columns.setdefault((rank, red), []).append((number, junction))
    return columns


def carries(board: Board, options: Options) -> Iterator[Carry]:
    """Yield every legal card move: waste, pockets, columns from the lowest card of each run. [MM-259]

    No run goes on its own column: its head would have to continue its own top, against its direction.
    """
    columns = takers(board, options)
    empty_pockets: list[Spot] = [("pocket", n) for n, card in enumerate(board.pockets) if card is None]
    if board.waste:
        run = board.waste[-1:]
        for target in _targets(board, columns, run, empty_pockets):
            yield Carry(("waste", 0), 0, run, target)
    for number, card in enumerate(board.pockets):
        if card is not None:
            for target in _targets(board, columns, (card,), []):
                yield Carry(("pocket", number), 0, (card,), target)
    for number, column in enumerate(board.tableau):
        source: Spot = ("tab", number)
        for start in range(run_start(column, board.column_types[number]), len(column)):
            run = column[start:]
            for target in _targets(board, columns, run, empty_pockets):
                yield Carry(source, start, run, target)


def _targets(board: Board, columns: Takers, run: Pile, empty_pockets: list[Spot]) -> Iterator[Spot]:
    """Yield where a run may go: its foundation, columns, pockets."""
    head, single = run[0], len(run) == 1
    if single and goes_home(board, head):
        yield foundation_of(head)
    own = direction(run)
    for number, junction in columns.get((head.rank, head.red), ()):
        if goes_with(own, junction):
            yield "tab", number
    if single:
        yield from empty_pockets


def useful(board: Board, options: Options) -> Iterator[Carry]:
    """Yield the legal card moves without those that only exchange a column for an empty one."""
    return (carry for carry in carries(board, options) if not carry.shifts_a_column(board))


def is_placeable(board: Board, columns: Takers, card: Card) -> bool:
    """Whether the card, if it could be taken now, would go on a foundation, a column or in a pocket."""
    return goes_home(board, card) or (card.rank, card.red) in columns or None in board.pockets


# --- carrying ---------------------------------------------------------------------------------------------------


def carried(board: Board, carry: Carry) -> Board:
    """Return the board after a move: cards taken, the exposed card turned, cards put down, types updated."""
    return laid(taken(board, carry), carry)


def taken(board: Board, carry: Carry) -> Board:
    """Return the board without the cards of a move; the exposed card is turned before the type is read. [MM-237]"""
    zone, number = carry.source
    waste, pockets, tableau = board.waste, board.pockets, board.tableau
    types, bases = board.column_types, board.base_heights
    if zone == "waste":
        waste = waste[:-1]
    elif zone == "pocket":
        pockets = replaced(pockets, number, None)
    elif zone != "tab":
        raise InvariantBreach("Failed to remove from source")
    else:
        left = tableau[number][: carry.start]
        if left and left[-1] is not UNKNOWN:
            left = turn_top(left)
        tableau = replaced(tableau, number, left)
        types = replaced(types, number, retyped(types[number], left))
        bases = replaced(bases, number, min(bases[number], len(left)))
    return Board(bases, types, board.down, pockets, tableau, board.up, waste)


def laid(board: Board, carry: Carry) -> Board:
    """Return the board with the cards of a move at their target; on an empty column they make its type. [MM-238]"""
    zone, number = carry.target
    up, down, pockets, tableau, types = board.up, board.down, board.pockets, board.tableau, board.column_types
    if zone == "waste" or not carry.run or (zone != "tab" and len(carry.run) > 1):
        raise InvariantBreach("Failed to add to target")
    if zone == "fUp":
        up = replaced(up, number, up[number] + carry.run)
    elif zone == "fDown":
        down = replaced(down, number, down[number] + carry.run)
    elif zone == "pocket":
        pockets = replaced(pockets, number, carry.run[0])
    else:
        if not tableau[number]:
            types = replaced(types, number, type_by(carry.run[0]))
        tableau = replaced(tableau, number, tableau[number] + carry.run)
    return Board(board.base_heights, types, down, pockets, tableau, up, board.waste)
