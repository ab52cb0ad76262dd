"""Positions of Meridian Master set up by hand: columns as text, everything else as given."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from saloon.core.cards import Card, Pile, card, deck
from saloon.core.errors import Rejected
from saloon.core.game import Action
from saloon.games import GAMES
from saloon.games.meridian.columns import type_by
from saloon.games.meridian.locations import Location
from saloon.games.meridian.rules import begun
from saloon.games.meridian.state import COLUMNS, SUITS, Board, Draw, Move, Options, Place, State

MERIDIAN: Any = GAMES["meridian"]


def pile(text: str) -> Pile:
    """Cards from text such as `9s 8H`: a small first letter of the suit (`9s`, `Td`) is a face-down card."""
    return tuple(card(code.upper()).down() if code[1].islower() else card(code) for code in text.split())


def codes(cards: Sequence[Card]) -> str:
    """The cards as `pile` reads them."""
    return " ".join(one.code[0] + one.suit.lower() if one.face_down else one.code for one in cards)


def position(
    *columns: str,
    waste: str = "",
    pockets: Sequence[str] = (),
    up: dict[str, int] | None = None,
    down: dict[str, int] | None = None,
    stock: str | None = None,
    bases: Sequence[int] | None = None,
    types: Sequence[str | None] | None = None,
    mode: str = "classic",
    direction: str = "locked",
    **changes: Any,
) -> State:
    """A state with these columns; foundations as counts of cards by suit, such as `up={"H": 3}` for 7, 8, 9.

    Cards that lie nowhere go into the stock (in deck order), unless `stock` lists it. Base heights are the columns'
    lengths, and columns of two and more cards are untyped, unless said otherwise.
    """
    options = Options(mode=mode, direction=direction)  # type: ignore[arg-type]
    tableau = tuple(pile(columns[n]) if n < len(columns) else () for n in range(COLUMNS))
    ups = tuple(tuple(deck(suit, range(7, 14)))[: (up or {}).get(suit, 0)] for suit in SUITS)
    downs = tuple(tuple(deck(suit, range(6, 0, -1)))[: (down or {}).get(suit, 0)] for suit in SUITS)
    held = tuple(card(pockets[n]) if n < len(pockets) and pockets[n] else None for n in range(options.pockets))
    kinds = types or [None if not one else type_by(one[0]) if len(one) == 1 else "untyped" for one in tableau]
    board = Board(
        base_heights=tuple(bases or map(len, tableau)),
        column_types=tuple(kinds),  # type: ignore[arg-type]
        down=downs,
        pockets=held,
        tableau=tableau,
        up=ups,
        waste=pile(waste),
    )
    lying = [*board.waste, *(one for one in held if one)]
    lying += [one for group in (tableau, ups, downs) for cards in group for one in cards]
    taken = {one.code for one in lying}
    rest = tuple(one for one in deck(SUITS) if one.code not in taken) if stock is None else pile(stock)
    return replace(begun(board, rest, options, "by hand"), **changes)


def tab(col: int) -> Place:
    """Column `col`, from 0."""
    return Place("tableau", col)


def pocket(number: int = 1) -> Place:
    """A pocket, from 1."""
    return Place("pocket", number - 1)


def foundation(code: str) -> Place:
    """The foundation of a card."""
    one = card(code)
    return Place("foundation", SUITS.index(one.suit) + (0 if one.rank >= 7 else 4))


def text_tab(col: int) -> Location:
    """Column `col` as the text writes it."""
    return Location("tab", col=col)


def text_pocket(number: int = 1) -> Location:
    """A pocket as the text writes it."""
    return Location("pocket", pocket_num=number)


def text_foundation(code: str) -> Location:
    """The foundation of a card as the text writes it."""
    one = card(code)
    return Location("fUp" if one.rank >= 7 else "fDown", suit=one.suit.lower())


def move(state: State, code: str, target: Place) -> State:
    """The state after a card move."""
    after: State = MERIDIAN.apply(state, 0, Move(code, target))
    return after


def drawn(state: State, times: int = 1) -> State:
    """The state after some draws."""
    for _ in range(times):
        state = MERIDIAN.apply(state, 0, Draw())
    return state


def refused(state: State, action: Action, seat: int = 0) -> tuple[str, str]:
    """The code and the reason of the refusal that must come."""
    try:
        MERIDIAN.apply(state, seat, action)
    except Rejected as rejected:
        return rejected.code, rejected.reason
    raise AssertionError(f"{action} was accepted")


def takes(state: State, code: str, target: Place) -> bool:
    """Whether a card move is accepted."""
    return any(action == Move(code, target) for action in MERIDIAN.legal(state, 0))
