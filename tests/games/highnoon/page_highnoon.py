"""HighNoon for the tests of the page that try every game."""

from collections.abc import Sequence

from web.engines.visitor import Visitor
from web.pagekit import BOT, HUMAN, Carry, Json, PageKit, pile_at


class HighNoonPage(PageKit, frozen=True, kw_only=True):
    """HighNoon: the own piles are called "you", and both players build on the foundations."""

    def carry(self, action: Json, view: Json) -> Carry | None:
        """Return what an action moves on the page, or None if a button does it."""
        if action["kind"] in ("draw", "recycle"):
            return Carry("you-stock", "you-waste", 0)
        payload = action["payload"]
        if "source" not in payload:
            return None
        source, target = (_pile(payload[name]) for name in ("source", "target"))
        return Carry(source, target, payload.get("count", 1))

    def tap(self, visitor: Visitor) -> None:
        """Make the first move when the countdown is over."""
        counting = "() => document.querySelector('[data-test=\"countdown\"]') !== null"
        visitor.until(lambda: not visitor.evaluate(counting), "the countdown is over")
        super().tap(visitor)

    def calm(self, legal: Sequence[Json]) -> list[Json]:
        """Return draws and moves between the own columns."""
        return [action for action in legal if action["kind"] in ("tableauMove", "draw", "recycle")]


def _pile(place: Json) -> str:
    return pile_at(place) if place["zone"] == "foundation" else f"you-{pile_at(place)}"


KIT = HighNoonPage(
    place=4,
    german="3 Minuten",
    choices=(({"clock": 3, "mode": "shared", "reveal": "auto"}, {"clock": 3, "mode": "shared"}),),
    seed="noon",
    guide=("boards", "build", "home", "race", "draw", "waste", "opponent", "more", "end"),
    tapped=("you-tableau-1", "you-tableau-2"),
    dragged=("you-tableau-4", "you-tableau-3"),
    shared_piles=("opp-", "foundation-"),
    can_resign=True,
    pictured={"seats": [HUMAN, BOT], "seed": "noon"},
    pictured_after=12,
)
