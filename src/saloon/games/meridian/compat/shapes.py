"""The text's own objects: cards with their ids, moves, the state for a page."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from saloon.core import cards
from saloon.games.meridian.ids import VALUES, read_id
from saloon.games.meridian.locations import Location
from saloon.games.meridian.moves import UNKNOWN
from saloon.games.meridian.savefile import by_suit
from saloon.games.meridian.state import COLUMNS, SUITS, ColumnType, Mode
from saloon.games.meridian.statistics import CurrentGame, ModeStats, Stats
from saloon.games.meridian.view import Direction, View


class Card(Struct, frozen=True, rename="camel"):
    """A card as the text describes it. [MM-54…MM-59]"""

    id: str
    value: str
    suit: str
    color: str
    numeric_value: int
    is_face_up: bool = True


HIDDEN_CARD: Final = Card("hidden", "", "", "", 0, is_face_up=False)
"""A hidden card: all look the same."""


def shape(card: cards.Card, card_id: str) -> Card:
    """Return a card as the text describes it."""
    color = "red" if card.red else "black"
    return Card(card_id, VALUES[card.rank - 1], card.suit.lower(), color, card.rank, not card.face_down)


def plain(card: Card) -> cards.Card:
    """Return the rules' card for one of the engine; a hidden one stays unknown."""
    if card == HIDDEN_CARD:
        return UNKNOWN
    known = read_id(card.id)
    return known if card.is_face_up else known.down()


def plain_pile(pile: Sequence[Card]) -> cards.Pile:
    """Return the rules' cards for some of the engine."""
    return tuple(map(plain, pile))


def read_location(target: object) -> Location:
    """Return the place that a caller names, as an object or a mapping; anything else becomes an invalid place."""
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


class PlayedMove(Struct, frozen=True, rename="camel"):
    """A move of the history; the snapshot is what the player saw before it. [MM-81…MM-86, MM-241]"""

    card_id: str
    source_location: Location
    target_location: Location
    moving_cards: tuple[Card, ...]
    timestamp: int
    state_snapshot: View


class ScoredMove(Struct, frozen=True, rename="camel"):
    """A possible move and its score."""

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
    """The result of a command: true if it succeeded, otherwise with the reason. [MM-399]"""

    success: bool
    reason: str = ""
    card: Card | None = None
    recycled: bool = False

    @property
    def valid(self) -> bool:
        """`success` under the name used by validations. [MM-161]"""
        return self.success

    def __bool__(self) -> bool:
        return self.success


class Hint(Struct, frozen=True, rename="camel"):
    """A suggestion: a card move, or a draw if `draw` is set. False if there is none because the game is not active."""

    success: bool = True
    reason: str = ""
    draw: bool = False
    move: ScoredMove | None = None

    def __bool__(self) -> bool:
        return self.success


class Event(Struct, frozen=True):
    """An event for listeners."""

    kind: str
    details: dict[str, Any]
