"""Every well-formed action that a seat could send, legal or not: what `legal` is compared with."""

from collections.abc import Iterator
from itertools import product

from saloon.core.cards import deck
from saloon.core.game import Action, Seat
from saloon.core.places import Place
from saloon.games.cards import state as cards
from saloon.games.highnoon import state as highnoon
from saloon.games.klondike import state as klondike
from saloon.games.meridian import state as meridian
from saloon.games.nevernine import state as nevernine

COUNTS = range(15)


def every_action(game: str, seat: Seat) -> list[Action]:
    """Return all well-formed actions of `seat`, those of the wrong owner and beyond the last pile included."""
    actions = {
        "highnoon": _highnoon, "meridian": _meridian, "cards": _cards, "klondike": _klondike, "nevernine": _nevernine,
    }  # fmt: skip
    return list(actions[game](seat))


def places(columns: int, foundations: int) -> list[Place]:
    """Return every place of a table, and one beyond each end."""
    indexed = [Place("tableau", i) for i in range(-1, columns + 1)]
    return [Place("stock"), Place("waste"), *indexed, *(Place("foundation", i) for i in range(-1, foundations + 1))]


def _highnoon(seat: Seat) -> Iterator[Action]:
    zones = [
        highnoon.Zone(place.zone, place.index, owner=owner)
        for place in places(7, 8)
        for owner in ("p1", "p2", "global")
        if not (place.zone == "foundation" and owner != "global" and place.index != 0)
    ]
    own = [zone for zone in zones if zone.owner in (f"p{seat + 1}", "global")]
    yield from (highnoon.Resign(), highnoon.OfferEnd())
    for zone in zones:
        yield highnoon.Flip(zone)
    for source, target in product(zones, own):
        yield highnoon.Draw(source, target)
        yield highnoon.Recycle(source, target)
        if target.zone != "foundation" or target.index in (-1, 8):
            yield highnoon.FoundationMove(source, target)
    for source, target, count in product(own, own, COUNTS):
        yield highnoon.TableauMove(source, target, count)


def _klondike(_: Seat) -> Iterator[Action]:
    yield from (klondike.Draw(), klondike.Recycle(), klondike.AutoComplete())
    for source, target, count in product(places(7, 4), places(7, 4), COUNTS):
        yield klondike.TableauMove(source, target, count)
        if count < 4:
            yield klondike.FoundationMove(source, target, count)


def _cards(_: Seat) -> Iterator[Action]:
    yield cards.Finish()
    for source, target, count in product(places(8, 4), places(8, 4), COUNTS):
        yield cards.TableauMove(source, target, count)
        if count < 4:
            yield cards.FoundationMove(source, target, count)


def _meridian(_: Seat) -> Iterator[Action]:
    yield from (meridian.Draw(), meridian.Recycle(), meridian.Resign(), meridian.DeclareStalemate())
    targets = [
        meridian.Location("waste"),
        meridian.Location("tab"),
        meridian.Location("fUp"),
        meridian.Location("hand"),
    ]
    targets += [meridian.Location("tab", col=col) for col in (*range(-1, 8), True, "3", 1.0)]
    targets += [meridian.Location("pocket", pocket_num=number) for number in (0, 1, 2, 3, "1", True)]
    targets += [meridian.Location(type_, suit=suit) for type_ in ("fUp", "fDown") for suit in ("h", "d", "c", "s", "H")]
    for code, target in product((*(card.code for card in deck()), "XX", "7h"), targets):
        yield meridian.Move(code, target)


def _nevernine(_: Seat) -> Iterator[Action]:
    for bid in (*range(-2, 12), True, 3.0, "3", None):
        yield nevernine.Bid(bid)
    for card in deck():
        yield nevernine.Play(card.code)
    yield nevernine.Play("joker")
