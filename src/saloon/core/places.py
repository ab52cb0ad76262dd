"""Places in games with piles: sending, checking, typing and drawing them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from .cards import RANK_LETTERS, SYMBOLS, Card, Hidden, Shown
from .errors import BadMove, Rejected, quoted


class Place(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A pile; `index` says which of several, and is absent for the stock and the waste."""

    zone: Literal["stock", "waste", "tableau", "foundation"]
    index: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.index is UNSET) != (self.zone in ("stock", "waste")):
            raise ValueError(f"the zone {self.zone} takes {'an' if self.index is UNSET else 'no'} index")


def check_place(place: Place, allowed: Sequence[str], sizes: Mapping[str, int], code: str) -> int:
    """Return the place's index (0 if it has none); refuse a zone outside `allowed` and an index beyond its size."""
    if place.zone not in allowed:
        raise Rejected(code, f"the {place.zone} cannot be used here, only {' or '.join(allowed)}")
    if place.index is UNSET:
        return 0
    if not 0 <= place.index < sizes[place.zone]:
        raise Rejected(code, f"there is no {place.zone} {quoted(place.index)}")
    return place.index


def check_count(count: object) -> int:
    """Return `count` if it is a positive whole number."""
    if type(count) is not int or count < 1:
        raise Rejected("MALFORMED_MESSAGE", f"count must be a positive whole number, not {quoted(count)}")
    return count


class TypedMove(Struct, frozen=True):
    """A move as a player typed it; a missing count is one card."""

    source: Place
    target: Place
    count: int


def parse_move(text: str) -> TypedMove:
    """Parse `w 3`, `5 1 2`, `5 f` or `f2 4`: from, to and how many; columns and foundations count from 1."""
    words = text.lower().split()
    if not 2 <= len(words) <= 3 or (len(words) == 3 and not _is_number(words[2])):
        raise BadMove(f"{quoted(text)} is not a move; write from, to and how many, such as 'w 3', '5 1 2' or '5 f'")
    source, target = parse_place(words[0]), parse_place(words[1])
    return TypedMove(source, target, int(words[2]) if len(words) == 3 else 1)


def parse_place(word: str) -> Place:
    """Parse `w`, `3`, `f` (any foundation) or `f2`."""
    if word in ("s", "stock", "w", "waste"):
        return Place("waste" if word[0] == "w" else "stock")
    zone: Literal["foundation", "tableau"] = "foundation" if word.startswith("f") else "tableau"
    number = word.removeprefix("f") if zone == "foundation" else word
    if _is_number(number) and int(number) > 0:
        return Place(zone, int(number) - 1)
    if word == "f":
        return Place(zone, 0)
    raise BadMove(f"{quoted(word)} is not a place; write w for the waste, 3 for a column, f or f2 for a foundation")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 3


def write_place(place: Place) -> str:
    """Return what a player types for `place`."""
    if place.zone == "tableau":
        return str(int(place.index or 0) + 1)
    return place.zone[0] if place.index is UNSET else f"f{place.index + 1}"


def card_text(card: Card | Hidden | None) -> str:
    """Return three characters for a card: ` A♠`, `10♥`, ` ▒▒` for a hidden one, ` ··` for none."""
    if card is None:
        return " ··"
    if isinstance(card, Hidden):
        return " ▒▒"
    rank = "10" if card.rank == 10 else RANK_LETTERS[card.rank]
    return f"{rank:>2}{SYMBOLS[card.suit]}"


def tops_text(piles: Iterable[Sequence[Card]]) -> str:
    """Return the top cards of `piles` in a row."""
    return " ".join(card_text(pile[-1] if pile else None) for pile in piles)


def waste_text(waste: Sequence[Card]) -> str:
    """Return the last three cards of the waste, its top at the right; a dash for none."""
    return " ".join(map(card_text, waste[-3:])) or "—"


def columns_text(columns: Sequence[Shown]) -> str:
    """Return columns side by side under their numbers, bottom cards first."""
    heads = " ".join(f"{number:>3}" for number in range(1, len(columns) + 1))
    drawn = [[card_text(card) for card in column or (None,)] for column in columns]
    rows = (" ".join(row).rstrip() for row in zip_longest(*drawn, fillvalue="   "))
    return "\n".join([heads, *rows])
