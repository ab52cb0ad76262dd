"""Places as the text writes them, `{type, col, suit, pocketNum}`: the form of logs, databases and the engine object.

Views and messages write places like all other games (`state.Place`). Logs keep the form of the text, so that every
version of Saloon can replay them.
"""

from collections.abc import Mapping
from typing import Final, TypeGuard

from msgspec import Struct

from saloon.core.game import Action, read_action

from .moves import PLACES, Spot, spot_of
from .state import COLUMNS, SUITS, Move, Place


class Location(Struct, frozen=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True):
    """A place as the text writes it. It is checked after the card, so any value is read. [MM-87…MM-90]"""

    type: str
    col: object = None
    suit: object = None
    pocket_num: object = None


class LoggedMove(Action, frozen=True):
    """A card move as logs and databases keep it."""

    kind = Move.kind
    card: str
    target: Location


LOCATIONS: Final[Mapping[Spot, Location]] = {
    ("waste", 0): Location("waste"),
    **{("pocket", n): Location("pocket", pocket_num=n + 1) for n in range(2)},
    **{("tab", n): Location("tab", col=n) for n in range(COLUMNS)},
    **{("fUp", n): Location("fUp", suit=suit.lower()) for n, suit in enumerate(SUITS)},
    **{("fDown", n): Location("fDown", suit=suit.lower()) for n, suit in enumerate(SUITS)},
}
"""Every place in the text."""
NOWHERE: Final = Place("stock")
"""Represents a location that is not a target: the rules refuse it after checking the card."""


def target_at(location: Location) -> Spot | None:
    """Return the place for cards that a location names; None if it is incomplete or no target. [MM-88…MM-90]"""
    number: object = None
    match location.type:
        case "tab":
            number = location.col
        case "fUp" | "fDown":
            suit = location.suit
            number = SUITS.lower().find(suit) if isinstance(suit, str) and len(suit) == 1 else None
        case "pocket":
            pocket = 1 if location.pocket_num is None else location.pocket_num
            number = pocket - 1 if type(pocket) is int else None
    spot = (location.type, number)
    return spot if type(number) is int and _is_target(spot) else None


def _is_target(spot: object) -> TypeGuard[Spot]:
    return spot in PLACES


def place_at(location: Location) -> Place:
    """Return the place for a location."""
    spot = target_at(location)
    return NOWHERE if spot is None else PLACES[spot]


def is_logged_form(kind: object, payload: object) -> bool:
    """Return whether a message is a card move in the form of the text."""
    if kind != Move.kind or not isinstance(payload, Mapping):
        return False
    target = payload.get("target")
    return isinstance(target, Mapping) and "type" in target


def read_logged_move(payload: object) -> Move:
    """Return the card move of a payload in the text's form; raise Rejected if it is malformed."""
    logged = read_action({Move.kind: LoggedMove}, Move.kind, payload)
    assert isinstance(logged, LoggedMove)
    return Move(logged.card, place_at(logged.target))


def logged(action: Action) -> Action:
    """Return `action` as logs and databases keep it."""
    if not isinstance(action, Move):
        return action
    spot = spot_of(action.target)
    assert spot is not None, "only an accepted move is logged"
    return LoggedMove(action.card, LOCATIONS[spot])
