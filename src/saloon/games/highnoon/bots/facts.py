"""What a bot of HighNoon knows: the visible cards, and the order of every stock that it has seen turned over."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct

from saloon.core.cards import SUITS, Card
from saloon.core.game import Seat
from saloon.games.highnoon.rules import catalogue
from saloon.games.highnoon.state import PLAYERS
from saloon.games.highnoon.view import BoardView, View

_IDS: Final = tuple(tuple(card.card_id for card in catalogue(copy)) for copy in (0, 1))
_NUMBERS: Final = {card.card_id: number for copy in (0, 1) for number, card in enumerate(catalogue(copy))}
"""A card's number: 13 for each suit, from the ace up. Both decks have the same."""
UNKNOWN: Final = -1


class Side(Struct, frozen=True):
    """One board; hidden cards are UNKNOWN."""

    columns: tuple[tuple[int, ...], ...]
    down: tuple[int, ...]
    stock: tuple[int, ...]
    """From the bottom up."""
    waste: tuple[int, ...]
    score: int
    since: int


class Known(Struct, frozen=True):
    """Everything a bot's choice depends on. `sides` are p1's and p2's, `unseen` the cards that may be hidden there.

    With one deck each (split) both sides have their own; in shared mode one list serves both.
    """

    seat: Seat
    sides: tuple[Side, Side]
    raised: tuple[int, ...]
    explicit: bool
    unseen: tuple[tuple[int, ...], ...]


class Memory:
    """The order of both stocks as far as it was seen, which a player could remember."""

    def __init__(self) -> None:
        self._last: list[BoardView | None] = [None, None]
        self.stocks: list[list[Card | None]] = [[], []]

    def watch(self, view: View) -> None:
        """Follow draws and recycles from one view to the next."""
        for side, board in enumerate(boards(view)):
            last, self._last[side] = self._last[side], board
            if board is last:
                continue
            stock = self.stocks[side]
            if last is not None and board.stock < last.stock:
                del stock[board.stock :]
            elif last is not None and board.stock > last.stock and board.stock == len(last.waste) and not board.waste:
                self.stocks[side] = list(reversed(last.waste))
            if len(self.stocks[side]) != board.stock:
                self.stocks[side] = [None] * board.stock


def boards(view: View) -> tuple[BoardView, BoardView]:
    """Return p1's and p2's boards of a seat's view."""
    assert view.you is not UNSET
    assert view.opp is not UNSET
    return (view.you, view.opp) if view.seat == PLAYERS[0] else (view.opp, view.you)


def known(view: View, stocks: Sequence[Sequence[Card | None]]) -> Known:
    """Return what a bot that sees `view` and remembers `stocks` knows."""
    assert view.seat is not None
    sides = boards(view)
    since = (0, 0) if view.since_progress is UNSET else (view.since_progress.p1, view.since_progress.p2)
    seen = {card.card_id for pile in view.foundations for card in pile.cards}
    for board, stock in zip(sides, stocks, strict=True):
        for pile in (board.waste, *board.tableau, stock):
            seen.update(card.card_id for card in pile if isinstance(card, Card))
    unseen = [tuple(_NUMBERS[one] for one in ids if one not in seen) for ids in _IDS]
    heights = [0] * 8
    for place, foundation in enumerate(view.foundations):
        assert foundation.suit == SUITS[place // 2]
        heights[place] = len(foundation.cards)
    one, two = (_side(board, stock, count) for board, stock, count in zip(sides, stocks, since, strict=True))
    return Known(
        seat=PLAYERS.index(view.seat),
        sides=(one, two),
        raised=tuple(heights),
        explicit=view.options is not UNSET and view.options.reveal == "explicit",
        unseen=tuple(unseen) if view.mode == "split" else (unseen[0] + unseen[1],),
    )


def _side(board: BoardView, stock: Sequence[Card | None], since: int) -> Side:
    columns = tuple(tuple(_number(card) for card in column) for column in board.tableau)
    return Side(
        columns=columns,
        down=tuple(column.count(UNKNOWN) for column in columns),
        stock=tuple(map(_number, stock)),
        waste=tuple(map(_number, board.waste)),
        score=board.score,
        since=since,
    )


def _number(card: object) -> int:
    return _NUMBERS[card.card_id] if isinstance(card, Card) else UNKNOWN
