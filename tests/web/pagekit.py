"""What a game provides to the generic tests of the page: `games/<game>/page_<game>.py` has its `KIT`."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import permutations
from typing import Any, Final

from msgspec import Struct

from positions import is_ours
from saloon.games import GAMES
from web.browsing import Guest
from web.engines.visitor import Visitor

Json = dict[str, Any]
Way = tuple[str, str]
NAMES: Final = [game.name for game in GAMES if is_ours(game)]
"""The games whose tables the page draws."""
HUMAN: Final[Json] = {"kind": "human"}
BOT: Final[Json] = {"kind": "bot", "level": "greedy"}


class Carry(Struct, frozen=True):
    """Cards that go from one pile of the page to another; no cards for a tap on a pile, such as the stock."""

    source: str
    target: str
    count: int


class PageKit(Struct, frozen=True, kw_only=True):
    """What is special about a game on the page. The defaults suit a solitaire whose cards move from pile to pile."""

    place: int
    """The position of the game in the lobby, from 1."""
    german: str
    """A label on its form for a new game, in German."""
    choices: Sequence[tuple[Mapping[str, object], Json]]
    """What a player may choose on that form, by field, and the options that are dealt then."""
    told: Mapping[str, Sequence[str]] = {}
    """What the form says about difficulty and length, by field."""

    seed: str
    """A deal that allows the moves of `tap` and `drag`."""
    tapped: Way = ("", "")
    """The pile from which the first of these moves takes a card, and the one to which it goes."""
    dragged: Way = ("", "")
    """The same of the second move."""
    shared_piles: tuple[str, ...] = ()
    """How the names of piles begin that other players change at any time."""

    guide: tuple[str, ...]
    """The steps of its guided game: the deal of the guide offers every one of them."""

    guide_success: tuple[str, ...] = ()
    """What the guide says to a player who followed it, in each language; empty if it says nothing."""

    won: Json | None = None
    """A table that the solver wins; games without a solver have none."""
    lost: Json | None = None
    """A table that the solver proves lost."""

    spoiled: Json | None = None
    """A table that can be won, but not after `spoiling`, the last of which loses it."""
    spoiling: Sequence[Json] = ()

    least_card: Mapping[str, int] = {}
    """The least width of its cards in pixels, by the size of the screen, such as `844x390`."""
    short: Json = {}
    """Options with which a match is over soon."""
    can_resign: bool = False
    """Whether the player may give up, which ends the game at once."""

    pictured: Json
    """The table that the README shows."""
    pictured_after: int
    """After how many hints it is shown."""

    def tap(self, visitor: Visitor) -> None:
        """Make the first move with a tap, which sends the card to its best place; wait until it is known."""
        heights = visitor.heights()
        visitor.tap(self.tapped[0])
        _until_moved(visitor, self.tapped, heights)

    def drag(self, visitor: Visitor) -> None:
        """Make the second move with a drag; wait until the page and the server have it."""
        heights = visitor.heights()
        visitor.drag(*self.dragged)
        _until_moved(visitor, self.dragged, heights)

    def carry(self, action: Json, view: Json) -> Carry | None:
        """Return what an action moves on the page, or None if a button does it."""
        if action["kind"] in ("draw", "recycle"):
            return Carry("stock", "waste", 0)
        payload = action["payload"]
        if "source" not in payload:
            return None
        target = payload.get("target", {"zone": "foundation", "index": 0})  # any foundation stands for the right one
        return Carry(pile_at(payload["source"]), pile_at(target), payload.get("count", 1))

    def button(self, action: Json) -> str:
        """Return the button that does what no card does."""
        return f'[data-do="{action["kind"]}"]'

    def calm(self, legal: Sequence[Json]) -> list[Json]:
        """Return the actions that nobody else can forestall."""
        return list(legal)

    def refuse(self, guest: Guest) -> None:
        """Try a move at a fresh table that the rules refuse: here from one column to another."""
        snapshot = guest.snapshot()
        legal = {(way.source, way.target) for one in snapshot["legal"] if (way := self.carry(one, snapshot["view"]))}
        columns = [name for name, cards in guest.heights(self.tapped[0].rsplit("-", 1)[0]).items() if cards]
        guest.drag(*next(pair for pair in permutations(columns, 2) if pair not in legal))

    def own_piles(self, visitor: Visitor) -> dict[str, str]:
        """Return the piles that only the player changes, and their cards."""
        return {name: cards for name, cards in visitor.piles().items() if not name.startswith(self.shared_piles)}


def pile_at(place: Json) -> str:
    """Return what the page calls a place."""
    return f"{place['zone']}-{place['index']}" if "index" in place else str(place["zone"])


def _until_moved(visitor: Visitor, way: Way, before: dict[str, int]) -> None:
    """Wait until a card has moved, on the page and at the server, and the card under it is turned."""
    source, target = way
    expected = {source: before[source] - 1, target: before[target] + 1}
    visitor.until(lambda: expected.items() <= visitor.heights().items(), f"{source} to {target}")

    def is_known() -> bool:
        snapshot = visitor.snapshot()
        turned = all(action["kind"] != "flip" for action in snapshot["legal"])
        return turned and visitor.shown_rev() >= snapshot["rev"]

    visitor.until(is_known, "the page shows what the server has")
    visitor.settle()


@cache
def page_kit(name: str) -> PageKit:
    """Return a game's kit for the tests of the page."""
    kit: PageKit = import_module(f"games.{name}.page_{name}").KIT
    return kit
