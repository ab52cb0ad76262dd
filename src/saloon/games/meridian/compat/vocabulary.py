"""The text's functions on cards and columns. Each is a thin wrapper of a rule, for engine cards."""

from collections.abc import Collection, MutableSequence, Sequence
from copy import deepcopy
from typing import Final, TypeVar

from saloon.core.cards import Pile, deck
from saloon.core.errors import BadInput, InvariantBreach, quoted
from saloon.core.seeds import fresh_seed
from saloon.core.streams import Sha256Stream, Stream, shuffle
from saloon.games.meridian import columns, invariants, stalemate
from saloon.games.meridian.ids import RANDOM_LENGTH, VALUES, random_text, read_id, seeded_ids
from saloon.games.meridian.rules import dealt_board
from saloon.games.meridian.state import DOWN_COMPLETE, LOWEST_UP, SUITS, UP_COMPLETE, ColumnType, Mode, Options, State

from .shapes import Card, plain, plain_pile, shape

__all__ = [
    "can_place_on_foundation", "can_place_on_tableau", "clone_array", "clone_foundations", "clone_object",
    "clone_tableau", "count_all_cards", "create_and_shuffle_deck", "create_deck", "deal_cards_to_tableau",
    "deal_classic_mode", "deal_traditional_mode", "find_card_index", "find_index_in_column",
    "generate_random_string", "get_movable_sequence", "get_numeric_value", "hash_string", "initialize_column_types",
    "is_complete_down_sequence", "is_complete_up_sequence", "is_valid_down_sequence", "is_valid_sequence",
    "is_valid_up_sequence", "reconstruct_card", "serialize_cards", "serialize_foundations", "serialize_tableau",
    "shuffle_deck", "validate_column_type",
]  # fmt: skip

T = TypeVar("T")
WordT = TypeVar("WordT")
Column = tuple[Card, ...]

_DIRECTIONS: Final = {
    "ascending": columns.ASCENDING, "descending": columns.DESCENDING, "flexible": columns.FREE, None: columns.FREE,
}  # fmt: skip


# --- cards ------------------------------------------------------------------------------------------------------


def create_deck(seed: str | None = None, timestamp: int = 0) -> list[Card]:
    """`createDeck`: h, d, c, s, each from A to K, face-up, with the ids of the seed and the time. [MM-143]"""
    ids = seeded_ids(fresh_seed() if seed is None else seed, timestamp)
    return [shape(card, ids[card.code]) for card in deck(SUITS)]


def get_numeric_value(value: str) -> int:
    """`getNumericValue`: A is 1, J 11, Q 12, K 13. [MM-144]"""
    return VALUES.index(_one_of(VALUES, value)) + 1


def _one_of(words: Collection[WordT], word: WordT) -> WordT:
    if word not in words:
        raise BadInput(f"{quoted(word)} is not one of {', '.join(map(str, words))}")
    return word


def shuffle_deck(cards: MutableSequence[T], stream: Stream | None = None) -> MutableSequence[T]:
    """`shuffleDeck`: Fisher–Yates in place, at random or by a stream such as `Sha256Stream("7::meridian")`. [MM-145]"""
    shuffle(cards, stream or Sha256Stream(fresh_seed()))
    return cards


def create_and_shuffle_deck(seed: str | None = None) -> list[Card]:
    """`createAndShuffleDeck`: the deck of a seed in the order in which it is dealt. [MM-118]"""
    seed = fresh_seed() if seed is None else seed
    cards = create_deck(seed)
    shuffle(cards, Sha256Stream(f"{seed}::meridian"))
    return cards


def generate_random_string(length: int = RANDOM_LENGTH, stream: Stream | None = None) -> str:
    """`generateRandomString`: digits and lower-case letters."""
    return random_text(stream or Sha256Stream(fresh_seed()), length)


def find_card_index(card: Card, column: Sequence[Card]) -> int:
    """`findCardIndex`, `findIndexInColumn`: where a card lies in a column, by its id; -1 if it does not."""
    return next((height for height, one in enumerate(column) if one.id == card.id), -1)


find_index_in_column = find_card_index


def reconstruct_card(card_id: str) -> Card:
    """`reconstructCard`: the face-up card of an id, from any program. [MM-343]"""
    return shape(read_id(card_id), card_id)


# --- the deal ---------------------------------------------------------------------------------------------------


def deal_cards_to_tableau(mode: Mode, cards: Sequence[Card]) -> tuple[tuple[Column, ...], Column]:
    """`dealCardsToTableau`: the seven columns of a shuffled deck and the stock, face-up as the mode says."""
    board, stock = dealt_board([plain(card) for card in cards], Options(mode=mode))
    ids = {plain(card).code: card.id for card in cards}

    def shaped(pile: Pile) -> Column:
        return tuple(shape(card, ids[card.code]) for card in pile)

    return tuple(map(shaped, board.tableau)), shaped(stock)


def deal_classic_mode(cards: Sequence[Card]) -> tuple[tuple[Column, ...], Column]:
    """`dealClassicMode`: all cards face-up, for Classic and Double Pocket. [MM-153]"""
    return deal_cards_to_tableau("classic", cards)


def deal_traditional_mode(cards: Sequence[Card]) -> tuple[tuple[Column, ...], Column]:
    """`dealTraditionalMode`: only the top of each column face-up, for Traditional and Expert. [MM-154]"""
    return deal_cards_to_tableau("traditional", cards)


