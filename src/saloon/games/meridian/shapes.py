"""How does the engine show its things? The text's own objects: cards with their ids, moves, the state for a page."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct

from saloon.core import cards
from saloon.core.errors import BadInput, quoted
from saloon.core.streams import Sha256Stream, Stream

from .moves import UNKNOWN
from .state import COLUMNS, SUITS, Board, ColumnType, Location, Mode
from .statistics import CurrentGame, ModeStats, Stats
from .view import Direction, View

VALUES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_ID: Final = re.compile(r"(?P<value>10|[2-9AJQK])(?P<suit>[hdcs])_\d+_\d+_\w+", re.ASCII)
_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
RANDOM_LENGTH: Final = 9

PileT = TypeVar("PileT")


class Card(Struct, frozen=True, rename="camel"):
    """A card as the text describes it. [MM-54…MM-59]"""

    id: str
    value: str
    suit: str
    color: str
    numeric_value: int
    is_face_up: bool = True


HIDDEN_CARD: Final = Card("hidden", "", "", "", 0, is_face_up=False)
"""What everyone gets of a card that nobody may see: each looks like any other."""

Ids = Mapping[str, str]
"""The id of each card by its code, such as `7H`."""


def unique_id(value: str, suit: str, timestamp: int, counter: int, random: str) -> str:
    """Return an id of the text's form. [MM-60]"""
    return f"{value}{suit}_{timestamp}_{counter}_{random}"


def random_text(stream: Stream, length: int = RANDOM_LENGTH) -> str:
    """Return text of digits and small letters."""
    return "".join(_LETTERS[stream.below(len(_LETTERS))] for _ in range(length))


def seeded_ids(seed: str, timestamp: int = 0) -> dict[str, str]:
    """Return the ids of a deal made at `timestamp`: the same seed and time give the same ids. [MM-60, MM-61]"""
    stream = Sha256Stream(f"{seed}::meridian::ids")
    return {
        card.code: unique_id(VALUES[card.rank - 1], card.suit.lower(), timestamp, counter, random_text(stream))
        for counter, card in enumerate(cards.deck(SUITS))
    }


def read_id(card_id: object) -> cards.Card:
    """Return the face-up card that an id names, whoever made the id. [MM-150, MM-343]"""
    match = _ID.fullmatch(card_id) if isinstance(card_id, str) else None
    if match is None:
        raise BadInput(f"{quoted(card_id)} is no card's id; one looks like Ah_1768112159226_9_wae4gq1zf", "BAD_CARD_ID")
    rank, suit = VALUES.index(match["value"]) + 1, match["suit"].upper()
    return cards.Card(cards.RANK_LETTERS[rank] + suit, False, rank, suit)


def shape(card: cards.Card, card_id: str) -> Card:
    """Return a card as the text describes it."""
    color = "red" if card.red else "black"
    return Card(card_id, VALUES[card.rank - 1], card.suit.lower(), color, card.rank, not card.face_down)


def plain(card: Card) -> cards.Card:
    """Return the rules' card for one of the engine; a hidden one is as unknown to the caller as it looks."""
    if card == HIDDEN_CARD:
        return UNKNOWN
    known = read_id(card.id)
    return known if card.is_face_up else known.down()


def plain_pile(pile: Sequence[Card]) -> cards.Pile:
    """Return the rules' cards for some of the engine."""
    return tuple(map(plain, pile))


def read_location(target: object) -> Location:
    """Return the place that a caller names, as an object or a mapping; what is neither becomes no place at all."""
    if isinstance(target, Location):
        return target
    if not isinstance(target, Mapping) or not isinstance(target.get("type"), str):
        return Location("")
    pocket = target.get("pocketNum", target.get("pocket_num"))
    return Location(target["type"], target.get("col"), target.get("suit"), pocket)


class Foundations(Struct, frozen=True):
    """The goal piles by suit: h, d, c, s. [MM-67, MM-68]"""

    up: dict[str, Any]
    down: dict[str, Any]


def by_suit(piles: Sequence[PileT]) -> dict[str, PileT]:
    """Return four piles under their suits' letters."""
    return dict(zip(SUITS.lower(), piles, strict=True))


class PlayedMove(Struct, frozen=True, rename="camel"):
    """A move of the history; the snapshot is what the player saw before it. [MM-81…MM-86, MM-241]"""

    card_id: str
    source_location: Location
    target_location: Location
    moving_cards: tuple[Card, ...]
    timestamp: int
    state_snapshot: View


class ScoredMove(Struct, frozen=True, rename="camel"):
    """A possible move and what speaks for it."""

    card_id: str
    source_location: Location
    target_location: Location
    moving_cards: tuple[Card, ...]
    score: int
    lookahead_score: int
    leads_to_stalemate: bool
    total_score: float


class GameState(Struct, frozen=True, rename="camel"):
    """All that a page needs to draw the game; hidden cards are counted, never shown. Idle, the table is empty."""

    stats: Stats
    mode_stats: dict[Mode, ModeStats]
    status: str = "idle"
    active: bool = False
    paused: bool = False
    game_mode: Mode | None = None
    direction: str | None = None
    seed: str | None = None
    deck: tuple[Card, ...] = ()
    waste: tuple[Card, ...] = ()
    pocket: tuple[Card, ...] = ()
    pocket2: tuple[Card, ...] = ()
    tableau: tuple[tuple[Card, ...], ...] = ((),) * COLUMNS
    foundations: Foundations = Foundations(by_suit([()] * len(SUITS)), by_suit([()] * len(SUITS)))
    column_types: tuple[ColumnType | None, ...] = (None,) * COLUMNS
    column_typing_cards: tuple[Card | None, ...] = (None,) * COLUMNS
    column_directions: tuple[Direction | None, ...] = (None,) * COLUMNS
    base_heights: tuple[int, ...] = (0,) * COLUMNS
    move_history: tuple[PlayedMove, ...] = ()
    current_game: CurrentGame = CurrentGame()
    rating: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def stock(self) -> tuple[Card, ...]:
        """The deck by its other name."""
        return self.deck


class Result(Struct, frozen=True):
    """What came of a command: true if it succeeded, otherwise with the reason. [MM-399]"""

    success: bool
    reason: str = ""
    card: Card | None = None
    recycled: bool = False

    @property
    def valid(self) -> bool:
        """Success by the name that a validation has for it. [MM-161]"""
        return self.success

    def __bool__(self) -> bool:
        return self.success


class Hint(Struct, frozen=True, rename="camel"):
    """A suggestion: a card move, or a draw if `draw` is set. False if none was given because the game rests."""

    success: bool = True
    reason: str = ""
    draw: bool = False
    move: ScoredMove | None = None

    def __bool__(self) -> bool:
        return self.success


class Event(Struct, frozen=True):
    """Something that listeners are told."""

    kind: str
    details: dict[str, Any]


def pocket_piles(board: Board) -> tuple[cards.Pile, cards.Pile]:
    """Return the two pockets as piles; a mode with one pocket has an empty second. [MM-64, MM-65]"""
    first, second = (*board.pockets, None)[:2]
    return () if first is None else (first,), () if second is None else (second,)
