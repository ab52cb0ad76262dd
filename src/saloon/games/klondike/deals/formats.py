"""Decks as other programs write them: read by their looks, written by name.

- cards: `7H 6H TS …`, columns of 1 … 7 cards, bottom first, then the stock in draw order
- klondike-solver: 52 times three digits, rank and suit (1 to 4 for clubs, diamonds, hearts, spades), dealt by rows
- pysol: `Talon: 5S 9S …`, then a line for each column, face-down cards as `<6H>`
- solvitaire: JSON with `tableau piles`, bottom first, and `stock`, whose last card is drawn first
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from saloon.core.cards import Card, card, check_deck
from saloon.core.cards import read_deck as read_cards
from saloon.core.errors import BadDeck, quoted

from .klondike_solver import by_columns, by_rows
from .klondike_solver import numbered_deck as klondike_solver_deck

_COLUMNS: Final = 7
_DEALT: Final = 28
_SUITS: Final = "CDHS"
_DIGITS: Final = re.compile(r"(?:[01]\d[1-4]){52}", re.ASCII)
_GAME: Final = re.compile(r"game:\s*(\S+)", re.IGNORECASE | re.ASCII)


def read_deck(text: str) -> Sequence[Card]:
    """Return the deck of a text in any of the formats, or of `Game: 37547`, as Klondike-Solver's files have it."""
    text = text.strip()
    if numbered := _GAME.fullmatch(text):
        return klondike_solver_deck(numbered[1])
    if text.startswith("{"):
        return _read_solvitaire(text)
    if text.casefold().startswith("talon:"):
        return _read_pysol(text)
    return _read_digits(text) if text.isdecimal() else read_cards(text)


def _read_digits(text: str) -> Sequence[Card]:
    if not _DIGITS.fullmatch(text):
        raise BadDeck(f"{quoted(text)} is not a deck of Klondike-Solver: 52 cards of three digits, such as 052 for 5D")
    ranks = (int(text[at : at + 2]) for at in range(0, len(text), 3))
    suits = (_SUITS[int(text[at]) - 1] for at in range(2, len(text), 3))
    return by_columns(check_deck([_card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]))


def _card(rank: int, suit: str) -> Card:
    return card(f"{'?A23456789TJQK??????'[rank]}{suit}")


def _read_pysol(text: str) -> Sequence[Card]:
    talon, *columns = text.splitlines()
    rows = [re.sub(r"[<>:]", " ", line).split() for line in columns if line.strip()]
    _check_columns([len(row) for row in rows])
    stock = talon.partition(":")[2].split()
    return check_deck([card(word) for word in [*(word for row in rows for word in row), *stock]])


def _read_solvitaire(text: str) -> Sequence[Card]:
    try:
        document = msgspec.json.decode(text)
        piles: list[list[str]] = msgspec.convert(document.get("tableau piles", []), list[list[str]])
        stock: list[str] = msgspec.convert(document.get("stock", []), list[str])
    except msgspec.MsgspecError as error:
        raise BadDeck(f"this is not a deal of Solvitaire: {error}") from None
    if any(_cards_in(document.get(name)) for name in ("waste", "foundations")):
        raise BadDeck("this deal of Solvitaire is a game in progress: its waste or a foundation has cards")
    _check_columns([len(pile) for pile in piles])
    words = [*(word for pile in piles for word in pile), *reversed(stock)]
    return check_deck([card(_two_letters(word)) for word in words])


def _cards_in(value: Any) -> bool:
    """Return whether there is a card in a list, or in a list of lists."""
    return any(map(_cards_in, value)) if isinstance(value, list) else bool(value)


def _two_letters(word: str) -> str:
    """Return the code of a card that Solvitaire writes as `10d`, or as `13s` for a king."""
    numbers = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
    return numbers.get(word[:-1], word[:-1]) + word[-1:]


def _check_columns(sizes: list[int]) -> None:
    if sizes != list(range(1, _COLUMNS + 1)):
        raise BadDeck(f"a deal has columns of 1 to 7 cards; these have {', '.join(map(str, sizes)) or 'none'}")


# --- writing --------------------------------------------------------------------------------------------------------


def _columns(cards: Sequence[Card]) -> Iterator[Sequence[Card]]:
    start = 0
    for size in range(1, _COLUMNS + 1):
        yield cards[start : start + size]
        start += size


def _write_cards(cards: Sequence[Card]) -> str:
    return " ".join(one.code for one in cards)


def _write_digits(cards: Sequence[Card]) -> str:
    return "".join(f"{one.rank:02d}{_SUITS.index(one.suit) + 1}" for one in by_rows(cards))


def _write_pysol(cards: Sequence[Card]) -> str:
    columns = [" ".join([*(f"<{one.code}>" for one in column[:-1]), column[-1].code]) for column in _columns(cards)]
    return "\n".join([f"Talon: {_write_cards(cards[_DEALT:])}", *columns])


def _write_solvitaire(cards: Sequence[Card]) -> str:
    def word(one: Card) -> str:
        return one.code.replace("T", "10")

    piles = [[*(word(one).lower() for one in column[:-1]), word(column[-1])] for column in _columns(cards)]
    stock = [word(one) for one in reversed(cards[_DEALT:])]
    return msgspec.json.encode({"tableau piles": piles, "stock": stock}).decode()


FORMATS: Final[Mapping[str, Callable[[Sequence[Card]], str]]] = {
    "cards": _write_cards,
    "klondike-solver": _write_digits,
    "pysol": _write_pysol,
    "solvitaire": _write_solvitaire,
}
"""What writes a deck in each format."""
