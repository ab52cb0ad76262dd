"""Other arrangements of what a seat cannot see: the views of all of them must be the same bytes."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from saloon.core.cards import Card
from saloon.core.game import Seat


def rearranged(name: str, state: Any, seat: Seat | None, random: Random) -> Any:
    """Return `state` with the cards that `seat` cannot see dealt out anew over the places they may lie in."""
    if name == "nevernine":
        return _other_hands(state, seat, random)
    if name == "meridian":
        return _shown_again(rearranged("", _stock_hidden(state), seat, random))
    hidden = [card for card in _cards(state) if card.face_down]
    random.shuffle(hidden)
    return _filled(state, iter(hidden))


def _stock_hidden(state: Any) -> Any:
    """Meridian's stock lies face-up inside the engine, and is seen by nobody."""
    return replace(state, stock=tuple(card.down() for card in state.stock))


def _shown_again(state: Any) -> Any:
    return replace(state, stock=tuple(card.up() for card in state.stock))


def _other_hands(state: Any, seat: Seat | None, random: Random) -> Any:
    others = [other for other in range(4) if other != seat]
    pool = [card for other in others for card in state.hands[other]]
    random.shuffle(pool)
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], pool = type(hands[other])(pool[:size]), pool[size:]
    return replace(state, hands=tuple(hands), seed="another")


def _cards(node: Any) -> Iterator[Card]:
    if isinstance(node, Card):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from _cards(item)
    elif isinstance(node, Struct):
        for field in msgspec.structs.fields(node):
            yield from _cards(getattr(node, field.name))


def _filled(node: Any, hidden: Iterator[Card]) -> Any:
    if isinstance(node, Card):
        return next(hidden) if node.face_down else node
    if isinstance(node, tuple):
        return tuple(_filled(item, hidden) for item in node)
    if isinstance(node, Struct):
        changed = {field.name: _filled(getattr(node, field.name), hidden) for field in msgspec.structs.fields(node)}
        if "seed" in changed:
            changed["seed"] = "another"
        return replace(node, **changed)
    return node