def initialize_column_types(tableau: Sequence[Sequence[Card]]) -> tuple[ColumnType | None, ...]:
    """`initializeColumnTypes`: the first column by its card, the others untyped. [MM-122, MM-173]"""
    return columns.dealt_types([plain_pile(column) for column in tableau])


# --- columns ----------------------------------------------------------------------------------------------------


def is_valid_sequence(cards: Sequence[Card], direction: str | None = "flexible") -> bool:
    """`isValidSequence`: alternating colours, steps in one direction: that given, or either if flexible. [MM-195]"""
    return columns.is_sequence(plain_pile(cards), _DIRECTIONS[_one_of(_DIRECTIONS, direction)])


def can_place_on_tableau(
    moving_cards: Sequence[Card],
    target_column: Sequence[Card],
    column_type: str | None,
    base_height: int = 0,
    *,
    locked: bool = True,
) -> bool:
    """`canPlaceOnTableau`: whether a column takes a run; an untyped one in either direction. [MM-197]

    `base_height` is the number of cards that were not laid by a move; it is needed to check an untyped column's lock.
    """
    column, kind = plain_pile(target_column), column_type
    if column and kind not in ("ace", "king", "untyped"):
        return False
    heading = columns.heading(column, kind, base_height, locked=locked)  # type: ignore[arg-type]
    run = plain_pile(moving_cards)
    return columns.is_sequence(run) and columns.fits(run, columns.openings(column, heading))


def get_movable_sequence(column: Sequence[Card], start_index: int) -> list[Card]:
    """`getMovableSequence`: the cards from there to the top; none if one is hidden or they are not a run. [MM-208]"""
    cards = list(column[start_index:])
    sound = all(card.is_face_up for card in cards) and is_valid_sequence(cards)
    return cards if sound else []


def validate_column_type(column: Sequence[Card], column_type: ColumnType | None) -> bool:
    """`validateColumnType`: whether the type fits the column. [MM-139]"""
    try:
        invariants.check_type(plain_pile(column), column_type)
    except InvariantBreach:
        return False
    return True


# --- foundations ------------------------------------------------------------------------------------------------


def can_place_on_foundation(card: Card, foundation: Sequence[Card], direction: str, suit: str | None = None) -> bool:
    """`canPlaceOnFoundation`: the 7 or 6 that begins an "up" or "down" pile, else the next of its suit. [MM-187]"""
    wanted = (foundation[0].suit if foundation else card.suit) if suit is None else suit
    is_valid = is_valid_up_sequence if _one_of(("up", "down"), direction) == "up" else is_valid_down_sequence
    return card.suit == wanted and is_valid([*foundation, card])


def is_valid_up_sequence(pile: Sequence[Card]) -> bool:
    """`isValidUpSequence`: one suit, 7, 8, 9 … as far as it goes. [MM-190]"""
    return _is_suit_pile(pile, list(range(LOWEST_UP, LOWEST_UP + UP_COMPLETE)))


def is_valid_down_sequence(pile: Sequence[Card]) -> bool:
    """`isValidDownSequence`: one suit, 6, 5, 4 … as far as it goes. [MM-190]"""
    return _is_suit_pile(pile, list(range(DOWN_COMPLETE, 0, -1)))


def _is_suit_pile(pile: Sequence[Card], ranks: Sequence[int]) -> bool:
    return [card.numeric_value for card in pile] == ranks[: len(pile)] and len({card.suit for card in pile}) <= 1


def is_complete_up_sequence(pile: Sequence[Card], suit: str) -> bool:
    """`isCompleteUpSequence`: all of 7 … K in the suit. [MM-256]"""
    return len(pile) == UP_COMPLETE and pile[0].suit == suit and is_valid_up_sequence(pile)


def is_complete_down_sequence(pile: Sequence[Card], suit: str) -> bool:
    """`isCompleteDownSequence`: all of 6 … A in the suit. [MM-256]"""
    return len(pile) == DOWN_COMPLETE and pile[0].suit == suit and is_valid_down_sequence(pile)


# --- whole states -----------------------------------------------------------------------------------------------


def count_all_cards(state: State) -> int:
    """`countAllCards`: the cards of all areas together. [MM-133]"""
    board = state.board
    piles = (state.stock, board.waste, *board.tableau, *board.up, *board.down)
    return sum(map(len, piles)) + sum(card is not None for card in board.pockets)


def serialize_tableau(state: State) -> str:
    """`serializeTableau`: the columns as text, for the fingerprint of a position."""
    return stalemate.tableau_text(state.board)


def serialize_foundations(state: State) -> str:
    """`serializeFoundations`: the goal piles as text."""
    return stalemate.foundations_text(state.board)


def serialize_cards(cards: Sequence[Card]) -> str:
    """`serializeCards`: cards as text, by value and suit."""
    return stalemate.pile_text(plain_pile(cards))


def hash_string(text: str) -> str:
    """`hashString`: 64 bits of SHA-256, in hex."""
    return stalemate.hash_string(text)


def clone_object(value: T) -> T:
    """`cloneArray`, `cloneTableau`, `cloneFoundations`, `cloneObject`: a deep copy that shares nothing. [MM-251]"""
    return deepcopy(value)


clone_array = clone_tableau = clone_foundations = clone_object
